/**
 * Identities: accounts at the identity provider (OpenID Connect), which sends the browser back with a code. With it a
 * member signs in, links or proves who they are, and somebody new signs up or joins.
 * An account is issuer and subject. The email that the provider tells is only a suggestion: it proves nothing here.
 */
import type { IdentityProvider, AuthorizationRequest, ProviderAccount } from '#auth/identity-provider.ts';
import { hashSecret, newId, randomText } from '#auth/secret.ts';
import type { Caller } from '#auth/session.ts';
import { MAX_IDENTITIES } from '#domain/family/quota.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import {
  deleteIdentity,
  findIdentity,
  type Identity,
  insertIdentity,
  listIdentities,
  recordIdentityUse,
} from '#storage/tables/account/identities.ts';
import type { Store } from '#storage/store.ts';
import { isDuplicate } from '#storage/outage.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { beginAttempt, takeAttempt } from './sign-in-attempts.ts';
import { type SignInPolicy, refuseLosingLastSignInMethod } from './sign-in-methods.ts';

/** A flow for one purpose cannot be finished for another. */
type Purpose = 'oidc.sign-in' | 'oidc.link' | 'oidc.reauthenticate';

/** Time to sign in at the provider, and time to fill in the form of somebody who is new. */
const FLOW_MS = 600_000;
const TICKET = 'oidc.new';
const SECRET_LENGTH = 43;

/** Who may finish a flow: the secret of the browser's cookie, and the caller if there is one. */
export type FlowRequester = { browser: string; caller: Caller | undefined };
type FlowTarget = { purpose: Purpose; redirectUri: string };
type FlowContext = { store: Store; nowMs: number; provider: IdentityProvider };

export function newBrowserSecret(): string {
  return randomText(SECRET_LENGTH);
}

/** Starts an authorization code flow. It can be finished once, by the same browser and session, for the same purpose. */
export async function startAuthorization(
  { store, nowMs, provider }: FlowContext,
  { browser, caller }: FlowRequester,
  { purpose, redirectUri }: FlowTarget,
): Promise<{ url: string } | Refusal> {
  const state = randomText(SECRET_LENGTH);
  const url = await provider.startUrl({
    state,
    browser,
    redirectUri,
    isReauthentication: purpose === 'oidc.reauthenticate',
  });
  if (url === undefined) return refuse('provider-unavailable');
  const boundTo = bindingOf({ browser, caller });
  const attempt = { token: state, purpose, boundTo, detail: {}, expiresAtMs: nowMs + FLOW_MS };
  await beginAttempt(store, caller?.family ?? null, attempt, nowMs);
  return { url };
}

/** `search` is the query with which the provider has sent the browser back. */
export async function finishAuthorization(
  { store, nowMs, provider }: FlowContext,
  { browser, caller }: { browser: string | undefined; caller: Caller | undefined },
  { purpose, redirectUri }: FlowTarget,
  search: string,
): Promise<ProviderAccount | Refusal> {
  const state = new URLSearchParams(search).get('state');
  if (!state || !browser) return refuse('identity-refused');
  const token = { token: state, boundTo: bindingOf({ browser, caller }) };
  const attempt = await takeAttempt(store, token, nowMs);
  if (attempt?.purpose !== purpose) return refuse('identity-refused');
  const authorization: AuthorizationRequest = {
    state,
    browser,
    redirectUri,
    isReauthentication: purpose === 'oidc.reauthenticate',
  };
  const providerAccount = await provider.redeem(search, authorization);
  if (providerAccount === 'unavailable') return refuse('provider-unavailable');
  return providerAccount === 'refused' ? refuse('identity-refused') : providerAccount;
}

/** The account whose identity it is; undefined for somebody who is new. The caller opens the session. */
export async function useIdentity(
  { store, nowMs }: Pick<FlowContext, 'store' | 'nowMs'>,
  providerAccount: ProviderAccount,
) {
  const found = await findIdentity(store.db, providerAccount);
  if (found) {
    await store.db.transaction().execute((tx) => recordIdentityUse(tx, found.family, found.identity, nowMs));
  }
  return found;
}

