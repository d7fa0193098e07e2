/** Checks the API key of a request that goes through the framework: of the public API, CalDAV and MCP. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openCookbook } from '#jobs/cookbook-opening.ts';
import { type Scope, scopeBits } from '#domain/family/scopes.ts';
import { currentWork } from '#storage/deadline.ts';
import { keyActor } from '#storage/actor.ts';
import type { CachedKey, KeyAccess } from './key-access.ts';
import type { ProblemCode } from '#http/problems/problem.ts';
import type { Guard, Send } from './authorised-route.ts';
import type { AppRateLimit } from './rate-limit.ts';

type GuardServices = { keyAccess: KeyAccess; rateLimit: AppRateLimit; clock: () => number };

/** What a protocol says of its requests by key. */
type KeyRules = {
  /** Of every response. */
  headers: Record<string, string>;
  /** Empty if the request has none. */
  keyIn: (request: FastifyRequest) => string;
  /** The key needs one of these scopes. */
  wantedBy: (request: FastifyRequest) => { scopes: readonly Scope[]; isChange: boolean; cost: number };
  refuse: (refusal: KeyRefusal, request: FastifyRequest, reply: FastifyReply) => Send;
};
export type KeyRefusal = { code: ProblemCode; apiKey: string; scopes: readonly Scope[] };

/** Counts each request, by key and by family. */
export function keyGuard(
  { keyAccess, rateLimit, clock }: GuardServices,
  { headers, keyIn, wantedBy, refuse }: KeyRules,
): Guard<CachedKey> {
  return {
    async check(request, reply) {
      reply.headers(headers);
      const nowMs = clock();
      const apiKey = keyIn(request);
      const { scopes, isChange, cost } = wantedBy(request);
      const usage = { tokensLeft: 0, retrySeconds: 0 };
      const takeMore = (key: CachedKey) => rateLimit.take(senderOf(key), { isChange, cost }, nowMs);
      const found = await keyAccess.find(apiKey, nowMs);
      const wanted = { scopeBit: scopeBits(scopes), takeMore };
      const code = keyAccess.check(found, wanted, nowMs, usage);
      if (code !== 'invalid-api-key') reply.headers(keyAccess.rateHeaders(usage));
      if (code === 'rate-limited') reply.header('Retry-After', String(usage.retrySeconds));
      if (code !== undefined || found === undefined)
        return refuse({ code: code ?? 'invalid-api-key', apiKey, scopes }, request, reply);
      openCookbook();
      currentWork()?.chargeTo(found.family);
      return found;
    },

    async checkAgain(_key, request, reply) {
      const nowMs = clock();
      const apiKey = keyIn(request);
      const { scopes } = wantedBy(request);
      const current = await keyAccess.find(apiKey, nowMs);
      const code = keyAccess.checkRights(current, scopeBits(scopes), nowMs);
      if (code === undefined && current) return current;
      return refuse({ code: code ?? 'invalid-api-key', apiKey, scopes }, request, reply);
    },
  };
}

/** In the limits of the app, a key counts as a session. */
export function senderOf({ family, id }: CachedKey): { family: string; id: string } {
  return { family, id: keyActor(id) };
}
