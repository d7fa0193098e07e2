/** reauthentication that sensitive actions require: how a member can give it, and the proof by password. */
import { z } from 'zod';
import { reauthenticateByPassword } from '#actions/account/sessions.ts';
import { readSignInMethods } from '#actions/account/sign-in-methods.ts';
import { groupsOfMember } from '#auth/password.ts';
import { signInPolicyOf } from '#http/access/sign-in-policy.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';
import { takePasswordAttempt, signInLimited } from '#http/access/limits.ts';
import { endpoint } from '#http/endpoint.ts';

const REAUTHENTICATION_METHODS = ['passkey', 'password', 'oidc'] as const;
type ReauthenticationMethod = (typeof REAUTHENTICATION_METHODS)[number];

export const reauthenticationEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/reauthentication',
    access: 'member',
    uses: ['config'],
    response: z.strictObject({
      /** The ways in which this member can prove who they are, the preferred one first. */
      methods: z.array(z.enum(REAUTHENTICATION_METHODS)),
    }),
    async handle(call) {
      const { store, caller } = call;
      const possible = await readSignInMethods(store.db, caller.family, caller.member, signInPolicyOf(call));
      const methods: ReauthenticationMethod[] = [];
      if (possible.passkeys.length > 0) methods.push('passkey');
      if (possible.hasPassword) methods.push('password');
      if (possible.identities.length > 0) methods.push('oidc');
      return { methods };
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/reauthentication/password',
    access: 'member',
    uses: ['config', 'signInLimit'],
    body: z.strictObject({ password: z.string().max(200) }),
    async handle(call) {
      const { body, store, caller, address, nowMs, config } = call;
      if (config.signIn === 'oidc') return new ProblemResponse(problem('only-oidc'));
      const wait = takePasswordAttempt(call);
      if (wait > 0) return signInLimited(wait);
      const groups = groupsOfMember(caller.family, address);
      return reauthenticateByPassword(store, caller, body.password, { nowMs, groups });
    },
  }),
];
