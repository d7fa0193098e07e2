/** Changes of what is different on a day of one week, based on the version of the week that was seen. */
import { MAX_BYTES } from '#domain/family/quota.ts';
import { type Dish, type Meal, mealAt, type Meals, SLOTS, withMeal } from '#domain/plan/plan.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { preferencesOfWeek } from '#domain/preferences/preferences-of-week.ts';
import { servingsAt } from '#domain/preferences/servings.ts';
import {
  type DayException,
  withDayException,
  type WeekExceptions,
  withoutOldGuests,
} from '#domain/preferences/week-exceptions.ts';
import { MAX_SERVINGS } from '#domain/proposal/proposal.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { type Day, isWithinPlanningRange, type Week } from '#domain/week/week.ts';
import { auditedTransaction, type ChangeContext, type RecordChange } from '#storage/transaction.ts';
import { SERVICE } from '#storage/actor.ts';
import type { Tx } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { type Family, findFamily } from '#storage/tables/account/families.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { findPreferences } from '#storage/tables/plan/preferences.ts';
import {
  exceptionsBytes,
  readExceptionsBytes,
  readWeekExceptions,
  saveWeekExceptions,
} from '#storage/tables/plan/week-exceptions.ts';
import { writePlan } from './plans.ts';

type DayTarget = { week: Week; day: Day; version: number; exception: DayException };

/** Meals of the day that are planned already get the servings of those who come, and lose those of who stays away. */
export function changeDayException(
  context: ChangeContext,
  family: string,
  { week, day, version, exception }: DayTarget,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const familyRow = await findFamily(tx, family);
    if (!familyRow) return refuse('not-found');
    const current = await readWeekExceptions(tx, family, week);
    if (version !== current.version) return refuse('stale-week');
    if (current.version === 0 && !isWithinPlanningRange(week, context.nowMs))
      return refuse('week-out-of-range');
    const changed = withDayException(current.exceptions, day, exception);
    const exceptions = withoutOldGuests(changed, week, todayOf(familyRow, context.nowMs));
    const more = exceptionsBytes(exceptions) - exceptionsBytes(current.exceptions);
    if (more > 0 && (await readExceptionsBytes(tx, family)) + more > MAX_BYTES.weekExceptions)
      return refuse('quota-exceeded');
    const saved = await record('week.change', { week, day });
    await saveWeekExceptions(tx, family, { week, version: saved, exceptions });
    await adjustServings(tx, record, family, { week, day, before: current.exceptions, after: exceptions });
    return undefined;
  });
}

type Changed = { week: Week; day: Day; before: WeekExceptions; after: WeekExceptions };

async function adjustServings(
  tx: Tx,
  record: RecordChange,
  family: string,
  { week, day, before, after }: Changed,
): Promise<void> {
  const plan = await findPlan(tx, family, week);
  if (!plan) return;
  const { preferences = DEFAULT_PREFERENCES } = (await findPreferences(tx, family)) ?? {};
  const [was, is] = [before, after].map((exceptions) => preferencesOfWeek(preferences, exceptions, week));
  let { meals }: { meals: Meals } = plan;
  for (const slot of SLOTS) {
    const [meal, place] = [mealAt(meals, { day, slot }), { day, slot }];
    if (meal && was && is)
      meals = withMeal(meals, place, withMoreServings(meal, servings(is) - servings(was)));
    function servings(of: Preferences): number {
      return servingsAt(of, of.slotSettings[day]?.[slot] ?? {});
    }
  }
  if (JSON.stringify(meals) === JSON.stringify(plan.meals)) return;
  const version = await record('plan.change', { week });
  await writePlan(tx, { family, week, version }, plan, meals);
}

/** Not of dishes that only some eat, and of leftovers, which are cooked already. */
function withMoreServings({ sides, ...main }: Meal, more: number): Meal {
  const meal: Meal = dishWithMore(main, more);
  return sides ? { ...meal, sides: sides.map((side) => dishWithMore(side, more)) } : meal;
}

function dishWithMore<AnyDish extends Dish>(dish: AnyDish, more: number): AnyDish {
  const { kind, variant, eaterIds } = dish;
  if (dish.servings === undefined || more === 0 || kind !== undefined || eaterIds) return dish;
  const servings = Math.min(MAX_SERVINGS, Math.max(1, dish.servings + more));
  return {
    ...dish,
    servings,
    ...(variant && { variant: { ...variant, servings: Math.min(variant.servings, servings) } }),
  };
}

/** Deletes the names, diets and allergens of guests whose day is a week ago. */
export function deleteOldGuests(store: Store, family: string, week: Week, nowMs: number): Promise<boolean> {
  return auditedTransaction({ store, actor: SERVICE, nowMs }, family, async (tx, record) => {
    const familyRow = await findFamily(tx, family);
    if (!familyRow) return false;
    const { exceptions } = await readWeekExceptions(tx, family, week);
    const left = withoutOldGuests(exceptions, week, todayOf(familyRow, nowMs));
    if (JSON.stringify(left) === JSON.stringify(exceptions)) return false;
    const version = await record('week.delete-guests', { week });
    await saveWeekExceptions(tx, family, { week, version, exceptions: left });
    return true;
  });
}

export function todayOf({ timeZone }: Pick<Family, 'timeZone'>, nowMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}