/** Lets the same browser sign up or join with this identity. */
export async function issueTicket(
  store: Store,
  browser: string,
  { issuer, subject, label }: Identity,
  nowMs: number,
): Promise<string> {
  const token = randomText(SECRET_LENGTH);
  await storeTicket(store, { token, browser, identity: { issuer, subject, label } }, nowMs);
  return token;
}

/** Runs `work` with the identity of a ticket. The ticket is used up, unless the work is refused. */
export async function withTicket<Result>(
  { store, nowMs }: Pick<FlowContext, 'store' | 'nowMs'>,
  { ticket, browser }: { ticket: string; browser: string | undefined },
  work: (identity: Identity) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  if (!browser) return refuse('identity-refused');
  const attempt = await takeAttempt(store, { token: ticket, boundTo: ticketBinding(browser) }, nowMs);
  const { issuer = '', subject = '', label = '' } = attempt?.detail ?? {};
  if (attempt?.purpose !== TICKET) return refuse('identity-refused');
  const identity = { issuer, subject, label };
  const result = await work(identity);
  // An email that is taken, for example: the person corrects the form and sends it again.
  if (isRefusal(result)) await storeTicket(store, { token: ticket, browser, identity }, nowMs);
  return result;
}

/** Linking what is linked already changes nothing. */
export async function linkIdentity(
  context: ChangeContext,
  { family, member }: Caller,
  providerAccount: ProviderAccount,
): Promise<Refusal | undefined> {
  const { issuer, subject, label } = providerAccount;
  try {
    // The flow was started with reauthentication, by this session.
    return await auditedTransaction({ ...context, isReauthenticated: true }, family, async (tx, record) => {
      const found = await findIdentity(tx, providerAccount);
      if (found) return found.member === member ? undefined : refuse('identity-taken');
      if ((await listIdentities(tx, family, member)).length >= MAX_IDENTITIES) return refuse('too-many');
      const id = newId();
      await insertIdentity(tx, family, { id, member, issuer, subject, label }, context.nowMs);
      await record('identity.link', { member, identity: id });
      return undefined;
    });
  } catch (error) {
    // Another family has linked it at the same moment.
    if (isDuplicate(error)) return refuse('identity-taken');
    throw error;
  }
}

export function unlinkIdentity(
  context: ChangeContext,
  { family, member }: Caller,
  id: string,
  policy: SignInPolicy,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const refusal = await refuseLosingLastSignInMethod(tx, family, { member, lost: id }, policy);
    if (refusal) return refusal;
    if (!(await deleteIdentity(tx, family, { id, member }))) return refuse('not-found');
    await record('identity.unlink', { member, identity: id });
    return undefined;
  });
}

/** Whether the identity is one of the caller's. */
export async function isOwnIdentity(
  store: Store,
  { family, member }: Caller,
  providerAccount: ProviderAccount,
): Promise<boolean> {
  const found = await findIdentity(store.db, providerAccount);
  return found?.family === family && found.member === member;
}

function storeTicket(
  store: Store,
  { token, browser, identity }: { token: string; browser: string; identity: Identity },
  nowMs: number,
): Promise<void> {
  const attempt = { purpose: TICKET, boundTo: ticketBinding(browser), detail: identity };
  return beginAttempt(store, null, { token, ...attempt, expiresAtMs: nowMs + FLOW_MS }, nowMs);
}

/** A hash, because the database must not have what a browser needs to finish a flow. */
function bindingOf({ browser, caller }: FlowRequester): string {
  return hashSecret(`${browser} ${caller?.tokenHash ?? ''}`);
}

function ticketBinding(browser: string): string {
  return hashSecret(`${browser} ticket`);
}
