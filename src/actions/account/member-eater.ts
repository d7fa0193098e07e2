/** A member says who of the eaters they are: preferences and stars of that eater are theirs. */
import { type Refusal, refuse } from '#domain/refusal.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { findPreferences } from '#storage/tables/plan/preferences.ts';
import { listMembers, setEaterOf } from '#storage/tables/account/members.ts';
import type { Tx } from '#storage/schema.ts';

/** Null: none of the eaters. */
export function chooseEater(
  context: ChangeContext,
  family: string,
  member: string,
  eaterId: string | null,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const refusal = eaterId === null ? undefined : await refuseEater(tx, family, member, eaterId);
    if (refusal) return refusal;
    await setEaterOf(tx, family, member, eaterId);
    await record('member.eater', { member, eater: eaterId });
    return undefined;
  });
}

/** Why this member cannot be this eater. */
export async function refuseEater(
  tx: Tx,
  family: string,
  member: string,
  eaterId: string,
): Promise<Refusal | undefined> {
  const { eaters = [] } = (await findPreferences(tx, family))?.preferences ?? {};
  if (!eaters.some(({ id }) => id === eaterId)) return refuse('not-found');
  const others = (await listMembers(tx, family)).filter(({ id }) => id !== member);
  return others.some((member) => member.eaterId === eaterId) ? refuse('eater-taken') : undefined;
}
