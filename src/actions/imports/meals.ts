/** Places the meals of an imported plan in empty slots: first what will be written, for the report and for the import. */
import {
  type Dish,
  dishesOf,
  MAX_DESCRIPTION_LENGTH,
  MAX_SIDES,
  type Meal,
  mealAt,
  type Meals,
  type Place,
  type Slot,
  SLOTS,
  withMeal,
} from '#domain/plan/plan.ts';
import { MAX_BYTES } from '#domain/family/quota.ts';
import { DAYS, isWithinPlanningRange, type Week, weekOf } from '#domain/week/week.ts';
import type { ImportedMeal } from '#import/archive/archive-item.ts';
import type { Db } from '#storage/schema.ts';
import type { PlacedItems } from '#storage/tables/imports.ts';
import { findPlan, planBytes, readPlanBytes } from '#storage/tables/plan/plans.ts';
import { writePlan } from '#actions/plan/plans.ts';
import type { LeftOutCounts } from './preparation.ts';
import { placingStep, type Step } from './slices.ts';

type PlacedMeal = NonNullable<PlacedItems['meals']>[number];
/** The recipe of a meal by its id in its app. */
export type RecipeTitles = ReadonlyMap<string, { id: string; title: string }>;
type WantedMeal = { place: Place; meal: Meal };

/** A week with the meals of the file, and those of them that find a place. */
export type PlannedWeek = {
  readonly week: Week;
  readonly wanted: readonly WantedMeal[];
  readonly placed: readonly PlacedMeal[];
};

/** The weeks that get meals. What finds no place is reported. */
export async function planMeals(
  db: Db,
  {
    family,
    nowMs,
    meals,
    titles,
  }: { family: string; nowMs: number; meals: readonly ImportedMeal[]; titles: RecipeTitles },
  leftOut: LeftOutCounts,
): Promise<PlannedWeek[]> {
  const planned: PlannedWeek[] = [];
  let bytes = await readPlanBytes(db, family);
  for (const [week, wanted] of byWeek(meals, titles, leftOut)) {
    const before = await findPlan(db, family, week);
    const { after, placed, taken } = fillWeek(week, before?.meals ?? {}, wanted);
    for (let count = 0; count < taken; count += 1) leftOut.add('meal-taken');
    if (placed.length === 0) continue;
    const more = planBytes({ meals: after }) - (before ? planBytes(before) : 0);
    const isNear = before !== undefined || isWithinPlanningRange(week, nowMs);
    if (!isNear || bytes + more > MAX_BYTES.plans) leftOut.add('week-out-of-range');
    else {
      bytes += more;
      planned.push({ week, wanted, placed });
    }
  }
  return planned;
}

/** Puts meals into empty places. `taken`: how many found another meal there. */
function fillWeek(
  week: Week,
  before: Meals,
  wanted: readonly WantedMeal[],
): { after: Meals; placed: PlacedMeal[]; taken: number } {
  let [after, taken] = [before, 0];
  const placed: PlacedMeal[] = [];
  for (const { place, meal } of wanted) {
    const { description } = meal;
    const present = mealAt(after, place);
    if (present && present.description !== description) taken += 1;
    if (present) continue;
    after = withMeal(after, place, meal);
    placed.push({ week, ...place, description });
  }
  return { after, placed, taken };
}

/** Each week is written once. What has been planned there since the report stays. */
export function* mealSteps(family: string, importId: string, weeks: readonly PlannedWeek[]): Generator<Step> {
  for (const { week, wanted } of weeks)
    yield placingStep(family, importId, async (tx, record) => {
      const before = await findPlan(tx, family, week);
      const { after, placed } = fillWeek(week, before?.meals ?? {}, wanted);
      if (placed.length === 0) return undefined;
      const version = await record('plan.import', { week });
      await writePlan(tx, { family, week, version }, before, after);
      return { part: version, placed: { meals: placed } };
    });
}

/** Where dishes belong that an app names by their course: beside the meal of the day that comes first here. */
const COURSES: Readonly<Record<string, readonly Slot[]>> = {
  side: ['dinner', 'lunch', 'breakfast'],
  dessert: ['dinner', 'lunch', 'breakfast'],
  drink: ['dinner', 'lunch', 'breakfast'],
};

/** The meals of each week. What an app has in the same slot or as a side of it is one meal. */
function byWeek(
  meals: readonly ImportedMeal[],
  titles: RecipeTitles,
  leftOut: LeftOutCounts,
): Map<Week, WantedMeal[]> {
  const weeks = new Map<Week, WantedMeal[]>();
  const sides: { date: Temporal.PlainDate; slots: readonly Slot[]; meal: ImportedMeal }[] = [];
  const add = (date: Temporal.PlainDate, slots: readonly Slot[], meal: ImportedMeal) => {
    const wanted = weeks.getOrInsertComputed(weekOf(date), () => []);
    const dish = dishFrom(meal, titles);
    if (dish.description === '') return leftOut.add('meal-without-recipe');
    const day = DAYS[date.dayOfWeek - 1] ?? 'Monday';
    const at = (slot: Slot) => wanted.find(({ place }) => place.day === day && place.slot === slot);
    const main = slots.map(at).find((each) => each !== undefined);
    if (!main) wanted.push({ place: placeOf(date, slots), meal: dish });
    else if (meal.details === undefined && hasDish(main.meal, dish)) return;
    else if (!addSide(main.meal, dish)) leftOut.add('meal-taken');
  };
  for (const meal of meals) {
    const date = parseDate(meal.date);
    const slot = SLOTS.find((each) => each === meal.slot);
    const slots = slot ? [slot] : COURSES[meal.slot];
    if (!date) leftOut.add('meal-without-date');
    else if (!slots) leftOut.add('meal-slot', meal.slot);
    else if (slot) add(date, slots, meal);
    else sides.push({ date, slots, meal });
  }
  for (const { date, slots, meal } of sides) add(date, slots, meal);
  return weeks;
}

/** Other apps may have a dish twice, for example for two people. */
function hasDish(meal: Meal, { description, recipeId }: Dish): boolean {
  return dishesOf(meal).some((dish) => dish.description === description && dish.recipeId === recipeId);
}

/** False if the meal has too many dishes. */
function addSide(meal: Meal, dish: Dish): boolean {
  const { sides = [] } = meal;
  if (sides.length === MAX_SIDES) return false;
  meal.sides = [...sides, dish];
  return true;
}

function dishFrom({ text, recipeId, details }: ImportedMeal, titles: RecipeTitles): Dish {
  const recipe = recipeId === undefined ? undefined : titles.get(recipeId);
  return {
    description: cut(text ?? recipe?.title ?? ''),
    ...(recipe && { recipeId: recipe.id }),
    ...details,
  };
}

function cut(text: string): string {
  return text.slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed().trim();
}

function placeOf(date: Temporal.PlainDate, [slot = 'dinner']: readonly Slot[]): Place {
  return { day: DAYS[date.dayOfWeek - 1] ?? 'Monday', slot };
}

function parseDate(text: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    return undefined;
  }
}
