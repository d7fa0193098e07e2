/** Changes of the foods that a family has at home. */
import { MAX_PANTRY_ENTRIES } from '#domain/family/quota.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import {
  findPantry,
  type Pantry,
  savePantry,
  type StoredPantryEntry,
} from '#storage/tables/shopping-list/pantry.ts';

export function changePantry(
  context: ChangeContext,
  family: string,
  { version, entries }: Pantry,
): Promise<Refusal | undefined> {
  return alterPantry(context, family, version, () => entries);
}

/** Based on the version that was seen, or on any. `alter` returns undefined if there is nothing to change. */
export function alterPantry(
  context: ChangeContext,
  family: string,
  version: number | 'any',
  alter: (entries: StoredPantryEntry[]) => StoredPantryEntry[] | undefined,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    if (!(await findFamily(tx, family))) return refuse('not-found');
    const current = (await findPantry(tx, family)) ?? { version: 0, entries: [] };
    if (version !== 'any' && current.version !== version) return { refused: 'stale-pantry', current };
    const entries = alter(current.entries);
    if (!entries) return refuse('not-found');
    if (entries.length > MAX_PANTRY_ENTRIES) return refuse('too-many');
    const next = await record('pantry.change', { entries: entries.length });
    await savePantry(tx, family, { version: next, entries });
    return undefined;
  });
}
