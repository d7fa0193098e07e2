/** Sign-up, sign-in, sign-out, joining by invitation, the member's password and sessions. */
import { CURRENCIES } from '#domain/family/currency.ts';
import { ROLES } from '#domain/family/family.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { START_STEPS } from '#domain/preferences/start-steps.ts';
import { UNIT_SYSTEMS } from '#domain/quantity/unit-system.ts';
import { accessEnded, signedIn } from '#http/endpoints/response-schemas.ts';
import { z } from 'zod';
import { relyingPartyAt } from '#auth/relying-party.ts';
import { hashSecret } from '#auth/secret.ts';
import { type Caller, sessionId } from '#auth/session.ts';
import { groupsOfMember, groupsOfStranger } from '#auth/password.ts';
import { deviceToken, knownDevice } from '#auth/sign-in-limit.ts';
import { DEMO_EMAIL } from '#actions/demo/demo-family.ts';
import { addFamily } from '#actions/account/families.ts';
import { recordAuthentication } from '#actions/account/sessions.ts';
import { join } from '#actions/account/invitations.ts';
import { changePassword, setFirstPassword } from '#actions/account/passwords.ts';
import { endSession, signIn, signOut, signOutEverywhere } from '#actions/account/sign-in.ts';
import { currencyOf } from '#domain/family/currency.ts';
import { email, familyName, normalEmail, password, timeZone, typedEmail } from '#domain/family/family.ts';
import { hasPremium } from '#domain/family/premium.ts';
import { preferenceId } from '#domain/plan/plan-schema.ts';
import { isRefusal, refuse } from '#domain/refusal.ts';
import { readFreeEaters } from '#queries/account/eaters.ts';
import { readFamilyState } from '#queries/account/family-state.ts';
import { NEWCOMER } from '#storage/actor.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { findOpenInvitation } from '#storage/tables/account/invitations.ts';
import { findAccount, findCredentials, findMailbox, findMember } from '#storage/tables/account/members.ts';
import { listSessionsOf } from '#storage/tables/account/sessions.ts';
import { listNotices } from '#storage/tables/account/account-recovery.ts';
import type { Store } from '#storage/store.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';
import { AddressList } from '#fetch/address-list.ts';
import { byId, language } from '#http/input/input-schemas.ts';
import type { Cookies } from '#http/access/cookies.ts';
import { refuseByNetwork, refuseNewFamily, signInLimited, takePasswordAttempt } from '#http/access/limits.ts';
import { type CallWith, endpoint } from '#http/endpoint.ts';
import type { Services } from '#http/services.ts';
import { signInNewMember } from './open-session.ts';

/** At sign-in any text is accepted as a password: a short one is wrong, and hashing it takes the same time. */
const anyPassword = z.string().max(200);

/** Whether a new password also ends everything else that can act as the member. */
const endsAll = z.boolean().default(false);

/** Clients on the server's own computer: the demo family's password is printed in its terminal. */
const LOOPBACK = new AddressList(['127.0.0.0/8', '::1/128']);

const me = z.strictObject({
  member: z.strictObject({
    id: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    /** Who of the eaters the member is; null for none. */
    eaterId: z.string().nullable(),
    isEmailConfirmed: z.boolean(),
    /** The address that becomes the email when its link is opened. */
    newEmail: z.string().nullable(),
    /** Of mails; null if none was chosen. */
    language: z.string().nullable(),
  }),
  family: z.strictObject({
    id: z.string(),
    name: z.string(),
    timeZone: z.string(),
    /** Until when; also `none` and `forever`. */
    premium: z.string(),
    hasPremium: z.boolean(),
    units: z.enum(UNIT_SYSTEMS),
    /** Of all amounts of money. Null if it is not known. */
    currency: z.enum(CURRENCIES).nullable(),
    /** Whether an eater has an allergy, a diet or a food that they never eat: only then dishes have warnings. */
    hasEaterRules: z.boolean(),
    /** Whether the family wants to see calories and other nutrition figures. */
    showsNutrition: z.boolean(),
    /** The slots that the family plans; absent if it has not chosen them. */
    slots: z.array(z.enum(SLOTS)).optional(),
    /** First steps to do. */
    openSteps: z.array(z.enum(START_STEPS)),
  }),
  /** Whether there is something that the member must be told. */
  hasNotices: z.boolean(),
});
type Me = z.output<typeof me>;

