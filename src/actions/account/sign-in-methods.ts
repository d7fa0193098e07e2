/** The ways in which a member can sign in. The last one cannot be removed, or the account would be lost. */
import { hasPassword } from '#auth/password.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { findPasswordHash } from '#storage/tables/account/members.ts';
import { listIdentities } from '#storage/tables/account/identities.ts';
import { listPasskeys } from '#storage/tables/account/passkeys.ts';
import type { Db } from '#storage/schema.ts';

/**
 * A passkey counts only at the host name that it was made for: browsers offer it nowhere else. An identity counts only
 * while its issuer is the identity provider, and the other methods only while they are allowed.
 */
export type SignInPolicy = {
  relyingParty: string | undefined;
  issuer: string | undefined;
  isOidcOnly: boolean;
};

type SignInMethods = { hasPassword: boolean; passkeys: string[]; identities: string[] };

export async function readSignInMethods(
  db: Db,
  family: string,
  member: string,
  { relyingParty, issuer, isOidcOnly }: SignInPolicy,
): Promise<SignInMethods> {
  const passwordHash = await findPasswordHash(db, family, member);
  const passkeys = await listPasskeys(db, family, member);
  const identities = await listIdentities(db, family, member);
  const atIssuer = identities.filter((identity) => identity.issuer === issuer).map(({ id }) => id);
  if (isOidcOnly) return { hasPassword: false, passkeys: [], identities: atIssuer };
  return {
    identities: atIssuer,
    hasPassword: passwordHash !== undefined && hasPassword(passwordHash),
    passkeys: passkeys.filter((passkey) => passkey.relyingParty === relyingParty).map(({ id }) => id),
  };
}

/** `lost` is the id of the passkey or identity that the member removes. */
export async function refuseLosingLastSignInMethod(
  db: Db,
  family: string,
  { member, lost }: { member: string; lost: string },
  policy: SignInPolicy,
): Promise<Refusal | undefined> {
  const methods = await readSignInMethods(db, family, member, policy);
  const others = [...methods.passkeys, ...methods.identities].filter((id) => id !== lost);
  return methods.hasPassword || others.length > 0 ? undefined : refuse('last-sign-in-method');
}
