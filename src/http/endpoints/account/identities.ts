/**
 * Accounts at the identity provider: signing in, signing up and joining with one, the member's own, and reauthentication
 * by one. The provider sends the browser back to the page `/oidc`, which posts the query here: a request that comes from
 * another site is refused.
 */
import { signedIn } from '#http/endpoints/response-schemas.ts';
import { z } from 'zod';
import { addFamily } from '#actions/account/families.ts';
import {
  startAuthorization,
  finishAuthorization,
  isOwnIdentity,
  issueTicket,
  linkIdentity,
  newBrowserSecret,
  unlinkIdentity,
  useIdentity,
  withTicket,
} from '#actions/account/identities.ts';
import { join } from '#actions/account/invitations.ts';
import { recordAuthentication } from '#actions/account/sessions.ts';
import type { IdentityProvider } from '#auth/identity-provider.ts';
import type { Caller } from '#auth/session.ts';
import { email, familyName, timeZone } from '#domain/family/family.ts';
import { preferenceId } from '#domain/plan/plan-schema.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import { listIdentities } from '#storage/tables/account/identities.ts';
import { findCredentials } from '#storage/tables/account/members.ts';
import { NEWCOMER } from '#storage/actor.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';
import { byId, language } from '#http/input/input-schemas.ts';
import { signInPolicyOf } from '#http/access/sign-in-policy.ts';
import { refuseByNetwork, refuseNewFamily } from '#http/access/limits.ts';
import { type Call, type CallWith, endpoint } from '#http/endpoint.ts';
import { takeConfirmationMail } from './account.ts';
import { openSessionOf } from './open-session.ts';

/** The query with which the provider has sent the browser back. Browsers escape everything but printable ASCII. */
const returned = z.strictObject({
  search: z
    .string()
    .max(4_000)
    .regex(/^[!-~]*$/, 'must be the query of an address'),
});
/** A flow has no details: the page remembers where it was. */
const noDetails = z.strictObject({});
const ticket = z.string().max(100);

/** At the identity provider, to which the page sends the browser. */
const authorizationUrl = z.strictObject({ url: z.string() });

