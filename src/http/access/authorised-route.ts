/**
 * Registers a route whose requester is checked before the body is read, so that the body of a refused request costs
 * nothing, and once more if the body was late: a session or a key can end meanwhile.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { createDeadline } from '#storage/deadline.ts';

/** Sends a response. It runs outside the deadline of the request: a 429 that is delayed on purpose is no work. */
export type Send = () => FastifyReply | Promise<FastifyReply>;

/** Finds who sends a request, or responds why they may not. */
export type Guard<Requester extends object> = {
  /** By the headers alone. Counts the request. */
  check: (request: FastifyRequest, reply: FastifyReply) => Promise<Requester | Send>;
  /** Whether a requester who was checked may still do this. */
  checkAgain: (
    requester: Requester,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<Requester | Send>;
};

export type AuthorisedRequest<Requester extends object> = {
  request: FastifyRequest;
  reply: FastifyReply;
  requester: Requester;
  /** To be called when the body has arrived. */
  checkAgain: () => Promise<Requester | Send>;
};

type Checked<Requester> = {
  requester: Requester;
  runWithDeadline: ReturnType<typeof createDeadline>;
  /** The body was still on its way, which can take seconds. */
  isBodyLate: boolean;
};

export function authorisedRoute<Requester extends object>(
  app: FastifyInstance,
  route: Pick<RouteOptions, 'method' | 'url' | 'bodyLimit' | 'onSend'>,
  guard: Guard<Requester>,
  run: (authorised: AuthorisedRequest<Requester>) => Promise<Send>,
): void {
  const checked = new WeakMap<FastifyRequest, Checked<Requester>>();
  app.route({
    ...route,
    onRequest: async (request, reply) => {
      const runWithDeadline = createDeadline();
      const requester = await runWithDeadline(() => guard.check(request, reply));
      if (typeof requester === 'function') return requester();
      const isBodyLate = request.method !== 'GET' && !request.raw.complete;
      checked.set(request, { requester, runWithDeadline, isBodyLate });
      return undefined;
    },
    handler: async (request, reply) => {
      const { requester, runWithDeadline, isBodyLate } = checked.get(request) as Checked<Requester>;
      const checkAgain = async () => (isBodyLate ? guard.checkAgain(requester, request, reply) : requester);
      const send = await runWithDeadline(() => run({ request, reply, requester, checkAgain }));
      return send();
    },
  });
}
