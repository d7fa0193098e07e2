/**
 * The web app's API as types: which operations there are, what each takes and what it responds with, derived from the
 * endpoints themselves. The browser imports these types only, so none of the server's code.
 */
import type { z } from 'zod';
import type { Endpoint, FileRule, Sent } from './endpoint.ts';
import type { APP_ENDPOINTS } from './endpoints.ts';

type AnyEndpoint = (typeof APP_ENDPOINTS)[number];
type Endpoints = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E };

/** Method and path, such as `PUT /app/api/recipes/:id`. */
export type Operation = keyof Endpoints;

type SchemasOf<O extends Operation> =
  Endpoints[O] extends Endpoint<infer _M, infer _Path, infer P, infer Q, infer B, infer R, infer F>
    ? { params: P; query: Q; body: B; response: R; file: F }
    : never;

/** What any operation may take, for functions that pass it on. */
export type AnyRequest = { params?: object; query?: object; body?: unknown; file?: Blob };

/** A part may be left out if none of its fields is required. */
type Part<Name extends 'params' | 'query' | 'body', Schema> = Schema extends z.ZodUndefined
  ? object
  : {} extends z.input<Schema>
    ? { [N in Name]?: Sent<z.input<Schema>> & object }
    : { [N in Name]: Sent<z.input<Schema>> & object };

/** What the browser sends: `params` of the path, `query`, and `body` or `file`, those that the endpoint names. */
export type RequestOf<O extends Operation> = Part<'params', SchemasOf<O>['params']> &
  Part<'query', SchemasOf<O>['query']> &
  Part<'body', SchemasOf<O>['body']> &
  (SchemasOf<O>['file'] extends FileRule ? { file: Blob } : object);

/** The body of a successful response; undefined if it has none. */
export type ResponseOf<O extends Operation> = z.output<SchemasOf<O>['response']>;
