/** The fresh proof that sensitive actions require: how a member can give it, and the proof by password. */
import { z } from 'zod';
import { proveByPassword } from '#actions/sessions.ts';
import { groupsOfMember } from '#auth/password.ts';
import { familyRoute, passwordWaitSeconds, signInLimited } from '#http/app/route.ts';

export const proofRoutes = [
  familyRoute({
    method: 'GET',
    path: '/app/api/proof',
    access: 'member',
    handle: async () => ({ methods: ['password' as const] }),
  }),

  familyRoute({
    method: 'POST',
    path: '/app/api/proof/password',
    access: 'member',
    body: z.strictObject({ password: z.string().max(200) }),
    async handle(call) {
      const { body, store, caller, address, nowMs } = call;
      const wait = passwordWaitSeconds(call);
      if (wait > 0) return signInLimited(wait);
      const groups = groupsOfMember(caller.family, address);
      return proveByPassword(store, caller, body.password, { nowMs, groups });
    },
  }),
];
