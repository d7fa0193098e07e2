/** Routes for the operator: health probes, metrics and security.txt. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '#config.ts';
import { ALIVE } from '#http/server/listener.ts';
import type { Metrics } from '#http/server/metrics.ts';
import { problem } from '#http/problems/problem.ts';
import { sendProblem } from '#http/problems/send-problem.ts';

type Operations = {
  metrics: Metrics;
  config: Pick<Config, 'securityContact' | 'publicUrl' | 'metrics'>;
  clock: () => number;
  isReady: () => boolean;
};

export function registerOperations(app: FastifyInstance, { metrics, config, clock, isReady }: Operations) {
  registerHealth(app, isReady);
  if (config.metrics === undefined) registerMetrics(app, metrics);

  app.get('/.well-known/security.txt', async (_request, reply) =>
    config.securityContact === undefined
      ? sendProblem(reply, problem('not-found'))
      : reply.type('text/plain; charset=utf-8').send(securityText(config, clock())),
  );
}

/** Also on the metrics port, for probes that do not go through the proxy. */
export function registerHealth(app: FastifyInstance, isReady: () => boolean) {
  app.get('/healthz', async (_request, reply) => reply.type('application/json').send(ALIVE));

  app.get('/readyz', async (_request, reply) =>
    isReady() ? { status: 'ready' } : sendProblem(reply, problem('unavailable'), { 'Retry-After': '1' }),
  );
}

export function registerMetrics(app: FastifyInstance, metrics: Metrics) {
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics.text()),
  );
}

/** RFC 9116. It expires, because the contact is the current setting and may change. */
function securityText({ securityContact, publicUrl }: Operations['config'], nowMs: number): string {
  const expires = Temporal.Instant.fromEpochMilliseconds(nowMs).add({ hours: 90 * 24 });
  return [
    `Contact: ${securityContact}`,
    `Expires: ${expires.toString({ smallestUnit: 'second' })}`,
    'Preferred-Languages: en, de',
    ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`]),
    '',
  ].join('\n');
}
