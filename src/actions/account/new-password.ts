/** Refuses a new password that is among the first that somebody would guess. */
import { isCommonPassword } from '#auth/common-passwords.ts';
import { isPersonal } from '#domain/family/password-words.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import type { Db } from '#storage/schema.ts';

type PersonalNames = { email: string; familyName: string };

export async function refuseWeakPassword(
  password: string,
  names: PersonalNames,
): Promise<Refusal | undefined> {
  if (isPersonal(password, names)) return refuse('personal-password');
  return (await isCommonPassword(password)) ? refuse('common-password') : undefined;
}

/** For a member of a family that exists. */
export async function refuseWeakPasswordOf(
  db: Db,
  family: string,
  { email, password }: { email: string; password: string },
): Promise<Refusal | undefined> {
  const familyName = (await findFamily(db, family))?.name ?? '';
  return refuseWeakPassword(password, { email, familyName });
}
