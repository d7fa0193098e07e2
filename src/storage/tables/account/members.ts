/** Members: the people who sign in. An email belongs to one member of one family. */
import { instantText } from '#domain/week/instant.ts';
import { normalEmail, type Role } from '#domain/family/family.ts';
import type { Db } from '#storage/schema.ts';

/** `eaterId`: the eater who is this member, if one is. */
export type Member = { id: string; email: string; role: Role; createdAt: string; eaterId: string | null };

const columns = ['id', 'email', 'role', 'created_at as createdAt', 'eater_id as eaterId'] as const;

export function listMembers(db: Db, family: string): Promise<Member[]> {
  return db
    .selectFrom('members')
    .select(columns)
    .where('family_id', '=', family)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function findMember(db: Db, family: string, id: string): Promise<Member | undefined> {
  return db
    .selectFrom('members')
    .select(columns)
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What the member's own profile and mails to them depend on. */
export function findMailbox(db: Db, family: string, id: string) {
  return db
    .selectFrom('members')
    .select(['email', 'new_email as newEmail', 'email_confirmed_at as confirmedAt', 'language'])
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Across all families: at sign-in the family is not known yet. */
export function findCredentials(db: Db, email: string) {
  return db
    .selectFrom('members')
    .select(['family_id as family', 'id', 'email', 'password_hash as passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/**
 * The account of a typed address. The exact spelling comes first: a newer account must not hide one that was created
 * before addresses were normalised.
 */
export async function findAccount(db: Db, typed: string) {
  const spellings = [...new Set([typed, normalEmail(typed)])];
  const found = await Promise.all(spellings.map((spelling) => findCredentials(db, spelling)));
  return found.find((account) => account !== undefined);
}

export async function findPasswordHash(db: Db, family: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('members')
    .select('password_hash')
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.password_hash;
}

type NewMember = {
  id: string;
  email: string;
  role: Role;
  passwordHash: string;
  language?: string | undefined;
  isEmailConfirmed?: boolean;
};

export async function insertMember(
  db: Db,
  family: string,
  { id, email, role, passwordHash, language, isEmailConfirmed = false }: NewMember,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('members')
    .values({
      family_id: family,
      id,
      email,
      role,
      password_hash: passwordHash,
      created_at: instantText(nowMs),
      email_confirmed_at: isEmailConfirmed ? instantText(nowMs) : null,
      language: language ?? null,
    })
    .execute();
}

export async function updateMember(
  db: Db,
  family: string,
  id: string,
  { role, passwordHash }: { role?: Role; passwordHash?: string },
): Promise<void> {
  await db
    .updateTable('members')
    .set({ ...(role && { role }), ...(passwordHash && { password_hash: passwordHash }) })
    .where('family_id', '=', family)
    .where('id', '=', id)
    .execute();
}

type MailboxChanges = {
  email?: string;
  newEmail?: string | null;
  confirmedAt?: string | null;
  language?: string;
};

export async function updateMailbox(
  db: Db,
  family: string,
  id: string,
  { email, newEmail, confirmedAt, language }: MailboxChanges,
): Promise<void> {
  await db
    .updateTable('members')
    .set({
      ...(email !== undefined && { email }),
      ...(newEmail !== undefined && { new_email: newEmail }),
      ...(confirmedAt !== undefined && { email_confirmed_at: confirmedAt }),
      ...(language !== undefined && { language }),
    })
    .where('family_id', '=', family)
    .where('id', '=', id)
    .execute();
}

/** Null: the member is no eater. */
export async function setEaterOf(db: Db, family: string, id: string, eaterId: string | null): Promise<void> {
  await db
    .updateTable('members')
    .set({ eater_id: eaterId })
    .where('family_id', '=', family)
    .where('id', '=', id)
    .execute();
}

/** Members who are none of these eaters are no eaters any more. */
export async function clearOtherEaters(db: Db, family: string, eaterIds: string[]): Promise<void> {
  const members = db.updateTable('members').set({ eater_id: null }).where('family_id', '=', family);
  await (eaterIds.length > 0 ? members.where('eater_id', 'not in', eaterIds) : members).execute();
}

export async function deleteMember(db: Db, family: string, id: string): Promise<void> {
  await db.deleteFrom('members').where('family_id', '=', family).where('id', '=', id).execute();
}

/** Records that this member is removed; without an id, all members, because the family is deleted. */
export async function recordRemoval(
  db: Db,
  family: string,
  id: string | undefined,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('removed_members')
    .columns(['family_id', 'id', 'removed_at'])
    .expression((eb) =>
      eb
        .selectFrom('members')
        .select(['family_id', 'id', eb.val(instantText(nowMs)).as('removed_at')])
        .where('family_id', '=', family)
        .$if(id !== undefined, (members) => members.where('id', '=', id as string)),
    )
    .execute();
}

export function listRemovedMembers(db: Db, family: string) {
  return db
    .selectFrom('removed_members')
    .select(['id', 'removed_at as removedAt'])
    .where('family_id', '=', family)
    .orderBy('removed_at')
    .orderBy('id')
    .execute();
}

/** By the id alone: a device whose session has ended knows nothing else that proves its member. */
export async function isRemovedMember(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('removed_members').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