export const identityEndpoints = [
  endpoint({
    method: 'POST',
    path: '/app/api/oidc/start',
    access: 'anyone',
    uses: ['signInLimit', 'identityProvider'],
    body: noDetails,
    response: authorizationUrl,
    handle: (call) => start(call, undefined, 'oidc.sign-in'),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/oidc/finish',
    access: 'anyone',
    uses: ['signInLimit', 'identityProvider'],
    body: returned,
    response:
      /** The member who has signed in, or a ticket with which somebody who is new signs up or joins. */
      z.union([signedIn, z.strictObject({ ticket: z.string(), email: z.string() })]),
    async handle(call) {
      const { store, nowMs, cookies } = call;
      const providerAccount = await finish(call, undefined, 'oidc.sign-in', call.body.search);
      if (providerAccount instanceof ProblemResponse || isRefusal(providerAccount)) return providerAccount;
      const account = await useIdentity({ store, nowMs }, providerAccount);
      if (account) return open(call, { ...account, id: account.member }, { isNew: false });
      return {
        ticket: await issueTicket(store, cookies.oidcFlow ?? '', providerAccount, nowMs),
        email: providerAccount.label,
      };
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/oidc/sign-up',
    access: 'anyone',
    uses: ['config', 'signInLimit', 'identityProvider', 'mailLimit', 'newFamilies'],
    body: z.strictObject({ ticket, familyName, email, timeZone, language }),
    response: signedIn,
    async handle(call) {
      const { body, config, changeContext } = call;
      if (config.signUp !== 'open') return new ProblemResponse(problem('sign-up-closed'));
      const provider = providerOf(call);
      if (provider instanceof ProblemResponse) return provider;
      const refused = await refuseNewFamily(call);
      if (refused) return refused;
      const made = await withTicket(call, { ...body, browser: call.cookies.oidcFlow }, (identity) =>
        addFamily(
          changeContext(NEWCOMER),
          {
            ...body,
            name: body.familyName,
            identity,
            isConfirmationSent: takeConfirmationMail(call, body.email),
          },
          [],
        ),
      );
      if (isRefusal(made)) return made;
      call.newFamilies.count(call.address, call.nowMs);
      return openNew(call, body.email);
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/oidc/join',
    access: 'anyone',
    uses: ['config', 'signInLimit', 'identityProvider', 'mailLimit'],
    body: z.strictObject({
      ticket,
      token: z.string().max(100),
      email,
      eaterId: preferenceId.optional(),
      language,
    }),
    response: signedIn,
    async handle(call) {
      const { body, config, store, nowMs, device, address } = call;
      if (config.signUp === 'closed') return new ProblemResponse(problem('joining-closed'));
      const provider = providerOf(call);
      if (provider instanceof ProblemResponse) return provider;
      const { ticket: given, ...details } = body;
      const refusal = await withTicket(call, { ticket: given, browser: call.cookies.oidcFlow }, (identity) =>
        join(
          { store, nowMs, from: { device, address } },
          { ...details, identity, isConfirmationSent: takeConfirmationMail(call, body.email) },
          [],
        ),
      );
      return refusal ?? openNew(call, body.email);
    },
  }),

  endpoint({
    method: 'GET',
    path: '/app/api/identities',
    access: 'member',
    uses: ['config'],
    response: z.strictObject({
      identities: z.array(
        z.strictObject({
          id: z.string(),
          label: z.string(),
          createdAt: z.string(),
          lastUsedAt: z.string().nullable(),
          /** Its issuer, if it is not the identity provider of today. */
          otherIssuer: z.string().nullable(),
        }),
      ),
    }),
    async handle({ store, caller, config }) {
      const identities = await listIdentities(store.db, caller.family, caller.member);
      return {
        identities: identities.map(({ issuer, ...identity }) => ({
          ...identity,
          otherIssuer: issuer === config.oidc?.issuer ? null : issuer,
        })),
      };
    },
  }),

  // The first half of linking. The second is bound to this session, so it needs no proof of its own.
  endpoint({
    method: 'POST',
    path: '/app/api/identities/start',
    access: 'member',
    uses: ['signInLimit', 'identityProvider'],
    needsReauthentication: true,
    response: authorizationUrl,
    handle: (call) => start(call, call.caller, 'oidc.link'),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/identities',
    access: 'member',
    uses: ['signInLimit', 'identityProvider'],
    body: returned,
    async handle(call) {
      const providerAccount = await finish(call, call.caller, 'oidc.link', call.body.search);
      if (providerAccount instanceof ProblemResponse || isRefusal(providerAccount)) return providerAccount;
      return linkIdentity(call.context, call.caller, providerAccount);
    },
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/identities/:id',
    access: 'member',
    uses: ['config'],
    needsReauthentication: true,
    params: byId,
    handle: (call) => unlinkIdentity(call.context, call.caller, call.params.id, signInPolicyOf(call)),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/reauthentication/oidc/start',
    access: 'member',
    uses: ['signInLimit', 'identityProvider'],
    response: authorizationUrl,
    handle: (call) => start(call, call.caller, 'oidc.reauthenticate'),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/reauthentication/oidc',
    access: 'member',
    uses: ['signInLimit', 'identityProvider'],
    body: returned,
    async handle(call) {
      const { store, caller, nowMs } = call;
      const providerAccount = await finish(call, caller, 'oidc.reauthenticate', call.body.search);
      if (providerAccount instanceof ProblemResponse || isRefusal(providerAccount)) return providerAccount;
      if (!(await isOwnIdentity(store, caller, providerAccount))) return refuse('identity-refused');
      await recordAuthentication(store, caller, nowMs);
      return undefined;
    },
  }),
];

type Purpose = Parameters<typeof startAuthorization>[2]['purpose'];

async function start(
  call: CallWith<'identityProvider' | 'signInLimit'>,
  caller: Caller | undefined,
  purpose: Purpose,
): Promise<{ url: string } | Refusal | ProblemResponse> {
  const { store, nowMs, cookies } = call;
  const provider = providerOf(call);
  if (provider instanceof ProblemResponse) return provider;
  // The same for all flows of a browser, so that two tabs do not disturb each other.
  const browser = isSecret(cookies.oidcFlow) ? cookies.oidcFlow : newBrowserSecret();
  cookies.oidcFlow = browser;
  return startAuthorization(
    { store, nowMs, provider },
    { browser, caller },
    { purpose, redirectUri: redirectUri(call) },
  );
}

async function finish(
  call: CallWith<'identityProvider' | 'signInLimit'>,
  caller: Caller | undefined,
  purpose: Purpose,
  search: string,
) {
  const { store, nowMs, cookies } = call;
  const provider = providerOf(call);
  if (provider instanceof ProblemResponse) return provider;
  const owner = { browser: cookies.oidcFlow, caller };
  return finishAuthorization(
    { store, nowMs, provider },
    owner,
    { purpose, redirectUri: redirectUri(call) },
    search,
  );
}

/** Also limits the attempts: each is a row of the database and a request to the provider. */
function providerOf(call: CallWith<'identityProvider' | 'signInLimit'>): IdentityProvider | ProblemResponse {
  return refuseByNetwork(call) ?? call.identityProvider ?? new ProblemResponse(problem('no-oidc'));
}

function redirectUri({ origin }: Pick<Call, 'origin'>): string {
  return `${origin}/oidc`;
}

/** A cookie that somebody else has set must at least not be easy to guess. */
function isSecret(cookie: string | undefined): cookie is string {
  return cookie !== undefined && /^[A-Za-z0-9]{43}$/.test(cookie);
}

async function openNew(call: Call, who: string) {
  const credentials = await findCredentials(call.store.db, who);
  return credentials ? open(call, credentials, { isNew: true }) : refuse('identity-refused');
}

async function open(...parameters: Parameters<typeof openSessionOf>) {
  const opened = await openSessionOf(...parameters);
  return isRefusal(opened) ? refuse('identity-refused') : opened;
}
