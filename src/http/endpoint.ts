/**
 * Defines what a route of the web app's API is: method, path, access, input and handler in one object. The response of
 * a handler is checked against the contract with the web app (contract.ts). register-route.ts serves a route.
 */
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { PlannerPool } from '#jobs/planning/planner-pool.ts';
import type { ArchiveImport } from '#jobs/import/archive-import.ts';
import type { RecipeImport } from '#jobs/import/recipe-import.ts';
import type { WebhookSender } from '#jobs/webhook-sender.ts';
import type { IdentityProvider } from '#auth/identity-provider.ts';
import type { Caller } from '#auth/session.ts';
import type { MailLimit } from '#auth/mail-limit.ts';
import type { SignInChallenges } from '#auth/sign-in-challenge.ts';
import type { SignInLimit } from '#auth/sign-in-limit.ts';
import type { Viewer } from '#auth/viewer.ts';
import type { Config } from '#config.ts';
import type { Refusal } from '#domain/refusal.ts';
import type { FetchSettings } from '#fetch/guard.ts';
import type { Store } from '#storage/store.ts';
import type { Actor, ChangeContext } from '#storage/transaction.ts';
import { problem, type Problem } from '#http/problems/problem.ts';
import type { Requests, Responses } from '#http/app/contracts/contract.ts';
import type { Cookies } from '#http/access/cookies.ts';
import type { EventStreams } from '#http/streams/event-streams.ts';
import type { Upload, Uploads } from '#http/files/uploads.ts';
import type { Download } from '#http/files/download.ts';
import type { PhotoFile } from '#http/files/photo-file.ts';
import type { Exports } from '#http/files/exports.ts';
import type { AppRateLimit } from '#http/access/rate-limit.ts';
import type { NewFamilies } from '#http/access/new-families.ts';
import type { RefusalLog } from '#http/access/refusal-log.ts';

/** The dependencies of all routes. */
export type AppServices = {
  store: Store;
  config: Config;
  clock: () => number;
  signInLimit: SignInLimit;
  signInChallenges: SignInChallenges;
  /** Undefined if the operator has set none. */
  identityProvider: IdentityProvider | undefined;
  mailLimit: MailLimit;
  newFamilies: NewFamilies;
  rateLimit: AppRateLimit;
  refusalLog: RefusalLog;
  streams: EventStreams;
  planner: PlannerPool;
  exports: Exports;
  imports: RecipeImport;
  archives: ArchiveImport;
  uploads: Uploads;
  webhooks: WebhookSender;
  fetchSettings: FetchSettings;
};

