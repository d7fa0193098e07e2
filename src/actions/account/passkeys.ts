/** Passkeys: a member adds, renames and removes them, signs in with one, and proves with one who they are. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import {
  authenticationOptions,
  CHALLENGE_MS,
  challengeIn,
  isCopied,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from '#auth/passkey.ts';
import type { RelyingParty } from '#auth/relying-party.ts';
import { newId } from '#auth/secret.ts';
import type { Caller } from '#auth/session.ts';
import { MAX_PASSKEYS } from '#domain/family/quota.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { isDuplicate } from '#storage/outage.ts';
import type { Store } from '#storage/store.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  recordPasskeyUse,
  renamePasskey as renameStoredPasskey,
} from '#storage/tables/account/passkeys.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { beginAttempt, takeAttempt } from './sign-in-attempts.ts';
import { type SignInPolicy, refuseLosingLastSignInMethod } from './sign-in-methods.ts';

/** A challenge for one purpose is refused for another. */
type Purpose = 'passkey.add' | 'passkey.sign-in' | 'passkey.reauthenticate';

export async function beginAdding({ store, nowMs }: ChangeContext, caller: Caller, party: RelyingParty) {
  const { family, member, email } = caller;
  const known = await listPasskeys(store.db, family, member);
  const options = await registrationOptions(party, { member, email, known });
  await issue(store, 'passkey.add', { challenge: options.challenge, caller }, nowMs);
  return options;
}

/** Adds the passkey that the browser has made. Without a name it is called like its provider, or like the device. */
export async function addPasskey(
  context: ChangeContext,
  caller: Caller,
  party: RelyingParty,
  {
    response,
    name,
    device,
  }: { response: RegistrationResponseJSON; name?: string | undefined; device: string },
): Promise<{ id: string; name: string } | Refusal> {
  const { store, nowMs } = context;
  const { family, member } = caller;
  const challenge = await take(store, 'passkey.add', { ...response.response, caller }, nowMs);
  const made = challenge && (await verifyRegistration(party, response, challenge));
  if (!made) return refuse('passkey-refused');
  const { provider, ...passkey } = made;
  const added = { id: newId(), name: name ?? provider ?? (device || 'Passkey') };
  try {
    return await auditedTransaction(context, family, async (tx, record) => {
      if ((await listPasskeys(tx, family, member)).length >= MAX_PASSKEYS) return refuse('too-many');
      const row = { ...passkey, ...added, member, relyingParty: party.id };
      await insertPasskey(tx, family, row, nowMs);
      await record('passkey.add', { member, passkey: added.id });
      return added;
    });
  } catch (error) {
    // The credential belongs to a member already, of this family or another one.
    if (isDuplicate(error)) return refuse('passkey-refused');
    throw error;
  }
}

export function renamePasskey(
  context: ChangeContext,
  { family, member }: Caller,
  { id, name }: { id: string; name: string },
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    if (!(await renameStoredPasskey(tx, family, { id, member, name }))) return refuse('not-found');
    await record('passkey.rename', { member, passkey: id });
    return undefined;
  });
}

export function removePasskey(
  context: ChangeContext,
  { family, member }: Caller,
  id: string,
  policy: SignInPolicy,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const refusal = await refuseLosingLastSignInMethod(tx, family, { member, lost: id }, policy);
    if (refusal) return refusal;
    if (!(await deletePasskey(tx, family, { id, member }))) return refuse('not-found');
    await record('passkey.remove', { member, passkey: id });
    return undefined;
  });
}

/** The response is the same for everyone: it names no account and no passkey. */
export async function beginSignIn({ store, nowMs }: Omit<ChangeContext, 'actor'>, party: RelyingParty) {
  const options = await authenticationOptions(party);
  await issue(store, 'passkey.sign-in', { challenge: options.challenge, caller: undefined }, nowMs);
  return options;
}

/** The account whose passkey has signed the challenge. The caller opens the session. */
export async function checkSignIn(
  context: Omit<ChangeContext, 'actor'>,
  party: RelyingParty,
  response: AuthenticationResponseJSON,
): Promise<NonNullable<Awaited<ReturnType<typeof findPasskey>>> | Refusal> {
  return checkSignature(context, party, { response, purpose: 'passkey.sign-in', caller: undefined });
}

export async function beginReauthentication(
  { store, nowMs }: ChangeContext,
  caller: Caller,
  party: RelyingParty,
) {
  const known = await listPasskeys(store.db, caller.family, caller.member);
  const options = await authenticationOptions(party, known);
  await issue(store, 'passkey.reauthenticate', { challenge: options.challenge, caller }, nowMs);
  return options;
}

/** Checks that a passkey of the caller, not of another member, has signed the challenge of this session. */
export async function checkReauthentication(
  context: ChangeContext,
  caller: Caller,
  party: RelyingParty,
  response: AuthenticationResponseJSON,
): Promise<Refusal | undefined> {
  const checked = await checkSignature(context, party, {
    response,
    purpose: 'passkey.reauthenticate',
    caller,
  });
  return 'refused' in checked ? checked : undefined;
}

async function checkSignature(
  { store, nowMs, ...where }: Omit<ChangeContext, 'actor'>,
  party: RelyingParty,
  {
    response,
    purpose,
    caller,
  }: { response: AuthenticationResponseJSON; purpose: Purpose; caller: Caller | undefined },
) {
  const challenge = await take(store, purpose, { ...response.response, caller }, nowMs);
  if (!challenge) return refuse('passkey-refused');
  const passkey = await findPasskey(store.db, response.id);
  if (!passkey || (caller && caller.member !== passkey.member)) return refuse('passkey-unknown');
  const { userHandle } = response.response;
  const owner = userHandle === undefined ? undefined : Buffer.from(userHandle, 'base64url').toString();
  if (owner !== undefined && owner !== passkey.member) return refuse('passkey-refused');
  const signed = await verifyAuthentication(party, response, passkey, challenge);
  if (!signed) return refuse('passkey-refused');
  const { family, id, member, counter: before } = passkey;
  if (isCopied(before, signed.counter)) {
    await auditedTransaction({ ...where, store, actor: member, nowMs }, family, (_, record) =>
      record('passkey.copied', { member, passkey: id }),
    );
    return refuse('passkey-refused');
  }
  const isUsed = await store.db
    .transaction()
    .execute((tx) => recordPasskeyUse(tx, family, id, { before, counter: signed.counter }, nowMs));
  return isUsed ? passkey : refuse('passkey-refused');
}

type Challenge = { challenge: string; caller: Caller | undefined };

/** Bound to the session of the caller, if there is one, so that no other session can use it. */
function issue(
  store: Store,
  purpose: Purpose,
  { challenge: token, caller }: Challenge,
  nowMs: number,
): Promise<void> {
  const boundTo = caller?.tokenHash ?? '';
  const attempt = { token, purpose, boundTo, detail: {}, expiresAtMs: nowMs + CHALLENGE_MS };
  return beginAttempt(store, caller?.family ?? null, attempt, nowMs);
}

/** The challenge of a response, if it was issued for this purpose and not taken before. */
async function take(
  store: Store,
  purpose: Purpose,
  { clientDataJSON, caller }: { clientDataJSON: string; caller: Caller | undefined },
  nowMs: number,
): Promise<string | undefined> {
  const token = challengeIn({ clientDataJSON });
  const attempt = token && (await takeAttempt(store, { token, boundTo: caller?.tokenHash ?? '' }, nowMs));
  return attempt && attempt.purpose === purpose ? token : undefined;
}
