/** Identities: accounts at an identity provider. Issuer and subject together belong to one member of one family. */
import { instantText } from '#domain/week/instant.ts';
import type { Db } from '#storage/schema.ts';

/** The label is what the provider calls the account, to show it; it never identifies anyone. */
export type Identity = { issuer: string; subject: string; label: string };

const columns = ['id', 'issuer', 'label', 'created_at as createdAt', 'used_at as lastUsedAt'] as const;

export function listIdentities(db: Db, family: string, member: string) {
  return db
    .selectFrom('identities')
    .select(columns)
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Of all members, for the export. */
export function listFamilyIdentities(db: Db, family: string) {
  return db
    .selectFrom('identities')
    .select([...columns, 'member_id as member', 'subject'])
    .where('family_id', '=', family)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Across all families: a browser that comes back from the provider is not signed in. */
export function findIdentity(db: Db, { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>) {
  return db
    .selectFrom('identities')
    .innerJoin('members', (join) =>
      join
        .onRef('members.family_id', '=', 'identities.family_id')
        .onRef('members.id', '=', 'identities.member_id'),
    )
    .select([
      'identities.family_id as family',
      'identities.id as identity',
      'member_id as member',
      'email',
      'password_hash as passwordHash',
    ])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export async function insertIdentity(
  db: Db,
  family: string,
  { id, member, issuer, subject, label }: Identity & { id: string; member: string },
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('identities')
    .values({
      family_id: family,
      id,
      member_id: member,
      issuer,
      subject,
      label,
      created_at: instantText(nowMs),
      used_at: null,
    })
    .execute();
}

export async function recordIdentityUse(db: Db, family: string, id: string, nowMs: number): Promise<void> {
  await db
    .updateTable('identities')
    .set({ used_at: instantText(nowMs) })
    .where('family_id', '=', family)
    .where('id', '=', id)
    .execute();
}

export async function deleteIdentity(
  db: Db,
  family: string,
  { id, member }: { id: string; member: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identities')
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
