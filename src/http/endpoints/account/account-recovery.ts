/** Account recovery: reset links, recovery codes, and the notices that tell the family of their use. */
import { accessEnded, signedIn } from '#http/endpoints/response-schemas.ts';
import { z } from 'zod';
import {
  makeRecoveryCodes,
  makeResetLink,
  markNoticesRead,
  resetByCode,
  resetByLink,
} from '#actions/account/account-recovery.ts';
import { requestResetMail } from '#actions/account/emails.ts';
import { groupsOfStranger } from '#auth/password.ts';
import { hashSecret } from '#auth/secret.ts';
import { password, typedEmail } from '#domain/family/family.ts';
import { isRefusal, refuse } from '#domain/refusal.ts';
import { instantText } from '#domain/week/instant.ts';
import type { AccessCounts } from '#storage/tables/account/access.ts';
import { findAccount } from '#storage/tables/account/members.ts';
import { countRecoveryCodes, findResetLink, listNotices } from '#storage/tables/account/account-recovery.ts';
import { byId, language } from '#http/input/input-schemas.ts';
import { refuseByNetwork, refuseMail } from '#http/access/limits.ts';
import { type Call, endpoint } from '#http/endpoint.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';
import { signInNewMember } from './open-session.ts';

const token = z.string().max(100);

const signedInAfterReset = z.strictObject({ ...signedIn.shape, ...accessEnded.shape });

export const accountRecoveryEndpoints = [
  endpoint({
    method: 'POST',
    path: '/app/api/members/:id/reset-link',
    access: 'owner',
    needsReauthentication: true,
    params: byId,
    response: z.strictObject({
      /** In this response only. */
      link: z.string(),
      expiresAt: z.string(),
    }),
    async handle({ params, context, caller, origin }) {
      const made = await makeResetLink(context, caller.family, params.id);
      if (isRefusal(made)) return made;
      // Browsers do not send the part after #, so it is in no log.
      return { link: `${origin}/reset#${made.token}`, expiresAt: instantText(made.expiresAtMs) };
    },
  }),

  // The same answer after the same work for every address: the mail is prepared outside of the request.
  endpoint({
    method: 'POST',
    path: '/app/api/reset/mail',
    access: 'anyone',
    uses: ['config', 'signInLimit', 'mailLimit'],
    body: z.strictObject({ email: typedEmail, language }),
    async handle(call) {
      const { body, store, nowMs, config } = call;
      if (config.signIn === 'oidc') return new ProblemResponse(problem('only-oidc'));
      const limited = refuseByNetwork(call);
      if (limited) return limited;
      return refuseMail(call, body.email) ?? requestResetMail(store, body, nowMs);
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/reset/look',
    access: 'anyone',
    uses: ['signInLimit'],
    body: z.strictObject({ token }),
    response: z.strictObject({
      /** Of the member who sets a new password with the link. */
      email: z.string(),
    }),
    async handle(call) {
      const { body, store, nowMs } = call;
      const limited = refuseByNetwork(call);
      if (limited) return limited;
      const link = await findResetLink(store.db, hashSecret(body.token), nowMs);
      return link ? { email: link.email } : refuse('reset-link-ended');
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/reset',
    access: 'anyone',
    uses: ['config', 'signInLimit'],
    body: z.strictObject({ token, password }),
    response: signedInAfterReset,
    async handle(call) {
      const { body, store, nowMs, address, device, config } = call;
      if (config.signIn === 'oidc') return new ProblemResponse(problem('only-oidc'));
      const limited = refuseByNetwork(call);
      if (limited) return limited;
      const next = { password: body.password, groups: groupsOfStranger(address) };
      const reset = await resetByLink({ store, nowMs, from: { device, address } }, body.token, next);
      return isRefusal(reset) ? reset : signInAfterReset(call, reset);
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/recover',
    access: 'anyone',
    uses: ['config', 'signInLimit', 'refusalLog'],
    body: z.strictObject({ email: typedEmail, code: z.string().max(100), password }),
    response: signedInAfterReset,
    async handle(call) {
      const { body, store, nowMs, address, device, refusalLog, config } = call;
      if (config.signIn === 'oidc') return new ProblemResponse(problem('only-oidc'));
      // Not by account: a code has 120 bits, and an attacker's guesses at the password must not stop its owner.
      const limited = refuseByNetwork(call);
      if (limited) return limited;
      const account = await findAccount(store.db, body.email);
      const next = { code: body.code, password: body.password, groups: groupsOfStranger(address) };
      const reset = await resetByCode({ store, nowMs, from: { device, address } }, account, next);
      if (!isRefusal(reset)) return signInAfterReset(call, reset);
      refusalLog.signInFailed({ member: account?.id, address }, nowMs);
      return reset;
    },
  }),

  endpoint({
    method: 'GET',
    path: '/app/api/recovery-codes',
    access: 'member',
    response: z.strictObject({ left: z.int() }),
    handle: async ({ store, caller }) => ({
      left: await countRecoveryCodes(store.db, caller.family, caller.member),
    }),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/recovery-codes',
    access: 'member',
    needsReauthentication: true,
    response: z.strictObject({
      /** In this response only. */
      codes: z.array(z.string()),
    }),
    handle: ({ context, caller }) => makeRecoveryCodes(context, caller),
  }),

  endpoint({
    method: 'GET',
    path: '/app/api/notices',
    access: 'member',
    response: z.strictObject({
      notices: z.array(
        z.strictObject({
          kind: z.literal('reset'),
          about: z.string(),
          /** Of the member whose password was reset; null if they have left since. */
          email: z.string().nullable(),
          at: z.string(),
        }),
      ),
    }),
    handle: async ({ store, caller }) => ({
      notices: await listNotices(store.db, caller.family, caller.member),
    }),
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/notices',
    access: 'member',
    handle: ({ store, caller }) => markNoticesRead(store, caller),
  }),
];

async function signInAfterReset(call: Call, { email, ended }: { email: string; ended: AccessCounts }) {
  const signedIn = await signInNewMember(call, email, { isNew: false });
  return signedIn instanceof ProblemResponse ? signedIn : { ...signedIn, ended };
}
