/** Signing up, in and out, joining by invitation, the own password and sessions. */
import { z } from 'zod';
import { hashSecret } from '#auth/secret.ts';
import { deviceProof, knownDevice } from '#auth/sign-in-limit.ts';
import { addFamily } from '#actions/families.ts';
import { changePassword, join, openSession, signIn, signOut, signOutEverywhere } from '#actions/members.ts';
import { email, familyName, password, timeZone } from '#domain/family.ts';
import { premiumEndsMs } from '#domain/premium.ts';
import { isRefusal, refuse } from '#domain/refusal.ts';
import { NEWCOMER } from '#storage/audit.ts';
import { findFamily } from '#storage/families.ts';
import { findOpenInvitation } from '#storage/invitations.ts';
import { findCredentials } from '#storage/members.ts';
import { listSessionsOf } from '#storage/sessions.ts';
import type { Store } from '#storage/store.ts';
import { problem } from '#http/problem.ts';
import type { Cookies } from './cookies.ts';
import { familyRoute, limited, openRoute, passwordWait, Refused } from './route.ts';

/** At sign-in any text is a password: what is too short is wrong, and hashing it costs the same. */
const anyPassword = z.string().max(200);

export const accountRoutes = [
  openRoute({
    method: 'POST',
    path: '/app/api/sign-up',
    body: z.strictObject({ familyName, email, password, timeZone }),
    async handle(call) {
      const { body, changeBy, signInLimit, address, nowMs } = call;
      const wait = signInLimit.secondsToWait({ email: body.email, address, device: undefined }, nowMs);
      if (wait > 0) return limited(wait);
      const made = await addFamily(changeBy(NEWCOMER), { ...body, name: body.familyName });
      return isRefusal(made) ? made : enter(call, body.email);
    },
  }),

  openRoute({
    method: 'POST',
    path: '/app/api/sign-in',
    body: z.strictObject({ email, password: anyPassword }),
    async handle({ body, store, cookies, signInLimit, address, device: words, nowMs }) {
      const credentials = await findCredentials(store.db, body.email);
      const device = knownDevice(cookies.device, body.email, credentials?.passwordHash);
      const wait = signInLimit.secondsToWait({ email: body.email, address, device }, nowMs);
      if (wait > 0) return limited(wait);
      const arrival = { nowMs, device: words, oldToken: cookies.session };
      const signedIn = await signIn(store, credentials, body.password, arrival);
      if (isRefusal(signedIn) || !credentials) return new Refused(problem('wrong-credentials'));
      cookies.session = signedIn.token;
      if (!device) cookies.device = deviceProof(body.email, credentials.passwordHash);
      return { family: credentials.family, member: credentials.id };
    },
  }),

  openRoute({
    method: 'POST',
    path: '/app/api/join',
    body: z.strictObject({ token: z.string().max(100), email, password }),
    async handle(call) {
      const { body, store, nowMs, signInLimit, address } = call;
      const wait = signInLimit.secondsToWait({ email: body.email, address, device: undefined }, nowMs);
      if (wait > 0) return limited(wait);
      return (await join({ store, nowMs }, body)) ?? enter(call, body.email);
    },
  }),

  openRoute({
    method: 'POST',
    path: '/app/api/join/look',
    body: z.strictObject({ token: z.string().max(100) }),
    async handle({ body, store, nowMs, signInLimit, address }) {
      const wait = signInLimit.secondsToWaitAt(address, nowMs);
      if (wait > 0) return limited(wait);
      const invitation = await findOpenInvitation(store.db, hashSecret(body.token), nowMs);
      const family = invitation && (await findFamily(store.db, invitation.family));
      return family ? { familyName: family.name } : refuse('not-found');
    },
  }),

  familyRoute({
    method: 'GET',
    path: '/app/api/sessions',
    access: 'member',
    async handle({ store, caller, nowMs }) {
      const sessions = await listSessionsOf(store.db, caller.family, caller.member, nowMs);
      return {
        sessions: sessions.map(({ tokenHash, ...session }) => ({
          ...session,
          isThis: tokenHash === caller.tokenHash,
        })),
      };
    },
  }),

  familyRoute({
    method: 'POST',
    path: '/app/api/sign-out',
    access: 'member',
    async handle({ context, caller, cookies }) {
      await signOut(context, caller);
      cookies.session = undefined;
    },
  }),

  familyRoute({
    method: 'POST',
    path: '/app/api/sign-out-everywhere',
    access: 'member',
    async handle({ context, caller, cookies }) {
      await signOutEverywhere(context, caller);
      cookies.session = undefined;
    },
  }),

  familyRoute({
    method: 'PUT',
    path: '/app/api/password',
    access: 'member',
    body: z.strictObject({ current: anyPassword, next: password }),
    async handle(call) {
      const { body, store, context, caller, cookies } = call;
      const wait = passwordWait(call);
      if (wait > 0) return limited(wait);
      const refusal = await changePassword(context, caller, body);
      if (refusal) return refusal;
      // The old proof is worthless now, and this device has just set the password.
      const credentials = await findCredentials(store.db, caller.email);
      if (credentials) cookies.device = deviceProof(caller.email, credentials.passwordHash);
      return undefined;
    },
  }),

  familyRoute({
    method: 'GET',
    path: '/app/api/me',
    access: 'member',
    async handle({ store, caller, config, nowMs }) {
      const family = await findFamily(store.db, caller.family);
      if (!family) return new Refused(problem('not-signed-in'));
      const { id, name, premium, units } = family;
      const hasPremium = config.premium === 'everyone' || premiumEndsMs(premium) > nowMs;
      return {
        member: { id: caller.member, email: caller.email, role: caller.role },
        family: { id, name, timeZone: family.timeZone, premium, hasPremium, units },
      };
    },
  }),
];

/** Signs in whoever has just become a member, on a device that is known from now on. */
async function enter(
  { store, cookies, nowMs, device }: { store: Store; cookies: Cookies; nowMs: number; device: string },
  who: string,
) {
  const credentials = await findCredentials(store.db, who);
  const session =
    credentials && (await openSession(store, credentials, { nowMs, device, oldToken: cookies.session }));
  if (!session || isRefusal(session)) return new Refused(problem('wrong-credentials'));
  cookies.session = session.token;
  cookies.device = deviceProof(who, credentials.passwordHash);
  return { family: credentials.family, member: credentials.id };
}
