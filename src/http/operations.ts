/** For whoever runs the service: is the process alive, is it ready, how is it doing. */
import type { FastifyInstance } from 'fastify';
import { ALIVE } from './listener.ts';
import type { Metrics } from './metrics.ts';
import { problem } from './problem.ts';
import { sendProblem } from './send-problem.ts';

export function registerOperations(app: FastifyInstance, metrics: Metrics, isReady: () => boolean): void {
  app.get('/healthz', async (_request, reply) => reply.type('application/json').send(ALIVE));

  app.get('/readyz', async (_request, reply) =>
    isReady() ? { status: 'ready' } : sendProblem(reply, problem('unavailable'), { 'Retry-After': '1' }),
  );

  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4').send(metrics.text()),
  );
}
