/**
 * What a route of the web app's own API is: address, access, input and behaviour in one object.
 * Registering one puts the checks in front of its handler, in this order: host name, same origin, session, rate,
 * role, input. All but the last are made before the body is read, so that a stranger's body costs nothing.
 * A handler deals only with its subject, and a test can walk over every route.
 */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { openCookbook } from '#jobs/cookbook-opening.ts';
import type { PlannerPool } from '#jobs/planner-pool.ts';
import { hashSecret } from '#auth/secret.ts';
import { type Caller, findCaller } from '#auth/session.ts';
import type { SignInChallenges } from '#auth/sign-in-challenge.ts';
import type { SignInLimit } from '#auth/sign-in-limit.ts';
import { findViewer, type Viewer } from '#auth/viewer.ts';
import type { Config } from '#config.ts';
import { isRefusal } from '#domain/refusal.ts';
import type { Actor, ChangeContext } from '#storage/transaction.ts';
import { isRemovedMember } from '#storage/members.ts';
import { createDeadline } from '#storage/deadline.ts';
import type { Db } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { problem, type Problem, type ProblemCode, refusalProblem } from '#http/problem.ts';
import { sendProblem } from '#http/send-problem.ts';
import { isAllowedHost } from './allowed-host.ts';
import { Cookies } from './cookies.ts';
import { deviceIn } from './device.ts';
import type { EventStreams } from './event-streams.ts';
import { type Exports, JsonText } from './exports.ts';
import type { AppRateLimit } from './rate-limit.ts';
import { parseInput } from './input.ts';
import type { RefusalLog } from './refusal-log.ts';
import { isFromOtherSite, isSameOrigin } from './same-origin.ts';

/** What every route may use. */
export type AppParts = {
  store: Store;
  config: Config;
  clock: () => number;
  signInLimit: SignInLimit;
  signInChallenges: SignInChallenges;
  rateLimit: AppRateLimit;
  refusalLog: RefusalLog;
  streams: EventStreams;
  planner: PlannerPool;
  exports: Exports;
};

type Call<Params, Query, Body> = AppParts & {
  params: Params;
  query: Query;
  body: Body;
  nowMs: number;
  cookies: Cookies;
  /** The address we were asked at, for links: the configured one, or the one the caller's own page has. */
  origin: string;
  /** Where the request came from, past the proxies we trust. */
  address: string;
  /** Aborted when the client closes the connection, so that work for it can stop. */
  gone: AbortSignal;
  /** What the browser calls itself, in a few words. */
  device: string;
  /** The last event that this browser has seen, when it comes back for more. */
  lastEvent: string | undefined;
  /** The context of a change made by this actor. */
  changeBy: (actor: Actor) => ChangeContext;
};

export type AnyCall = Call<unknown, unknown, unknown>;

type Definition<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** For the routes that take more than the usual 64 kB. */
  mostBytes?: number;
  /** A POST that stores nothing; it does not count as a change. */
  isRead?: boolean;
  /** How many requests it counts as, where it takes much more work than most. */
  cost?: number;
};

type Handler<Params, Query, Body, Who> = (call: Call<Params, Query, Body> & Who) => Promise<unknown>;
type SignedIn = { caller: Caller; context: ChangeContext };
type Looking = { viewer: Viewer };

export type AppRoute = Definition<z.ZodType, z.ZodType, z.ZodType> & {
  access: 'anyone' | 'viewer' | 'member' | 'owner';
  handle: Handler<never, never, never, SignedIn & Looking>;
};

/** A route for people who are not signed in. */
export function openRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  route: Definition<P, Q, B> & { handle: Handler<z.output<P>, z.output<Q>, z.output<B>, unknown> },
): AppRoute {
  return { ...route, access: 'anyone' } as unknown as AppRoute;
}

/** A route for a family's members, or for its owners only. */
export function familyRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  route: Definition<P, Q, B> & {
    access: 'member' | 'owner';
    handle: Handler<z.output<P>, z.output<Q>, z.output<B>, SignedIn>;
  },
): AppRoute {
  return route;
}

/** A route for a family's kitchen displays, and for its members too. */
export function viewerRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  route: Definition<P, Q, B> & { handle: Handler<z.output<P>, z.output<Q>, z.output<B>, Looking> },
): AppRoute {
  return { ...route, access: 'viewer' } as unknown as AppRoute;
}

/** A problem that a handler answers with. */
export class Refused {
  readonly problem: Problem;
  readonly headers: Record<string, string>;
  constructor(body: Problem, headers: Record<string, string> = {}) {
    this.problem = body;
    this.headers = headers;
  }
}

/** Seconds to wait before a password may be tried again: a session alone must not be enough to find it out. */
export function passwordWait({ caller, address, nowMs, signInLimit }: AnyCall & SignedIn): number {
  return signInLimit.secondsToWait({ email: caller.email, address, device: caller.tokenHash }, nowMs);
}

/** Ids are our own letters and digits; PostgreSQL would choke on some of what else an address can hold. */
export const byId = z.strictObject({ id: z.string().regex(/^[0-9A-Za-z]{1,64}$/, 'must be an id') });

