/** Changes of the foods that a family has at home. */
import { type Refusal, refuse } from '#domain/refusal.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { findFamily } from '#storage/tables/families.ts';
import { findPantry, type Pantry, savePantry } from '#storage/tables/pantry.ts';

export function changePantry(
  context: ChangeContext,
  family: string,
  { version, entries }: Pantry,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    if (!(await findFamily(tx, family))) return refuse('not-found');
    const current = (await findPantry(tx, family)) ?? { version: 0, entries: [] };
    if (current.version !== version) return { refused: 'stale-pantry', current };
    const next = await record('pantry.change', { entries: entries.length });
    await savePantry(tx, family, { version: next, entries });
    return undefined;
  });
}
