/**
 * Defines what an endpoint of the public API is: method, path, scopes, input, response and handler in one object, with
 * its description. serve-by-key.ts serves it, serve-cached.ts if its response is cached; openapi.ts describes it.
 */
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Scope } from '#domain/family/scopes.ts';
import type { Refusal } from '#domain/refusal.ts';
import type { Store } from '#storage/store.ts';
import type { ChangeContext } from '#storage/transaction.ts';
import type { CachedKey, KeyRequester } from '#http/access/key-access.ts';
import type { PhotoFile } from '#http/files/photo-file.ts';
import type { Problem, ProblemCode } from '#http/problems/problem.ts';
import type { Method } from './endpoint.ts';
import type { Loaded } from '#http/headers/etag.ts';
import type { Services } from './services.ts';

/** What every handler may use. */
type KeyCall = {
  store: Store;
  key: CachedKey;
  requester: KeyRequester;
  family: string;
  nowMs: number;
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
type Input<Params, Query, Body> = { params: Params; query: Query; body: Body };
/** With the checked input. */
export type KeyRequest<Params, Query, Body> = KeyCall & Input<Params, Query, Body>;
export type AnyKeyRequest = KeyRequest<never, never, never> & Services;

/** A problem as the response of a change, or undefined if it is done. */
type ChangeOutcome = Refusal | { problem: Problem } | undefined;

/**
 * One representation of a resource: how it is selected and read. `resource` and the argument together are the cache key
 * of the response within a family.
 */
type CachedRead = {
  /** Example responses by a name without spaces; each must match the schema of the response. */
  examples: Record<string, { summary: string; value: unknown }>;
  /** Unique to this representation; shared by endpoints that differ only in their argument. */
  resource: string;
  /** What to read, from the request: a week, or the value of the path parameter. */
  argument(requester: KeyRequester, nowMs: number, pathParameter: string): string;
  /** Undefined if there is no such resource. */
  read(
    store: Store,
    requester: KeyRequester,
    argument: string,
  ): Promise<Loaded | { problem: Problem } | undefined>;
};

/** A GET whose responses are cached. Its path may end with one parameter; only such a path may be 404. */
type Cached = CachedRead & {
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
  alternative?: CachedRead & { type: string; response: z.ZodType };
};

export type KeyEndpoint = {
  method: Method;
  path: string;
  /** What the key of a request must have: `scope`, or one of the others. */
  access: { scope: Scope; otherScopes?: readonly Scope[] };
  operationId: string;
  summary: string;
  description: string;
  /** The OpenAPI tag, by which the description groups the operations. */
  tag: { name: string; description: string };
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Without one it is 204. */
  response?: z.ZodType;
  /** The media types of a response that is a file. */
  fileTypes?: readonly string[];
  /** The path of what it creates, without the id: the status is 201. */
  creates?: string;
  /** Whether `If-Match` is respected. */
  isConditional?: true;
  /** Of the body, instead of the usual 64 kB. */
  maxBodyBytes?: number;
  /** The services that the handlers get, besides what every call has. */
  uses?: readonly (keyof Services)[];
  /** The number of requests it counts as in the family's rate limit, where it is much more work than most. */
  cost?: number;
  /** What it may respond besides the problems of every endpoint. */
  problems?: readonly ProblemCode[];
  /**
   * Makes the change. Not called for a repeated request. A key that may not read what it changes gets no content: neither
   * the response, nor whether what it named exists.
   */
  change?: (request: AnyKeyRequest) => Promise<ChangeOutcome>;
  /** The response. Undefined is 204, or 404 where there should be one. */
  read?: (request: AnyKeyRequest) => Promise<Loaded | PhotoFile | undefined>;
  /** The response is an event stream; undefined if the server has no room for another one. */
  stream?: (request: AnyKeyRequest) => Readable | undefined;
  cached?: Cached;
};

export type CachedEndpoint = KeyEndpoint & { cached: Cached; response: z.ZodType };

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<string, never>;
type RequestOf<P, Q, B, Used extends keyof Services> = KeyRequest<Output<P>, Output<Q>, Output<B>> &
  Pick<Services, Used>;

type Definition<P, Q, B, Used extends keyof Services> = Omit<
  KeyEndpoint,
  'params' | 'query' | 'body' | 'uses' | 'change' | 'read' | 'stream'
> & {
  params?: P;
  query?: Q;
  body?: B;
  uses?: readonly Used[];
  change?: (request: RequestOf<P, Q, B, Used>) => Promise<ChangeOutcome>;
  read?: (request: RequestOf<P, Q, B, Used>) => Promise<Loaded | PhotoFile | undefined>;
  stream?: (request: RequestOf<P, Q, B, Used>) => Readable | undefined;
};

/** Checks that the handlers fit the schemas and the services. */
export function keyEndpoint<
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  Used extends keyof Services = never,
>(definition: Definition<P, Q, B, Used>): KeyEndpoint {
  return definition as KeyEndpoint;
}

/** `cached.read` responds. */
export function isCached(endpoint: KeyEndpoint): endpoint is CachedEndpoint {
  return endpoint.cached !== undefined;
}
