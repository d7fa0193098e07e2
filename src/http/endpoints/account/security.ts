/** What can act as the member, and what a family sees of its security: sign-ins, keys, members and other events. */
import { ROLES } from '#domain/family/family.ts';
import { SCOPES } from '#domain/family/scopes.ts';
import { SECURITY_ACTIONS } from '#domain/family/security-events.ts';
import { accessCounts, accessEnded, creator } from '#http/endpoints/response-schemas.ts';
import { z } from 'zod';
import { endOwnAccess } from '#actions/account/access.ts';
import { readSecurityEvents } from '#queries/account/security-events.ts';
import { countAccess } from '#storage/tables/account/access.ts';
import { endpoint } from '#http/endpoint.ts';
import { signInPolicyOf } from '#http/access/sign-in-policy.ts';

const actor = z.union([creator, z.strictObject({ kind: z.literal('service') })]);
const securityEvent = z.strictObject({
  id: z.string(),
  at: z.string(),
  action: z.enum(SECURITY_ACTIONS),
  actor,
  /** The member whom the event is about, unless that is the actor. */
  member: actor.exactOptional(),
  /** Of the key, display link or webhook endpoint. */
  name: z.string().exactOptional(),
  role: z.enum(ROLES).exactOptional(),
  /** Of a key. */
  scopes: z.array(z.enum(SCOPES)).exactOptional(),
  /** Both are empty if they are not known. */
  device: z.string(),
  address: z.string(),
});

export const securityEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/access',
    access: 'member',
    response: z.strictObject({
      /** How much of each kind can act as this member, this session included; a kind without any is absent. */
      access: accessCounts,
    }),
    handle: async ({ store, caller, nowMs }) => ({
      access: await countAccess(store.db, caller.family, caller.member, nowMs),
    }),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/access/end',
    access: 'member',
    uses: ['config'],
    needsReauthentication: true,
    response: accessEnded,
    handle: async (call) => ({ ended: await endOwnAccess(call.context, call.caller, signInPolicyOf(call)) }),
  }),

  endpoint({
    method: 'GET',
    path: '/app/api/security-events',
    access: 'member',
    // `before` is the `next` of the page before this one.
    query: z.strictObject({ before: z.coerce.number().int().min(0).optional() }),
    response: z.strictObject({
      /** The newest first. */
      events: z.array(securityEvent),
      /** The `before` of the next page, null at the end. */
      next: z.int().nullable(),
    }),
    handle: ({ store, caller, query }) => readSecurityEvents(store.db, caller.family, query),
  }),
];
