/**
 * Defines what a route of the public API is that goes through the framework: every change, and the reads that are too
 * rare or too varied for the cache of handler.ts. register.ts serves it and openapi.ts describes it.
 */
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { RecipeImport } from '#jobs/import/recipe-import.ts';
import type { Scope } from '#domain/family/scopes.ts';
import type { Refusal } from '#domain/refusal.ts';
import type { Store } from '#storage/store.ts';
import type { ChangeContext } from '#storage/transaction.ts';
import type { CachedKey } from '#http/api/cache/key-table.ts';
import type { Loaded } from '#http/etag.ts';
import type { KeyEventStreams } from '#http/api/events/key-event-streams.ts';
import type { KeyOwner } from '#http/api/public-route.ts';
import type { PhotoFile } from '#http/files/photo-file.ts';
import type { Problem, ProblemCode } from '#http/problems/problem.ts';

/** A request with checked input, and all that its route may use. */
export type KeyRequest<Params, Query, Body> = {
  store: Store;
  imports: RecipeImport;
  eventStreams: KeyEventStreams;
  key: CachedKey;
  owner: KeyOwner;
  family: string;
  nowMs: number;
  params: Params;
  query: Query;
  body: Body;
  ifMatch: string | undefined;
  /** The context of a change by this key. With `Idempotency-Key` it is applied once. */
  context: ChangeContext;
  /** For something new. The same again if the request is a repeat. */
  newId: string;
  disconnected: AbortSignal;
  /** The client's IP address. */
  address: string;
  lastEventId: string | undefined;
};

type AnyRequest = KeyRequest<never, never, never>;
/** A problem as the response of a change, or undefined if it is done. */
type ChangeOutcome = Refusal | { problem: Problem } | undefined;

export type KeyRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces, as in the API description. */
  path: string;
  scope: Scope;
  /** One of these is enough too. */
  otherScopes?: readonly Scope[];
  operationId: string;
  summary: string;
  description: string;
  tag: { name: string; description: string };
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Of the response; without one it is 204. */
  response?: z.ZodType;
  /** The media types of a response that is a file. */
  fileTypes?: readonly string[];
  /** The path of what it creates, without the id: the status is 201. */
  creates?: string;
  /** Whether `If-Match` is respected. */
  isConditional?: true;
  maxBodyBytes?: number;
  /** The number of requests it counts as in the family's rate limit, where it is much more work than most. */
  cost?: number;
  /** What it may respond besides the problems of every route. */
  problems?: readonly ProblemCode[];
  /**
   * Makes the change. Not called for a repeated request. A key that may not read what it changes gets no content: neither
   * the response, nor whether what it named exists.
   */
  change?: (request: AnyRequest) => Promise<ChangeOutcome>;
  /** The response. Undefined is 204, or 404 where there should be one. */
  read?: (request: AnyRequest) => Promise<Loaded | PhotoFile | undefined>;
  /** The response is an event stream; undefined if the server has no room for another one. */
  stream?: (request: AnyRequest) => Readable | undefined;
};

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<string, never>;

type Definition<P, Q, B> = Omit<KeyRoute, 'params' | 'query' | 'body' | 'change' | 'read'> & {
  params?: P;
  query?: Q;
  body?: B;
  change?: (request: KeyRequest<Output<P>, Output<Q>, Output<B>>) => Promise<ChangeOutcome>;
  read?: (request: KeyRequest<Output<P>, Output<Q>, Output<B>>) => Promise<Loaded | PhotoFile | undefined>;
};

/** Checks that the handlers fit the schemas. */
export function keyRoute<
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(route: Definition<P, Q, B>): KeyRoute {
  return route as KeyRoute;
}
