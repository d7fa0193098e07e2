/** Places the meals of an imported plan in empty slots: first what will be written, for the report and for the import. */
import { type Meals, type Place, type Slot, SLOTS, mealAt, withMeal } from '#domain/plan/plan.ts';
import { MAX_BYTES } from '#domain/family/quota.ts';
import { DAYS, isWithinPlanningRange, type Week, weekOf } from '#domain/week/week.ts';
import type { ImportedMeal } from '#import/archive/archive-item.ts';
import type { Db } from '#storage/schema.ts';
import type { PlacedItems } from '#storage/tables/imports.ts';
import { findPlan, planBytes, readPlanBytes } from '#storage/tables/plan/plans.ts';
import { writePlan } from '#actions/plan/plans.ts';
import type { LeftOutCounts } from './preparation.ts';
import { placingStep, type Step } from './slices.ts';

const MAX_DESCRIPTION = 500;

type PlacedMeal = NonNullable<PlacedItems['meals']>[number];
/** The recipe of a meal by its id in its app. */
export type RecipeTitles = ReadonlyMap<string, { id: string; title: string }>;
type WantedMeal = {
  place: Place;
  description: string;
  recipeId?: string;
  details?: ImportedMeal['details'];
};

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
  for (const { place, description, recipeId, details } of wanted) {
    const present = mealAt(after, place);
    if (present && present.description !== description) taken += 1;
    if (present) continue;
    after = withMeal(after, place, { description, ...(recipeId !== undefined && { recipeId }), ...details });
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

/** Where other kinds of meals of an app belong: beside the meal of the day that comes first here, else instead of it. */
const SIDES: Readonly<Record<string, readonly Slot[]>> = {
  side: ['dinner', 'lunch', 'breakfast'],
  dessert: ['dinner', 'lunch', 'breakfast'],
  drink: ['dinner', 'lunch', 'breakfast'],
  snack: ['lunch', 'dinner', 'breakfast'],
};

/** The meals of each week. Sides are named in the description of the meal that they belong to. */
function byWeek(
  meals: readonly ImportedMeal[],
  titles: RecipeTitles,
  leftOut: LeftOutCounts,
): Map<Week, WantedMeal[]> {
  const weeks = new Map<Week, WantedMeal[]>();
  const sides: { date: Temporal.PlainDate; slots: readonly Slot[]; meal: ImportedMeal }[] = [];
  const add = (date: Temporal.PlainDate, slots: readonly Slot[], meal: ImportedMeal) => {
    const wanted = weeks.getOrInsertComputed(weekOf(date), () => []);
    const { description, recipeId } = describe(meal, titles);
    if (description === '') return leftOut.add('meal-without-recipe');
    const day = DAYS[date.dayOfWeek - 1] ?? 'Monday';
    const at = (slot: Slot) => wanted.findIndex(({ place }) => place.day === day && place.slot === slot);
    const index = slots.map(at).find((each) => each >= 0);
    const main = wanted[index ?? -1];
    if (main && index !== undefined) {
      if (recipeId !== undefined && main.recipeId !== undefined) leftOut.add('side-recipe');
      wanted[index] = { ...(recipeId !== undefined && { recipeId }), ...main, ...joined(main, description) };
    } else {
      const { details } = meal;
      wanted.push({
        place: placeOf(date, slots),
        description,
        ...(recipeId && { recipeId }),
        ...(details && { details }),
      });
    }
  };
  for (const meal of meals) {
    const date = parseDate(meal.date);
    const slot = SLOTS.find((each) => each === meal.slot);
    const slots = slot ? [slot] : SIDES[meal.slot];
    if (!date) leftOut.add('meal-without-date');
    else if (!slots) leftOut.add('meal-slot', meal.slot);
    else if (slot) add(date, slots, meal);
    else sides.push({ date, slots, meal });
  }
  for (const { date, slots, meal } of sides) add(date, slots, meal);
  return weeks;
}

function joined({ description }: WantedMeal, more: string): { description: string } {
  const names = description.split(', ');
  return { description: cut(names.includes(more) ? description : `${description}, ${more}`) };
}

function describe(
  { text, recipeId }: ImportedMeal,
  titles: RecipeTitles,
): { description: string; recipeId?: string } {
  const recipe = recipeId === undefined ? undefined : titles.get(recipeId);
  return { description: cut(text ?? recipe?.title ?? ''), ...(recipe && { recipeId: recipe.id }) };
}

function cut(text: string): string {
  return text.slice(0, MAX_DESCRIPTION).toWellFormed().trim();
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