/** Too many passwords tried, here or elsewhere. */
export function limited(seconds: number): Refused {
  return new Refused(problem('sign-in-limited'), { 'Retry-After': String(seconds) });
}

/** A request that has passed all checks before its body. */
type Admitted = {
  who: { caller?: Caller; viewer?: Viewer };
  cookies: Cookies;
  runWithDeadline: ReturnType<typeof createDeadline>;
  /** The body was still on its way, which can take seconds, and a session can end meanwhile. */
  isBodyLate: boolean;
};

export function registerAppRoute(app: FastifyInstance, parts: AppParts, route: AppRoute): void {
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  app.route({
    method: route.method,
    url: route.path,
    ...(route.mostBytes !== undefined && { bodyLimit: route.mostBytes }),
    onRequest: (request, reply, done) => {
      reply.header('Cache-Control', 'no-store');
      const cookies = new Cookies(request.headers.cookie, reply, parts.config.publicUrl);
      const runWithDeadline = createDeadline();
      const resume = (who: Admitted['who'] | Refused) => {
        if (who instanceof Refused) {
          const token = tokenFor(route.access, cookies);
          return void sendRefused(parts, request, reply, { refused: who, token });
        }
        const isBodyLate = route.method !== 'GET' && !request.raw.complete;
        admitted.set(request, { who, cookies, runWithDeadline, isBodyLate });
        return done();
      };
      const refused = refuseByHeaders(route, parts, request, cookies);
      if (refused || route.access === 'anyone') resume(refused ?? {});
      else
        runWithDeadline(() => admit(route, parts, request, cookies))
          .then(resume)
          .catch(done);
    },
    handler: async (request, reply) => {
      const visit = admitted.get(request) as Admitted;
      const answer = await visit.runWithDeadline(() => answerTo(route, parts, request, { ...visit, reply }));
      if (answer instanceof Refused) return sendRefused(parts, request, reply, { refused: answer });
      if (isRefusal(answer)) return sendProblem(reply, refusalProblem(answer));
      if (answer instanceof JsonText) {
        reply
          .type('application/json; charset=utf-8')
          .header('Content-Disposition', 'attachment; filename="weekfare.json"');
        return sendStream(request, reply, answer.text);
      }
      if (answer instanceof Readable) return sendEvents(request, reply, answer);
      return answer === undefined ? reply.code(204).send() : answer;
    },
  });
}

/** How long a client that floods us waits for each 429, and how many may wait. */
const HELD_MS = 1_000;
const MOST_HELD = 1_000;
let held = 0;

/** A client that sends one request after the other, however often it is refused, gets its 429s late. */
async function sendRefused(
  { rateLimit, clock }: AppParts,
  { ip }: FastifyRequest,
  reply: FastifyReply,
  { refused, token }: { refused: Refused; token?: string | undefined },
): Promise<FastifyReply> {
  const isLimited = refused.problem.status === 429;
  if (isLimited && rateLimit.isFlooding(token && hashSecret(token), ip, clock()) && held < MOST_HELD) {
    held += 1;
    await delay(HELD_MS);
    held -= 1;
  }
  return sendProblem(reply, refused.problem, refused.headers);
}

/**
 * Refuses a request by its headers alone, before the first byte of its body is read. Undefined if the headers
 * are acceptable.
 */
function refuseByHeaders(
  { method, access }: AppRoute,
  { config, rateLimit, refusalLog, clock }: AppParts,
  { headers, ip }: FastifyRequest,
  cookies: Cookies,
): Refused | undefined {
  if (method !== 'GET') {
    if (config.publicUrl === undefined && !isAllowedHost(headers.host, config.allowedHosts)) {
      refusalLog.hostNotAllowed(headers.host, clock());
      return new Refused(problem('host-not-allowed'));
    }
    if (!isSameOrigin(headers, config.publicUrl)) return new Refused(problem('cross-site'));
  } else if (isFromOtherSite(headers)) return new Refused(problem('cross-site'));
  const nowMs = clock();
  const token = access === 'anyone' ? undefined : tokenFor(access, cookies);
  if (token !== undefined) {
    // A session with nothing left is turned away before the database is asked whose it is.
    const wait = rateLimit.secondsToWait(hashSecret(token), nowMs);
    return wait > 0 ? tooMany(wait) : undefined;
  }
  const wait = rateLimit.takeAt(ip, nowMs);
  if (wait > 0) {
    refusalLog.rateLimited({ address: ip }, nowMs);
    return tooMany(wait);
  }
  // A device that asks whether its member was removed sends no cookie; `admit` finds out.
  return access === 'anyone' || memberMeant(headers) !== undefined ? undefined : noSession(access);
}

