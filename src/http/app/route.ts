/**
 * What a route of the web app's own API is: address, access, input and behaviour in one object.
 * Registering one puts the checks in front of its handler, in this order: same origin, session,
 * role, input. So a handler deals only with its subject, and a test can walk over every route.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Caller, findCaller } from '#auth/session.ts';
import type { SignInLimit } from '#auth/sign-in-limit.ts';
import type { Config } from '#config.ts';
import { isRefusal } from '#domain/refusal.ts';
import type { Actor, ChangeContext } from '#storage/audit.ts';
import type { Store } from '#storage/store.ts';
import { problem, type Problem, refusalProblem } from '#http/problem.ts';
import { sendProblem } from '#http/send-problem.ts';
import { Cookies } from './cookies.ts';
import { isSameOrigin } from './same-origin.ts';

/** What every route may use. */
export type AppParts = { store: Store; config: Config; clock: () => number; signInLimit: SignInLimit };

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
  /** The context of a change made by this actor. */
  changeBy: (actor: Actor) => ChangeContext;
};

type Definition<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  params?: Params;
  query?: Query;
  body?: Body;
};

type Handler<Params, Query, Body, Who> = (call: Call<Params, Query, Body> & Who) => Promise<unknown>;
type SignedIn = { caller: Caller; context: ChangeContext };

export type AppRoute = Definition<z.ZodType, z.ZodType, z.ZodType> & {
  access: 'anyone' | 'member' | 'owner';
  handle: Handler<never, never, never, SignedIn>;
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
export function passwordWait({
  caller,
  address,
  nowMs,
  signInLimit,
}: Call<unknown, unknown, unknown> & SignedIn): number {
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
    handler: async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const answer = await answerTo(route, parts, request, reply);
      if (answer instanceof Refused) return sendProblem(reply, answer.problem, answer.headers);
      if (isRefusal(answer)) return sendProblem(reply, refusalProblem(answer));
      return answer === undefined ? reply.code(204).send() : answer;
    },
  });
}

async function answerTo(route: AppRoute, parts: AppParts, request: FastifyRequest, reply: FastifyReply) {
  if (route.method !== 'GET' && !isSameOrigin(request.headers, parts.config.publicUrl)) {
    return new Refused(problem('cross-site'));
  }
  const nowMs = parts.clock();
  const cookies = new Cookies(request.headers.cookie, reply, parts.config.publicUrl);
  const caller =
    route.access === 'anyone' ? undefined : await findCaller(parts.store.db, cookies.session, nowMs);
  if (route.access !== 'anyone' && !caller) return new Refused(problem('not-signed-in'));
  if (route.access === 'owner' && caller?.role !== 'owner') return new Refused(problem('owner-only'));

  const input = parseInput(route, request);
  if ('errors' in input) return new Refused(problem('invalid-input', { errors: input.errors }));

  const origin = parts.config.publicUrl ?? `http://${request.headers.host}`;
  const changeBy = (actor: Actor): ChangeContext => ({ store: parts.store, actor, nowMs });
  const call = { ...parts, ...input, nowMs, cookies, origin, address: request.ip, changeBy };
  // The types were checked where the route was defined; here all routes look alike.
  return (route.handle as (call: unknown) => Promise<unknown>)(
    caller ? { ...call, caller, context: changeBy(caller.member) } : call,
  );
}

const NOTHING = z.strictObject({});

type InputError = { in: string; field: string; message: string };

function parseInput(route: AppRoute, request: FastifyRequest) {
  const errors: InputError[] = [];
  const parse = (part: string, schema: z.ZodType, value: unknown): unknown => {
    const { data, error } = schema.safeParse(value);
    for (const { path, message, ...issue } of error?.issues ?? []) {
      const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [''];
      for (const key of unknown) {
        errors.push({ in: part, field: [...path, key].filter((step) => step !== '').join('.'), message });
      }
    }
    return data;
  };
  const params = parse('path', route.params ?? NOTHING, request.params);
  const query = parse('query', route.query ?? NOTHING, request.query);
  const body = parse('body', route.body ?? NOTHING, request.body ?? {});
  return errors.length > 0 ? { errors } : { params, query, body };
}
