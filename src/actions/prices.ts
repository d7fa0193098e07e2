/** What foods cost, as the family knows it. One figure for each food: whoever says it last is right. */
import { getFoods } from '#cookbook/foods.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { findFamily } from '#storage/families.ts';
import { deletePrice, savePrice, type StoredPrice } from '#storage/prices.ts';

export function changePrice(
  context: ChangeContext,
  family: string,
  price: StoredPrice,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    // Only of what there is: so a family has no more prices than the catalogue has foods.
    if (!getFoods().find(price.foodId) || !(await findFamily(tx, family))) return refuse('not-found');
    await record('price.change', price);
    await savePrice(tx, family, price);
    return undefined;
  });
}

/** From now on it costs what the catalogue says. */
export function forgetPrice(
  context: ChangeContext,
  family: string,
  foodId: string,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    if (!(await deletePrice(tx, family, foodId))) return refuse('not-found');
    await record('price.forget', { foodId });
    return undefined;
  });
}
