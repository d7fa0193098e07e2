/** Signing up, in and out, joining by invitation, and the own password. */
import { z } from 'zod';
import { deviceProof, knownDevice } from '#auth/sign-in-limit.ts';
import { addFamily } from '#actions/families.ts';
import { changePassword, join, openSession, signIn, signOut, signOutEverywhere } from '#actions/members.ts';
import { email, familyName, password, timeZone } from '#domain/family.ts';
import { premiumEndsMs } from '#domain/premium.ts';
import { isRefusal } from '#domain/refusal.ts';
import { findFamily } from '#storage/families.ts';
import { findCredentials, getPasswordHash } from '#storage/members.ts';
import type { Db } from '#storage/schema.ts';
import { problem } from '#http/problem.ts';
import { familyRoute, limited, openRoute, Refused } from './route.ts';

/** At sign-in any text is a password: what is too short is wrong, and hashing it costs the same. */
const anyPassword = z.string().max(200);

export const accountRoutes = [
  openRoute({
    method: 'POST',
    path: '/app/api/sign-up',
    body: z.strictObject({ familyName, email, password, timeZone }),
    async handle({ body, store, changeBy, cookies, signInLimit, address, nowMs }) {
      const wait = signInLimit.secondsToWait({ email: body.email, address, device: undefined }, nowMs);
      if (wait > 0) return limited(wait);
      const made = await addFamily(changeBy('sign-up'), { ...body, name: body.familyName });
      if (isRefusal(made)) return made;
      cookies.session = await openSession(store, made.id, made.owner, nowMs);
      cookies.device = await proofOf(store.db, body.email, made.id, made.owner);
      return { family: made.id, member: made.owner };
    },
  }),

  openRoute({
    method: 'POST',
    path: '/app/api/sign-in',
    body: z.strictObject({ email, password: anyPassword }),
    async handle({ body, store, cookies, signInLimit, address, nowMs }) {
      const credentials = await findCredentials(store.db, body.email);
      const device = knownDevice(cookies.device, body.email, credentials?.passwordHash);
      const wait = signInLimit.secondsToWait({ email: body.email, address, device }, nowMs);
      if (wait > 0) return limited(wait);
      const signedIn = await signIn(store, credentials, body.password, nowMs);
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
    async handle({ body, store, cookies, nowMs, signInLimit, address }) {
      const wait = signInLimit.secondsToWait({ email: body.email, address, device: undefined }, nowMs);
      if (wait > 0) return limited(wait);
      const joined = await join({ store, nowMs }, body);
      if (isRefusal(joined)) return joined;
      cookies.session = joined.token;
      cookies.device = await proofOf(store.db, body.email, joined.family, joined.member);
      return { family: joined.family, member: joined.member };
    },
  }),

  familyRoute({
    method: 'POST',
    path: '/app/api/sign-out',
    access: 'member',
    async handle({ store, caller, cookies }) {
      await signOut(store, caller);
      cookies.session = undefined;
    },
  }),

  familyRoute({
    method: 'POST',
    path: '/app/api/sign-out-everywhere',
    access: 'member',
    async handle({ store, caller, cookies }) {
      await signOutEverywhere(store, caller);
      cookies.session = undefined;
    },
  }),

  familyRoute({
    method: 'PUT',
    path: '/app/api/password',
    access: 'member',
    body: z.strictObject({ current: anyPassword, next: password }),
    async handle({ body, store, context, caller, cookies, signInLimit, address, nowMs }) {
      const wait = signInLimit.secondsToWait(
        { email: caller.email, address, device: caller.tokenHash },
        nowMs,
      );
      if (wait > 0) return limited(wait);
      const refusal = await changePassword(context, caller, body);
      if (refusal) return refusal;
      cookies.device = await proofOf(store.db, caller.email, caller.family, caller.member);
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
      const { id, name, premium } = family;
      const hasPremium = config.premium === 'everyone' || premiumEndsMs(premium) > nowMs;
      return {
        member: { id: caller.member, email: caller.email, role: caller.role },
        family: { id, name, timeZone: family.timeZone, premium, hasPremium },
      };
    },
  }),
];

/** This device has shown the password, or has set it: it is known from now on. */
async function proofOf(db: Db, email: string, family: string, member: string): Promise<string> {
  return deviceProof(email, await getPasswordHash(db, family, member));
}
