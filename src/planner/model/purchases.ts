/**
 * Purchases: the foods of a week, each counted once however many dishes use it. Each food to buy costs
 * points. A pantry food costs nothing and gains points if it is used before its date.
 */
import type { Week } from '#domain/week/week.ts';
import type { DishFood } from './dish.ts';
import type { PlanningTask } from './task.ts';

export type Purchase = {
  readonly foodId: string;
  readonly gain: number;
  /** Uses after this day do not count; 6 is Sunday. */
  readonly lastDay: number;
};

const PANTRY_FOOD_USED = 1500;
const BUY_PERISHABLE = -200;
const BUY = -80;
const SUNDAY = 6;
/** A food that is good beyond the end of the next week gains nothing. */
const LATEST_USE_BY_DAY = SUNDAY + 7;

/** Undefined for a food that does not count: a staple, or a pantry food that is not due. */
export type FindPurchase = (food: DishFood) => Purchase | undefined;

export function purchaseFinder({ week, pantry }: Pick<PlanningTask, 'week' | 'pantry'>): FindPurchase {
  const purchases = pantryPurchases(week, pantry);
  return ({ foodId, isStaple, isPerishable }) => {
    if (purchases.has(foodId)) return purchases.get(foodId);
    const purchase = isStaple
      ? undefined
      : { foodId, gain: isPerishable ? BUY_PERISHABLE : BUY, lastDay: SUNDAY };
    purchases.set(foodId, purchase);
    return purchase;
  };
}

/** If a food has two dates, the earlier one counts. */
function pantryPurchases(week: Week, pantry: PlanningTask['pantry']): Map<string, Purchase | undefined> {
  const purchases = new Map<string, Purchase | undefined>();
  for (const { foodId, bestBefore } of pantry) {
    const lastDay = bestBefore === undefined ? Infinity : useByDay(week, bestBefore);
    const earlier = purchases.get(foodId);
    if (lastDay < (earlier?.lastDay ?? Infinity)) {
      purchases.set(foodId, { foodId, gain: PANTRY_FOOD_USED, lastDay });
    } else purchases.set(foodId, earlier);
  }
  return purchases;
}

/** The last day of the week on which using the food gains points; Infinity if it is past or not due yet. */
export function useByDay(week: Week, bestBefore: string): number {
  const { days } = Temporal.PlainDate.from(week).until(bestBefore, { largestUnit: 'days' });
  return days < 0 || days > LATEST_USE_BY_DAY ? Infinity : Math.min(days, SUNDAY);
}
