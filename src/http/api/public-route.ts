/**
 * The type of a public route: path, response schema and query in one object. The handler serves these
 * objects and the OpenAPI description is generated from them, so the two cannot differ.
 */
import type { z } from 'zod';
import type { Scope } from '#domain/family/scopes.ts';
import type { Store } from '#storage/store.ts';
import type { Problem } from '#http/problems/problem.ts';
import type { Loaded } from '#http/etag.ts';

/** The family that an API key belongs to. */
export type KeyOwner = { readonly family: string; readonly timeZone: string };

/**
 * One representation of a resource: its schema, and how it is selected and read. `resource` and the argument
 * together are the cache key of the response within a family.
 */
type Representation = {
  schema: z.ZodType;
  /** Example responses by a name without spaces; each must match `schema`. */
  examples: Record<string, { summary: string; value: unknown }>;
  /** Unique to this representation; shared by routes that differ only in their argument. */
  resource: string;
  /** What to read, from the request: a week, or the value of the path parameter. */
  argument(owner: KeyOwner, nowMs: number, pathParameter: string): string;
  /** Undefined if there is no such resource. */
  read(store: Store, owner: KeyOwner, argument: string): Promise<Loaded | { problem: Problem } | undefined>;
};

export type PublicRoute = Representation & {
  /** May end with one parameter, as in `/api/recipes/v1/{recipeId}`. Only such a route may return 404. */
  path: string;
  /** What the key of a request must have. */
  scope: Scope;
  operationId: string;
  summary: string;
  description: string;
  /** The OpenAPI tag, by which the description groups the routes. */
  tag: { name: string; description: string };
  parameter?: {
    name: string;
    description: string;
    pattern: RegExp;
    /** Of JSON Schema, for the description. */
    format?: string;
    example: string;
    /** Another form is 400, not 404. */
    isChecked?: true;
  };
  /** A second media type for the same resource, chosen by `Accept`. */
  alternative?: Representation & { type: string };
};
