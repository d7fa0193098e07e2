/**
 * What a public read is: an address, an answer and how it comes about, in one object. The door
 * serves these objects, and the OpenAPI description is made of them, so the two cannot differ.
 */
import type { z } from 'zod';
import type { Store } from '#storage/store.ts';

/** What the door knows of the family whose key was shown. */
export type KnownFamily = { readonly family: string; readonly timeZone: string };

export type PublicRead = {
  path: string;
  operationId: string;
  summary: string;
  description: string;
  /** The noun it is about; the description groups reads by it. */
  tag: { name: string; description: string };
  answer: z.ZodType;
  /** Answers to show, by a name without spaces; each must pass `answer`. */
  examples: Record<string, { summary: string; value: unknown }>;
  /** The answer's name within the family: as long as nothing changes, one name is one answer. */
  name(of: KnownFamily, nowMs: number): string;
  /** The body of the answer with this name, as JSON text, and a number that changes whenever it does. */
  read(store: Store, of: KnownFamily, name: string): Promise<{ text: string; version: number }>;
};