export const accountEndpoints = [
  // Pages show or hide the link to sign-up by it.
  endpoint({
    method: 'GET',
    path: '/app/api/sign-up',
    access: 'anyone',
    uses: ['config'],
    response: z.strictObject({
      /** Who may create an account, as the operator has set it. */
      signUp: z.enum(['open', 'invitation', 'closed']),
      /** Whether passkeys work at this address, or why they cannot. */
      passkeys: z.enum(['yes', 'needs-name', 'needs-https']),
      /** `oidc`: only with the identity provider. */
      signIn: z.enum(['any', 'oidc']),
      /** The identity provider, if the operator has set one. */
      provider: z.strictObject({ name: z.string() }).nullable(),
      /** The account of the demo family, only for browsers on the server's own computer. */
      demoEmail: z.string().nullable(),
      /** Whether the service sends mail. */
      mail: z.boolean(),
    }),
    async handle({ config, origin, store, address }) {
      const isLocal = config.publicUrl === undefined && LOOPBACK.has(address);
      const party = relyingPartyAt(origin);
      return {
        signUp: config.signUp,
        signIn: config.signIn,
        passkeys: typeof party === 'object' ? ('yes' as const) : party,
        provider: config.oidc ? { name: config.oidc.name } : null,
        demoEmail: isLocal && (await findCredentials(store.db, DEMO_EMAIL)) ? DEMO_EMAIL : null,
        mail: config.mail !== undefined,
      };
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/sign-up',
    access: 'anyone',
    uses: ['config', 'signInLimit', 'mailLimit', 'newFamilies'],
    body: z.strictObject({ familyName, email, password, timeZone, language }),
    response: signedIn,
    async handle(call) {
      const { body, changeContext, signInLimit, address, config, nowMs } = call;
      if (config.signUp !== 'open') return new ProblemResponse(problem('sign-up-closed'));
      if (config.signIn === 'oidc') return new ProblemResponse(problem('only-oidc'));
      const wait = signInLimit.take({ email: body.email, address, device: undefined }, nowMs);
      if (wait > 0) return signInLimited(wait);
      const refused = await refuseNewFamily(call);
      if (refused) return refused;
      const family = {
        ...body,
        name: body.familyName,
        isConfirmationSent: takeConfirmationMail(call, body.email),
      };
      const made = await addFamily(changeContext(NEWCOMER), family, groupsOfStranger(address));
      if (isRefusal(made)) return made;
      call.newFamilies.count(address, nowMs);
      return signInNewMember(call, body.email, { isNew: true });
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/sign-in',
    access: 'anyone',
    uses: ['config', 'signInLimit', 'refusalLog'],
    body: z.strictObject({ email: typedEmail, password: anyPassword }),
    response: signedIn,
    async handle(call) {
      const { body, store, cookies, address, nowMs, config, signInLimit } = call;
      if (config.signIn === 'oidc') return new ProblemResponse(problem('only-oidc'));
      const credentials = await findAccount(store.db, body.email);
      const device = credentials && knownDevice(cookies.device, credentials.email, credentials.passwordHash);
      const wait = signInLimit.take({ email: normalEmail(body.email), address, device }, nowMs);
      if (wait > 0) return signInLimited(wait);
      const groups =
        credentials && device ? groupsOfMember(credentials.family, address) : groupsOfStranger(address);
      const from = { device: call.device, address };
      const context = { nowMs, from, oldToken: cookies.session, groups, isNewDevice: !device };
      const signedIn = await signIn(store, credentials, body.password, context);
      if (isRefusal(signedIn) || !credentials) {
        call.refusalLog.signInFailed({ member: credentials?.id, address }, nowMs);
        return new ProblemResponse(problem('wrong-credentials'));
      }
      cookies.session = signedIn.token;
      if (!device) cookies.device = deviceToken(credentials.email, credentials.passwordHash);
      return { family: credentials.family, member: credentials.id };
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/join',
    access: 'anyone',
    uses: ['config', 'signInLimit', 'mailLimit'],
    body: z.strictObject({
      token: z.string().max(100),
      email,
      password,
      // Who of the eaters the new member is.
      eaterId: preferenceId.optional(),
      language,
    }),
    response: signedIn,
    async handle(call) {
      const { body, store, nowMs, signInLimit, address, config, device } = call;
      if (config.signUp === 'closed') return new ProblemResponse(problem('joining-closed'));
      if (config.signIn === 'oidc') return new ProblemResponse(problem('only-oidc'));
      const wait = signInLimit.take({ email: body.email, address, device: undefined }, nowMs);
      if (wait > 0) return signInLimited(wait);
      const joining = { ...body, isConfirmationSent: takeConfirmationMail(call, body.email) };
      return (
        (await join({ store, nowMs, from: { device, address } }, joining, groupsOfStranger(address))) ??
        signInNewMember(call, body.email, { isNew: true })
      );
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/invitation',
    access: 'anyone',
    uses: ['config', 'signInLimit'],
    body: z.strictObject({ token: z.string().max(100) }),
    response: z.strictObject({
      familyName: z.string(),
      /** Eaters whom no member is: the new member may be one of them. */
      eaters: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    }),
    async handle(call) {
      const { body, store, nowMs, config } = call;
      if (config.signUp === 'closed') return new ProblemResponse(problem('joining-closed'));
      const limited = refuseByNetwork(call);
      if (limited) return limited;
      const invitation = await findOpenInvitation(store.db, hashSecret(body.token), nowMs);
      const family = invitation && (await findFamily(store.db, invitation.family));
      if (!family) return refuse('not-found');
      return { familyName: family.name, eaters: await readFreeEaters(store.db, family.id) };
    },
  }),

  endpoint({
    method: 'GET',
    path: '/app/api/sessions',
    access: 'member',
    response: z.strictObject({
      sessions: z.array(
        z.strictObject({
          id: z.string(),
          startedAt: z.string(),
          /** To the hour. */
          seenAt: z.string(),
          device: z.string(),
          address: z.string(),
          isThis: z.boolean(),
        }),
      ),
    }),
    async handle({ store, caller, nowMs }) {
      const sessions = await listSessionsOf(store.db, caller.family, caller.member, nowMs);
      return {
        sessions: sessions.map(({ tokenHash, ...session }) => ({
          ...session,
          id: sessionId(tokenHash),
          isThis: tokenHash === caller.tokenHash,
        })),
      };
    },
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/sessions/:id',
    access: 'member',
    params: byId,
    handle: ({ params, context, caller }) => endSession(context, caller, params.id),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/sign-out',
    access: 'member',
    async handle({ context, caller, cookies }) {
      await signOut(context, caller);
      cookies.session = undefined;
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/sign-out-everywhere',
    access: 'member',
    needsReauthentication: true,
    async handle({ context, caller, cookies }) {
      await signOutEverywhere(context, caller);
      cookies.session = undefined;
    },
  }),

  endpoint({
    method: 'PUT',
    path: '/app/api/password',
    access: 'member',
    uses: ['signInLimit'],
    body: z.strictObject({ current: anyPassword, next: password, endsAll }),
    response: accessEnded,
    async handle(call) {
      const { body, store, context, caller, cookies, address, nowMs } = call;
      const wait = takePasswordAttempt(call);
      if (wait > 0) return signInLimited(wait);
      const groups = groupsOfMember(caller.family, address);
      const changed = await changePassword(context, caller, body, groups);
      if (isRefusal(changed)) return changed;
      await recordAuthentication(store, caller, nowMs);
      await renewDevice(store, cookies, caller.email);
      return changed;
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/password',
    access: 'member',
    uses: ['config'],
    needsReauthentication: true,
    body: z.strictObject({ next: password, endsAll }),
    response: accessEnded,
    async handle({ body, store, context, caller, cookies, address, config }) {
      if (config.signIn === 'oidc') return new ProblemResponse(problem('only-oidc'));
      const groups = groupsOfMember(caller.family, address);
      const set = await setFirstPassword(context, caller, body, groups);
      if (!isRefusal(set)) await renewDevice(store, cookies, caller.email);
      return set;
    },
  }),

  endpoint({
    method: 'GET',
    path: '/app/api/me',
    access: 'member',
    uses: ['config'],
    response: me,
    async handle(call) {
      return (await readMe(call)) ?? new ProblemResponse(problem('not-signed-in'));
    },
  }),

  // The first request of every page. A visitor is expected there: a 401 would be an error in the browser's console.
  endpoint({
    method: 'GET',
    path: '/app/api/session',
    access: 'visitor',
    uses: ['config'],
    response: z.strictObject({
      /** Null if nobody is signed in. */
      me: me.nullable(),
    }),
    async handle({ caller, ...call }) {
      return { me: (caller && (await readMe({ ...call, caller }))) ?? null };
    },
  }),
];

/** Undefined if the family was deleted meanwhile. */
async function readMe({
  store,
  caller,
  config,
  nowMs,
}: Pick<Services, 'store' | 'config'> & { caller: Caller; nowMs: number }): Promise<Me | undefined> {
  const family = await findFamily(store.db, caller.family);
  if (!family) return undefined;
  const { id, name, premium, units } = family;
  const hasNotices = (await listNotices(store.db, caller.family, caller.member)).length > 0;
  const state = await readFamilyState(store.db, caller.family);
  const eaterId = (await findMember(store.db, caller.family, caller.member))?.eaterId ?? null;
  const mailbox = await findMailbox(store.db, caller.family, caller.member);
  return {
    member: {
      id: caller.member,
      email: caller.email,
      role: caller.role,
      eaterId,
      isEmailConfirmed: Boolean(mailbox?.confirmedAt),
      newEmail: mailbox?.newEmail ?? null,
      language: mailbox?.language ?? null,
    },
    family: {
      id,
      name,
      timeZone: family.timeZone,
      premium,
      hasPremium: hasPremium(premium, config.premium, nowMs),
      units,
      currency: currencyOf(family),
      ...state,
    },
    hasNotices,
  };
}

/** The proof of the device depends on the password, and this device has just set a new one. */
async function renewDevice({ db }: Store, cookies: Cookies, who: string): Promise<void> {
  const credentials = await findCredentials(db, who);
  if (credentials) cookies.device = deviceToken(who, credentials.passwordHash);
}

/** Whether a link that confirms the address of a new account is sent; the profile can send another later. */
export function takeConfirmationMail(
  { config, mailLimit, address, nowMs }: CallWith<'config' | 'mailLimit'>,
  recipient: string,
): boolean {
  return config.mail !== undefined && mailLimit.take({ recipient, address }, nowMs) === 0;
}
