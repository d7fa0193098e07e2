/** The fresh proof that sensitive actions require: how a member can give it, and the proof by password. */
import { z } from 'zod';
import { proveByPassword } from '#actions/account/sessions.ts';
import { readWaysIn } from '#actions/account/ways-in.ts';
import { groupsOfMember } from '#auth/password.ts';
import type { ProofMethod } from '#http/app/contracts/account-contract.ts';
import { placeOf } from '#http/app/place.ts';
import { problem } from '#http/problem.ts';
import { familyRoute, passwordWaitSeconds, ProblemResponse, signInLimited } from '#http/app/route.ts';

export const proofRoutes = [
  familyRoute({
    method: 'GET',
    path: '/app/api/proof',
    access: 'member',
    async handle(call) {
      const { store, caller } = call;
      const ways = await readWaysIn(store.db, caller.family, caller.member, placeOf(call));
      const methods: ProofMethod[] = [];
      if (ways.passkeys.length > 0) methods.push('passkey');
      if (ways.hasPassword) methods.push('password');
      if (ways.identities.length > 0) methods.push('oidc');
      return { methods };
    },
  }),

  familyRoute({
    method: 'POST',
    path: '/app/api/proof/password',
    access: 'member',
    body: z.strictObject({ password: z.string().max(200) }),
    async handle(call) {
      const { body, store, caller, address, nowMs, config } = call;
      if (config.signIn === 'oidc') return new ProblemResponse(problem('only-oidc'));
      const wait = passwordWaitSeconds(call);
      if (wait > 0) return signInLimited(wait);
      const groups = groupsOfMember(caller.family, address);
      return proveByPassword(store, caller, body.password, { nowMs, groups });
    },
  }),
];
