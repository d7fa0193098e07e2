/** Changes of a family's own food prices. The last price that is set for a food counts. */
import { getFoods } from '#cookbook/foods.ts';
import { centsPerKgOf, type Offer } from '#domain/food/sold-amounts.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { deletePrice, savePrice } from '#storage/tables/shopping-list/prices.ts';

export function setPrice(
  context: ChangeContext,
  family: string,
  foodId: string,
  typed: Offer | { centsPerKg: number },
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    // Only foods of the catalogue, which bounds the number of prices of a family.
    const food = getFoods().find(foodId);
    if (!food || !(await findFamily(tx, family))) return refuse('not-found');
    const centsPerKg = 'per' in typed ? centsPerKgOf(food, typed) : typed.centsPerKg;
    if (centsPerKg === undefined) return refuse('not-found');
    await record('price.change', { foodId, centsPerKg });
    await savePrice(tx, family, { foodId, centsPerKg, ...('per' in typed && { offer: typed }) });
    return undefined;
  });
}

/** Afterwards the price of the catalogue counts again. */
export function removePrice(
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
