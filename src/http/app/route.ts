/**
 * What a route of the web app's own API is: address, access, input and behaviour in one object.
 * Registering one puts the checks in front of its handler, in this order: same origin, session,
 * role, input. So a handler deals only with its subject, and a test can walk over every route.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { openCookbook } from '#actions/cookbook-opening.ts';
import type { PlannerPool } from '#actions/planner-pool.ts';
import { type Caller, findCaller } from '#auth/session.ts';
import type { SignInChallenges } from '#auth/sign-in-challenge.ts';
import type { SignInLimit } from '#auth/sign-in-limit.ts';
import { findViewer, type Viewer } from '#auth/viewer.ts';
import type { Config } from '#config.ts';
import { isRefusal } from '#domain/refusal.ts';
import type { Actor, ChangeContext } from '#storage/audit.ts';
import { withPatience } from '#storage/patience.ts';
import type { Store } from '#storage/store.ts';
import { problem, type Problem, refusalProblem } from '#http/problem.ts';
import { sendProblem } from '#http/send-problem.ts';
import { Cookies } from './cookies.ts';
import { deviceIn } from './device.ts';
import type { EventStreams } from './event-streams.ts';
import { isSameOrigin } from './same-origin.ts';

/** What every route may use. */
export type AppParts = {
  store: Store;
  config: Config;
  clock: () => number;
  signInLimit: SignInLimit;
  signInChallenges: SignInChallenges;
  streams: EventStreams;
  planner: PlannerPool;
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
  /** Aborted when the client closes the connection; what nobody waits for need not be done. */
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

export function registerAppRoute(app: FastifyInstance, parts: AppParts, route: AppRoute): void {
  app.route({
    method: route.method,
    url: route.path,
    ...(route.mostBytes !== undefined && { bodyLimit: route.mostBytes }),
    handler: async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const answer = await withPatience(() => answerTo(route, parts, request, reply));
      if (answer instanceof Refused) return sendProblem(reply, answer.problem, answer.headers);
      if (isRefusal(answer)) return sendProblem(reply, refusalProblem(answer));
      if (answer instanceof Readable) return sendEvents(request, reply, answer);
      return answer === undefined ? reply.code(204).send() : answer;
    },
  });
}

function sendEvents(request: FastifyRequest, reply: FastifyReply, events: Readable): FastifyReply {
  // A proxy that saves events up until there are enough of them would make them late.
  reply.type('text/event-stream').header('X-Accel-Buffering', 'no');
  if (request.method !== 'HEAD') return reply.send(events);
  events.destroy();
  return reply.send('');
}

async function answerTo(route: AppRoute, parts: AppParts, request: FastifyRequest, reply: FastifyReply) {
  if (route.method !== 'GET' && !isSameOrigin(request.headers, parts.config.publicUrl)) {
    return new Refused(problem('cross-site'));
  }
  const nowMs = parts.clock();
  const cookies = new Cookies(request.headers.cookie, reply, parts.config.publicUrl);
  const who = await whoAsks(route, parts.store, cookies, nowMs);
  if (who instanceof Refused) return who;
  // Whatever page a member opens next, it is likely to want it.
  if (who.caller) openCookbook();
  // A tab may belong to someone who has signed out since; by now the cookie is another's.
  const meant = request.headers['weekfare-member'];
  if (meant && who.caller && meant !== who.caller.member) return new Refused(problem('not-signed-in'));

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
    gone: goneSignal(reply),
    device: deviceIn(request.headers['user-agent']),
    lastEvent: request.headers['last-event-id']?.toString(),
    changeBy,
  };
  // The types were checked where the route was defined; here all routes look alike.
  return (route.handle as (call: unknown) => Promise<unknown>)(call);
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

/** Whoever a route is for, or why not. */
async function whoAsks(
  { access }: AppRoute,
  { db }: Store,
  cookies: Cookies,
  nowMs: number,
): Promise<{ caller?: Caller; viewer?: Viewer } | Refused> {
  if (access === 'anyone') return {};
  if (access === 'viewer') {
    const viewer = await findViewer(db, cookies, nowMs);
    return viewer ? { viewer } : new Refused(problem('display-ended'));
  }
  const caller = await findCaller(db, cookies.session, nowMs);
  if (!caller) return new Refused(problem('not-signed-in'));
  if (access === 'owner' && caller.role !== 'owner') return new Refused(problem('owner-only'));
  return { caller };
}

const NOTHING = z.strictObject({});

type InputError = { in: string; field: string; message: string };
/** A small body can hold thousands of mistakes; the answer must not grow with them. */
const MOST_ERRORS = 100;

function parseInput(route: AppRoute, request: FastifyRequest) {
  const errors: InputError[] = [];
  const parse = (part: string, schema: z.ZodType, value: unknown): unknown => {
    const { data, error } = schema.safeParse(value);
    for (const { path, message, ...issue } of error?.issues ?? []) {
      const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
      if (!unknown) errors.push({ in: part, field: path.join('.'), message });
      for (const key of unknown ?? []) {
        errors.push({ in: part, field: [...path, key].join('.'), message: 'is not a field of this' });
      }
    }
    return data;
  };
  const params = parse('path', route.params ?? NOTHING, request.params);
  const query = parse('query', route.query ?? NOTHING, request.query);
  const body = parse('body', route.body ?? NOTHING, request.body ?? {});
  return errors.length > 0 ? { errors: errors.slice(0, MOST_ERRORS) } : { params, query, body };
}