/** A request with checked input, and all that its handler may use. */
type AppRequest<Params, Query, Body> = AppServices & {
  params: Params;
  query: Query;
  body: Body;
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

export type AnyRequest = AppRequest<unknown, unknown, unknown>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Definition<M extends Method, Path extends string, P, Q, B> = {
  method: M;
  path: Path;
  params?: P;
  query?: Q;
  body?: B & Accepts<`${M} ${Path}`, B>;
  /** Instead of the usual 64 kB. */
  maxBodyBytes?: number;
  /** A sensitive action: refused unless the member has proven who they are in the last ten minutes. */
  needsFreshProof?: boolean;
  /** A POST that stores nothing; it does not count as a change. */
  isRead?: boolean;
  /** The body is a file; see `fileRoute`. */
  takesFile?: true;
  /** Of the file; otherwise that of an import. */
  maxFileBytes?: number;
  /** The number of requests it counts as in the rate limit, where it is much more work than most. */
  cost?: number;
};

/** Fails to compile if the schema does not accept the request, or does not know one of its fields. */
type Accepts<Key, B> = Key extends keyof Requests
  ? Requests[Key] extends z.input<B>
    ? Exclude<keyof Requests[Key], keyof z.input<B>> extends never
      ? unknown
      : never
    : never
  : unknown;
/** Undefined is sent as 204. */
type ResponseBody<Key> = Key extends keyof Responses
  ? Responses[Key]
  : undefined | void | Download | PhotoFile | Readable | Buffer;

type Handler<Request, Body> = (request: Request) => Promise<Body | Refusal | ProblemResponse>;
type Input<P, Q, B> = AppRequest<z.output<P>, z.output<Q>, z.output<B>>;
export type SignedIn = { caller: Caller; context: ChangeContext };
type Viewing = { viewer: Viewer };

export type AppRoute = Definition<Method, string, z.ZodType, z.ZodType, z.ZodType> & {
  /** `visitor`: a member, or somebody who is not signed in. */
  access: 'anyone' | 'visitor' | 'viewer' | 'member' | 'owner';
  handle: Handler<never, unknown>;
};

/** A route for people who are not signed in. */
export function openRoute<
  M extends Method,
  Path extends string,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
>(
  route: Definition<M, Path, P, Q, B> & {
    handle: Handler<Input<P, Q, B>, ResponseBody<`${M} ${Path}`>>;
  },
): AppRoute {
  return { ...route, access: 'anyone' };
}

/** A route for a family's members, or for its owners only. */
export function familyRoute<
  M extends Method,
  Path extends string,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
>(
  route: Definition<M, Path, P, Q, B> & {
    access: 'member' | 'owner';
    handle: Handler<Input<P, Q, B> & SignedIn, ResponseBody<`${M} ${Path}`>>;
  },
): AppRoute {
  return route;
}

/** A route for members to which a file is sent. It runs when the file has arrived. */
export function fileRoute<M extends Method, Path extends string, P extends z.ZodType, Q extends z.ZodType>(
  route: Omit<Definition<M, Path, P, Q, z.ZodType>, 'body' | 'maxBodyBytes' | 'takesFile'> & {
    handle: Handler<
      AppRequest<z.output<P>, z.output<Q>, unknown> & SignedIn & { upload: Upload },
      ResponseBody<`${M} ${Path}`>
    >;
  },
): AppRoute {
  return { ...route, access: 'member', takesFile: true };
}

/** A route that serves members and visitors; without a valid session the handler gets no caller. */
export function visitorRoute<
  M extends Method,
  Path extends string,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
>(
  route: Definition<M, Path, P, Q, B> & {
    handle: Handler<Input<P, Q, B> & Partial<SignedIn>, ResponseBody<`${M} ${Path}`>>;
  },
): AppRoute {
  return { ...route, access: 'visitor' };
}

/** A route for a family's kitchen displays and its members. */
export function viewerRoute<
  M extends Method,
  Path extends string,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
>(
  route: Definition<M, Path, P, Q, B> & {
    handle: Handler<Input<P, Q, B> & Viewing, ResponseBody<`${M} ${Path}`>>;
  },
): AppRoute {
  return { ...route, access: 'viewer' };
}

/** A problem as the response of a handler or of a check before it. */
export class ProblemResponse {
  readonly problem: Problem;
  readonly headers: Record<string, string>;
  constructor(body: Problem, headers: Record<string, string> = {}) {
    this.problem = body;
    this.headers = headers;
  }
}

/** Seconds to wait before a password may be tried again: a session alone must not be enough to guess it. */
export function takePasswordAttempt({ caller, address, nowMs, signInLimit }: AnyRequest & SignedIn): number {
  return signInLimit.take({ email: caller.email, address, device: caller.tokenHash }, nowMs);
}

/** Too many passwords were tried. */
export function signInLimited(seconds: number): ProblemResponse {
  return new ProblemResponse(problem('sign-in-limited'), { 'Retry-After': String(seconds) });
}

/** Counts an attempt of the client's network to guess a secret or a link. Why it is refused; undefined if it is not. */
export function refuseByNetwork({
  address,
  nowMs,
  signInLimit,
}: Pick<AnyRequest, 'address' | 'nowMs' | 'signInLimit'>): ProblemResponse | undefined {
  const seconds = signInLimit.takeAt(address, nowMs);
  return seconds > 0 ? signInLimited(seconds) : undefined;
}

/** Why no family is made for this client; undefined if one may be. */
export async function refuseNewFamily({
  newFamilies,
  address,
  nowMs,
}: AnyRequest): Promise<ProblemResponse | undefined> {
  const refused = await newFamilies.refuse(address, nowMs);
  if (!refused) return undefined;
  const { code, seconds = 60 } = refused;
  return new ProblemResponse(problem(code), { 'Retry-After': String(seconds) });
}

/** Why no mail is sent to this address for this client; undefined if it may be, which is counted. */
export function refuseMail(
  { config, mailLimit, address, nowMs }: AnyRequest,
  recipient: string,
): ProblemResponse | undefined {
  if (!config.mail) return new ProblemResponse(problem('no-mail'));
  const seconds = mailLimit.take({ recipient, address }, nowMs);
  if (seconds === 0) return undefined;
  return new ProblemResponse(problem('mail-limited'), { 'Retry-After': String(seconds) });
}
