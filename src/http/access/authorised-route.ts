/**
 * Registers a route whose sender is checked before the body is read, so that the body of a refused request costs
 * nothing, and once more if the body was late: a session or a key can end meanwhile.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { createDeadline } from '#storage/deadline.ts';

/** Sends a response. It runs outside the deadline of the request: a 429 that is delayed on purpose is no work. */
export type Send = () => FastifyReply | Promise<FastifyReply>;

/** Finds who sends a request, or responds why they may not. */
export type Guard<Sender extends object> = {
  /** By the headers alone. Counts the request. */
  check: (request: FastifyRequest, reply: FastifyReply) => Promise<Sender | Send>;
  /** Whether a sender who was checked may still do this. */
  checkAgain: (sender: Sender, request: FastifyRequest, reply: FastifyReply) => Promise<Sender | Send>;
};

export type AuthorisedRequest<Sender extends object> = {
  request: FastifyRequest;
  reply: FastifyReply;
  sender: Sender;
  /** To be called when the body has arrived. */
  checkAgain: () => Promise<Sender | Send>;
};

type Checked<Sender> = {
  sender: Sender;
  runWithDeadline: ReturnType<typeof createDeadline>;
  /** The body was still on its way, which can take seconds. */
  isBodyLate: boolean;
};

export function authorisedRoute<Sender extends object>(
  app: FastifyInstance,
  route: Pick<RouteOptions, 'method' | 'url' | 'bodyLimit' | 'onSend'>,
  guard: Guard<Sender>,
  run: (authorised: AuthorisedRequest<Sender>) => Promise<Send>,
): void {
  const checked = new WeakMap<FastifyRequest, Checked<Sender>>();
  app.route({
    ...route,
    onRequest: async (request, reply) => {
      const runWithDeadline = createDeadline();
      const sender = await runWithDeadline(() => guard.check(request, reply));
      if (typeof sender === 'function') return sender();
      const isBodyLate = request.method !== 'GET' && !request.raw.complete;
      checked.set(request, { sender, runWithDeadline, isBodyLate });
      return undefined;
    },
    handler: async (request, reply) => {
      const { sender, runWithDeadline, isBodyLate } = checked.get(request) as Checked<Sender>;
      const checkAgain = async () => (isBodyLate ? guard.checkAgain(sender, request, reply) : sender);
      const send = await runWithDeadline(() => run({ request, reply, sender, checkAgain }));
      return send();
    },
  });
}
