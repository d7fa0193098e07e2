/** What can act as the member, and what a family sees of its security: sign-ins, keys, members and other events. */
import { z } from 'zod';
import { endOwnAccess } from '#actions/account/access.ts';
import { readSecurityEvents } from '#queries/account/security-events.ts';
import { countAccess } from '#storage/tables/account/access.ts';
import { endpoint } from '#http/endpoint.ts';
import { signInPolicyOf } from '#http/access/sign-in-policy.ts';

export const securityEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/access',
    access: 'member',
    handle: async ({ store, caller, nowMs }) => ({
      access: await countAccess(store.db, caller.family, caller.member, nowMs),
    }),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/access/end',
    access: 'member',
    uses: ['config'],
    needsFreshProof: true,
    handle: async (call) => ({ ended: await endOwnAccess(call.context, call.caller, signInPolicyOf(call)) }),
  }),

  endpoint({
    method: 'GET',
    path: '/app/api/security-events',
    access: 'member',
    // `before` is the `next` of the page before this one.
    query: z.strictObject({ before: z.coerce.number().int().min(0).optional() }),
    handle: ({ store, caller, query }) => readSecurityEvents(store.db, caller.family, query),
  }),
];
