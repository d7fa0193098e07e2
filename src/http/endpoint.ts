/**
 * Defines what an endpoint of the web app's API is: method, path, access, input, response and handler in one object.
 * serve.ts serves it.
 */
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Caller } from '#auth/session.ts';
import type { Viewer } from '#auth/viewer.ts';
import type { Refusal } from '#domain/refusal.ts';
import type { Store } from '#storage/store.ts';
import type { Actor } from '#storage/actor.ts';
import type { ChangeContext } from '#storage/transaction.ts';
import type { Cookies } from '#http/access/cookies.ts';
import type { Access } from '#http/access/session-guard.ts';
import type { Download } from '#http/files/download.ts';
import type { PhotoFile } from '#http/files/photo-file.ts';
import type { Upload } from '#http/files/uploads.ts';
import type { ProblemResponse } from '#http/problems/problem.ts';
import type { Services } from './services.ts';

/** What every handler may use, besides the checked input of its request. */
export type Call = {
  store: Store;
  nowMs: number;
  cookies: Cookies;
  /** The origin for links: PUBLIC_URL, or the one of the request. */
  origin: string;
  /** The client's IP address, behind the trusted proxies. */
  address: string;
  /** Aborted when the client closes the connection, so that work for it can stop. */
  disconnected: AbortSignal;
  /** The browser and its system in a few words. */
  device: string;
  /** `Last-Event-ID`, which a browser sends when it opens an event stream again. */
  lastEventId: string | undefined;
  /** The context of a change made by this actor. */
  changeContext: (actor: Actor) => ChangeContext;
};

/** With the services that the handler names. */
export type CallWith<Used extends keyof Services> = Call & Pick<Services, Used>;
/** The member who sends a request, and the context of their changes. */
type SignedIn = { caller: Caller; context: ChangeContext };

type SenderOf<A extends Access> = A extends 'member' | 'owner'
  ? SignedIn
  : A extends 'visitor'
    ? Partial<SignedIn>
    : A extends 'viewer'
      ? { viewer: Viewer }
      : unknown;

/** A file as the body. The handler runs when it has arrived. */
export type FileRule = { kind: 'import' | 'photo'; maxBytes?: number };
type FileOf<F> = F extends FileRule ? { upload: Upload } : unknown;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Definition<M extends Method, Path extends string, A extends Access, P, Q, B, R, F, Used> = {
  method: M;
  path: Path;
  access: A;
  params?: P;
  query?: Q;
  body?: B;
  /** Of a JSON body. Tests check every response against it. Absent where the response is 204, a file or a stream. */
  response?: R;
  file?: F;
  /** Of the body, instead of the usual 64 kB. */
  maxBodyBytes?: number;
  /** The services that the handler gets, besides what every call has. */
  uses?: readonly Used[];
  /** A sensitive action: refused unless the member has proven who they are in the last ten minutes. */
  needsReauthentication?: boolean;
  /** A POST that stores nothing; it does not count as a change. */
  isRead?: boolean;
  /** The number of requests it counts as in the rate limit, where it is much more work than most. */
  cost?: number;
};

/** Of an endpoint that names no schema. */
type Nothing = z.ZodUndefined;

/** Undefined is sent as 204. */
type ResponseBody<R> = R extends Nothing
  ? undefined | void | Download | PhotoFile | Readable | Buffer
  : Sent<z.output<R>>;

/** A value with the JSON of a T: read-only is enough, and JSON leaves out what is undefined. */
export type Sent<T> = T extends string
  ? T
  : T extends readonly unknown[]
    ? { readonly [K in keyof T]: Sent<T[K]> }
    : T extends object
      ? { readonly [K in keyof T]: Sent<T[K]> | ({} extends Pick<T, K> ? undefined : never) }
      : T;

/** An endpoint as it is served and, with type arguments, as the browser's client knows it (app-api.ts). */
export type Endpoint<
  M extends Method = Method,
  Path extends string = string,
  P = z.ZodType,
  Q = z.ZodType,
  B = z.ZodType,
  R = z.ZodType,
  F = FileRule | undefined,
> = Definition<M, Path, Access, P, Q, B, R, F, keyof Services> & {
  handle: (call: never) => Promise<unknown>;
};

/** Checks that the handler fits the schemas, the access and the services. */
export function endpoint<
  M extends Method,
  Path extends string,
  A extends Access,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  R extends z.ZodType = Nothing,
  F extends FileRule | undefined = undefined,
  Used extends keyof Services = never,
>(
  definition: Definition<M, Path, A, P, Q, B, R, F, Used> & {
    handle: (
      call: CallWith<Used> & { params: z.output<P>; query: z.output<Q>; body: z.output<B> } & SenderOf<A> &
        FileOf<F>,
    ) => Promise<ResponseBody<R> | Refusal | ProblemResponse>;
  },
): Endpoint<M, Path, P, Q, B, R, F> {
  return definition;
}
