/**
 * Things: what counts once in a week, however many dishes use it. Something to buy costs, something from
 * the pantry gains if it is used in time.
 */
import type { Week } from '#domain/week/week.ts';
import type { DishFood } from './dish.ts';
import type { PlanningTask } from './task.ts';

export type Thing = {
  readonly foodId: string;
  readonly gain: number;
  /** Uses after this day do not count; 6 is Sunday. */
  readonly lastDay: number;
};

const USED_UP = 1500;
const BUY_PERISHABLE = -200;
const BUY = -80;
const SUNDAY = 6;
/** What keeps for longer than a week after this one is in no hurry. */
const LAST_HURRY = SUNDAY + 7;

/** Of each food the one thing it is, if it counts at all. */
export type FindThing = (food: DishFood) => Thing | undefined;

export function thingFinder({ week, pantry }: Pick<PlanningTask, 'week' | 'pantry'>): FindThing {
  const things = pantryThings(week, pantry);
  return ({ foodId, isStaple, isPerishable }) => {
    if (things.has(foodId)) return things.get(foodId);
    const thing = isStaple
      ? undefined
      : { foodId, gain: isPerishable ? BUY_PERISHABLE : BUY, lastDay: SUNDAY };
    things.set(foodId, thing);
    return thing;
  };
}

/** What is at home need not be bought; of two dates the earlier one counts. */
function pantryThings(week: Week, pantry: PlanningTask['pantry']): Map<string, Thing | undefined> {
  const things = new Map<string, Thing | undefined>();
  for (const { foodId, bestBefore } of pantry) {
    const lastDay = bestBefore === undefined ? Infinity : hurryDay(week, bestBefore);
    const before = things.get(foodId);
    if (lastDay < (before?.lastDay ?? Infinity)) things.set(foodId, { foodId, gain: USED_UP, lastDay });
    else things.set(foodId, before);
  }
  return things;
}

/** The last day of the week on which it can be used up; Infinity where there is no hurry. */
export function hurryDay(week: Week, bestBefore: string): number {
  const { days } = Temporal.PlainDate.from(week).until(bestBefore, { largestUnit: 'days' });
  return days < 0 || days > LAST_HURRY ? Infinity : Math.min(days, SUNDAY);
}
