/** Passkeys: the public keys with which members sign in. A credential id belongs to one member of one family. */
import { instantText } from '#domain/week/instant.ts';
import type { Db } from '#storage/schema.ts';

/**
 * The passkeys of one member, in the order in which they were added. The relying party is the host name that a passkey
 * was made for.
 */
export function listPasskeys(db: Db, family: string, member: string) {
  return db
    .selectFrom('passkeys')
    .select([
      'id',
      'name',
      'created_at as createdAt',
      'used_at as lastUsedAt',
      'relying_party as relyingParty',
      'credential_id as credentialId',
      'transports',
    ])
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** All passkeys of a family without their keys, for the export. */
export function listFamilyPasskeys(db: Db, family: string) {
  return db
    .selectFrom('passkeys')
    .select([
      'id',
      'member_id as member',
      'name',
      'created_at as createdAt',
      'used_at as lastUsedAt',
      'relying_party as relyingParty',
    ])
    .where('family_id', '=', family)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Across all families: a device that signs in knows only the credential. */
export function findPasskey(db: Db, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('members', (join) =>
      join
        .onRef('members.family_id', '=', 'passkeys.family_id')
        .onRef('members.id', '=', 'passkeys.member_id'),
    )
    .select([
      'passkeys.family_id as family',
      'passkeys.id',
      'member_id as member',
      'email',
      'password_hash as passwordHash',
      'credential_id as credentialId',
      'public_key as publicKey',
      'counter',
    ])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

export type NewPasskey = {
  id: string;
  member: string;
  relyingParty: string;
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string;
  name: string;
};

export async function insertPasskey(
  db: Db,
  family: string,
  { member, relyingParty, credentialId, publicKey, ...passkey }: NewPasskey,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('passkeys')
    .values({
      ...passkey,
      family_id: family,
      member_id: member,
      relying_party: relyingParty,
      credential_id: credentialId,
      public_key: publicKey,
      created_at: instantText(nowMs),
      used_at: null,
    })
    .execute();
}

/** Stores the counter of a sign-in. Returns false if another sign-in has stored one since `before` was read. */
export async function recordPasskeyUse(
  db: Db,
  family: string,
  id: string,
  { before, counter }: { before: number; counter: number },
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, used_at: instantText(nowMs) })
    .where('family_id', '=', family)
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function renamePasskey(
  db: Db,
  family: string,
  { id, member, name }: { id: string; member: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deletePasskey(
  db: Db,
  family: string,
  { id, member }: { id: string; member: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