/** Finds the sender of a request, or why it is refused. Nothing of its body has been read. */
async function admit(
  route: AppRoute,
  { store, rateLimit, refusalLog, clock }: AppParts,
  { headers, ip }: FastifyRequest,
  cookies: Cookies,
): Promise<Admitted['who'] | Refused> {
  const nowMs = clock();
  const meant = memberMeant(headers);
  const who = await whoAsks(route, store, { cookies, meant }, nowMs);
  const asking = who instanceof Refused ? undefined : (who.caller ?? who.viewer);
  const isChange = route.method !== 'GET' && route.isRead !== true;
  // Without a cookie the request was counted before.
  const isCounted = !asking && tokenFor(route.access, cookies) === undefined;
  const wait = asking
    ? rateLimit.take(asking, { isChange, cost: route.cost ?? 1 }, nowMs)
    : isCounted
      ? 0
      : rateLimit.takeAt(ip, nowMs);
  if (wait > 0) {
    refusalLog.rateLimited(asking ? { family: asking.family } : { address: ip }, nowMs);
    return tooMany(wait);
  }
  if (who instanceof Refused) return who;
  if (!hasRole(route, who)) return new Refused(problem('owner-only'));
  // A tab may belong to someone who has signed out since; by now the cookie is another's.
  if (meant && who.caller && meant !== who.caller.member) return new Refused(problem('not-signed-in'));
  // Whatever page a member opens next, it is likely to want it.
  if (who.caller) openCookbook();
  return who;
}

/** The member that a page of ours believes to be signed in. */
function memberMeant(headers: FastifyRequest['headers']): string | undefined {
  return headers['weekfare-member']?.toString();
}

function tokenFor(access: AppRoute['access'], cookies: Cookies): string | undefined {
  return (access === 'viewer' && cookies.display) || cookies.session || undefined;
}

function noSession(access: AppRoute['access']): Refused {
  return new Refused(problem(access === 'viewer' ? 'display-ended' : 'not-signed-in'));
}

function hasRole({ access }: AppRoute, { caller }: Admitted['who']): boolean {
  return access !== 'owner' || caller?.role === 'owner';
}

function tooMany(seconds: number): Refused {
  return new Refused(problem('too-many-requests'), { 'Retry-After': String(seconds) });
}

function sendEvents(request: FastifyRequest, reply: FastifyReply, events: Readable): FastifyReply {
  // A proxy that saves events up until there are enough of them would make them late.
  return sendStream(request, reply.type('text/event-stream').header('X-Accel-Buffering', 'no'), events);
}

function sendStream(request: FastifyRequest, reply: FastifyReply, stream: Readable): FastifyReply {
  if (request.method !== 'HEAD') return reply.send(stream);
  stream.destroy();
  return reply.send('');
}

async function answerTo(
  route: AppRoute,
  parts: AppParts,
  request: FastifyRequest,
  { who: checked, cookies, isBodyLate, reply }: Admitted & { reply: FastifyReply },
) {
  const nowMs = parts.clock();
  const meant = memberMeant(request.headers);
  const who = isBodyLate ? await whoAsks(route, parts.store, { cookies, meant }, nowMs) : checked;
  if (who instanceof Refused) return who;
  if (!hasRole(route, who)) return new Refused(problem('owner-only'));

  const input = parseInput(route, request);
  if ('errors' in input) return new Refused(problem('invalid-input', { errors: input.errors }));

  const origin = parts.config.publicUrl ?? `http://${request.headers.host}`;
  const changeBy = (actor: Actor): ChangeContext => ({ store: parts.store, actor, nowMs });
  const call = {
    ...parts,
    ...input,
    ...who,
    ...(who.caller && { context: changeBy(who.caller.member) }),
    nowMs,
    cookies,
    origin,
    address: request.ip,
    get gone() {
      return goneSignal(request, reply);
    },
    device: deviceIn(request.headers['user-agent']),
    lastEvent: request.headers['last-event-id']?.toString(),
    changeBy,
  };
  // The types were checked where the route was defined; here all routes look alike.
  return (route.handle as (call: unknown) => Promise<unknown>)(call);
}

/** A client that has closed its half of the connection counts as gone too: closing all of it looks the same. */
function goneSignal({ raw: { socket } }: FastifyRequest, { raw: response }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort();
  socket.once('end', abort);
  response.once('close', () => {
    socket.off('end', abort);
    abort();
  });
  if (socket.readableEnded) abort();
  return controller.signal;
}

/** Finds the caller or viewer of a route, without a look at the role, or why there is none. */
async function whoAsks(
  { access }: AppRoute,
  { db }: Store,
  { cookies, meant }: { cookies: Cookies; meant: string | undefined },
  nowMs: number,
): Promise<Admitted['who'] | Refused> {
  if (access === 'anyone') return {};
  if (access === 'viewer') {
    const viewer = await findViewer(db, cookies, nowMs);
    return viewer ? { viewer } : noSession(access);
  }
  const caller = await findCaller(db, cookies.session, nowMs);
  return caller ? { caller } : new Refused(problem(await whyNotSignedIn(db, meant)));
}

/**
 * Tells a removed member's device to forget the family. Only members on record as removed count, not unknown
 * ids: a service that was started on the wrong database must not make devices delete anything.
 */
async function whyNotSignedIn(db: Db, meant: string | undefined): Promise<ProblemCode> {
  const { data } = byId.safeParse({ id: meant });
  return data && (await isRemovedMember(db, data.id)) ? 'member-removed' : 'not-signed-in';
}
