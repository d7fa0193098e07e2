/** The fresh proof that sensitive actions require: how a member can give it, and the proof by password. */
import { z } from 'zod';
import { proveByPassword } from '#actions/account/sessions.ts';
import { readSignInMethods } from '#actions/account/sign-in-methods.ts';
import { groupsOfMember } from '#auth/password.ts';
import { signInPolicyOf } from '#http/access/sign-in-policy.ts';
import { problem } from '#http/problems/problem.ts';
import { takePasswordAttempt, signInLimited } from '#http/access/limits.ts';
import { endpoint, ProblemResponse } from '#http/endpoint.ts';

const PROOF_METHODS = ['passkey', 'password', 'oidc'] as const;
type ProofMethod = (typeof PROOF_METHODS)[number];

export const proofEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/proof',
    access: 'member',
    uses: ['config'],
    response: z.strictObject({
      /** The ways in which this member can prove who they are, the preferred one first. */
      methods: z.array(z.enum(PROOF_METHODS)),
    }),
    async handle(call) {
      const { store, caller } = call;
      const possible = await readSignInMethods(store.db, caller.family, caller.member, signInPolicyOf(call));
      const methods: ProofMethod[] = [];
      if (possible.passkeys.length > 0) methods.push('passkey');
      if (possible.hasPassword) methods.push('password');
      if (possible.identities.length > 0) methods.push('oidc');
      return { methods };
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/proof/password',
    access: 'member',
    uses: ['config', 'signInLimit'],
    body: z.strictObject({ password: z.string().max(200) }),
    async handle(call) {
      const { body, store, caller, address, nowMs, config } = call;
      if (config.signIn === 'oidc') return new ProblemResponse(problem('only-oidc'));
      const wait = takePasswordAttempt(call);
      if (wait > 0) return signInLimited(wait);
      const groups = groupsOfMember(caller.family, address);
      return proveByPassword(store, caller, body.password, { nowMs, groups });
    },
  }),
];
