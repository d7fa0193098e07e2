/**
 * What a public read is: an address, an answer and how it comes about, in one object. The door
 * serves these objects, and the OpenAPI description is made of them, so the two cannot differ.
 */
import type { z } from 'zod';
import type { Store } from '#storage/store.ts';

/** What the door knows of the family whose key was shown. */
export type KnownFamily = { readonly family: string; readonly timeZone: string };

/** A form of an answer: what it looks like and how it comes about. */
type Form = {
  answer: z.ZodType;
  /** Answers to show, by a name without spaces; each must pass `answer`. */
  examples: Record<string, { summary: string; value: unknown }>;
  /** The answer's name within the family: as long as nothing changes, one name is one answer. */
  name(of: KnownFamily, nowMs: number, parameter: string): string;
  /** The body of the answer with this name, as JSON text, and a number that changes whenever it does. */
  read(store: Store, of: KnownFamily, name: string): Promise<{ text: string; version: number } | undefined>;
};

export type PublicRoute = Form & {
  /** May end with one parameter: `/api/recipes/v1/{recipeId}`. Such a read may find nothing. */
  path: string;
  operationId: string;
  summary: string;
  description: string;
  /** The noun it is about; the description groups reads by it. */
  tag: { name: string; description: string };
  /** What the parameter is. */
  parameter?: { name: string; description: string; pattern: RegExp; example: string };
  /** The same in another form, for whoever asks for this type rather than for JSON. */
  alternative?: Form & { type: string };
};
