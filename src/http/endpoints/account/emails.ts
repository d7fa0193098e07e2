/** A member's address: its confirmation, its change, and the language of mails. */
import { z } from 'zod';
import {
  changeEmail,
  confirmEmail,
  findUnconfirmed,
  resendConfirmation,
  setLanguage,
} from '#actions/account/emails.ts';
import { hashSecret } from '#auth/secret.ts';
import { deviceToken } from '#auth/sign-in-limit.ts';
import { email } from '#domain/family/family.ts';
import { LANGUAGES } from '#languages/language.ts';
import { isRefusal, refuse } from '#domain/refusal.ts';
import { findEmailLink } from '#storage/tables/account/email-links.ts';
import { findCredentials } from '#storage/tables/account/members.ts';
import { refuseByNetwork, refuseMail } from '#http/access/limits.ts';
import { endpoint } from '#http/endpoint.ts';

const token = z.string().max(100);

export const emailEndpoints = [
  endpoint({
    method: 'PUT',
    path: '/app/api/me/email',
    access: 'member',
    uses: ['config', 'mailLimit'],
    needsReauthentication: true,
    body: z.strictObject({ email }),
    response: z.strictObject({
      /** Whether the new address waits for its confirmation. */
      isPending: z.boolean(),
    }),
    async handle(call) {
      const { body, context, caller, config, store, cookies } = call;
      const isSent = config.mail !== undefined && body.email !== caller.email;
      const refused = isSent ? refuseMail(call, body.email) : undefined;
      if (refused) return refused;
      const changed = await changeEmail(context, caller, body.email);
      if (isRefusal(changed) || changed.isPending) return changed;
      // The proof of the device depends on the address.
      const credentials = await findCredentials(store.db, body.email);
      if (credentials) cookies.device = deviceToken(credentials.email, credentials.passwordHash);
      return changed;
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/me/email/confirmation',
    access: 'member',
    uses: ['config', 'mailLimit'],
    async handle(call) {
      const { store, caller, nowMs } = call;
      const recipient = await findUnconfirmed(store, caller);
      if (recipient === undefined) return refuse('not-found');
      return refuseMail(call, recipient) ?? resendConfirmation(store, caller, { recipient, nowMs });
    },
  }),

  endpoint({
    method: 'PUT',
    path: '/app/api/me/language',
    access: 'member',
    body: z.strictObject({ language: z.enum(LANGUAGES) }),
    handle: ({ body, store, caller }) => setLanguage(store, caller, body.language),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/email/look',
    access: 'anyone',
    uses: ['signInLimit'],
    body: z.strictObject({ token }),
    response: z.strictObject({
      /** The address that the link confirms. */
      email: z.string(),
    }),
    async handle(call) {
      const { body, store, nowMs } = call;
      const limited = refuseByNetwork(call);
      if (limited) return limited;
      const link = await findEmailLink(store.db, hashSecret(body.token), nowMs);
      return link ? { email: link.email } : refuse('email-link-ended');
    },
  }),

  // Not by opening the link alone: mail programs open links to check them.
  endpoint({
    method: 'POST',
    path: '/app/api/email/confirm',
    access: 'anyone',
    uses: ['signInLimit'],
    body: z.strictObject({ token }),
    async handle(call) {
      const { body, store, nowMs, address, device } = call;
      const limited = refuseByNetwork(call);
      if (limited) return limited;
      return confirmEmail({ store, nowMs, from: { device, address } }, body.token);
    },
  }),
];
