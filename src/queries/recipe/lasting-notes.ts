/**
 * The dishes that a family wants soon, and those in its freezer. A dish is wanted until it was cooked, and frozen until it
 * was eaten as leftovers: what the plans say decides, so nothing is written when plans change. Both end after half a year.
 */
import { currentRecipeId } from '#cookbook/recipes.ts';
import { cookedDishes, type Dish, dishesOf, type Meal, mealAt, PLACES } from '#domain/plan/plan.ts';
import { isEmptyNote, type RecipeNotes } from '#domain/recipe/recipe-note.ts';
import { DAYS, type Week, weekOf } from '#domain/week/week.ts';
import type { Db } from '#storage/schema.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { readAllPlans } from '#storage/tables/plan/plans.ts';
import { readRecipeNotes } from './recipe-notes.ts';

const LASTING_WEEKS = 26;

/** Which dishes of a meal end what was said. */
const ENDED_BY = {
  soonSince: cookedDishes,
  frozenSince: (meal: Meal): Dish[] => dishesOf(meal).filter(({ kind }) => kind === 'leftovers'),
};
type Said = keyof typeof ENDED_BY;

/** The notes without what has ended. */
export async function readCurrentNotes(db: Db, family: string, nowMs: number): Promise<RecipeNotes> {
  return withoutEnded(db, family, await readRecipeNotes(db, family), nowMs);
}

export async function withoutEnded(
  db: Db,
  family: string,
  notes: RecipeNotes,
  nowMs: number,
): Promise<RecipeNotes> {
  const wanted = await readLasting(db, family, 'soonSince', { notes, nowMs });
  const frozen = await readLasting(db, family, 'frozenSince', { notes, nowMs });
  const current = Object.entries(notes).flatMap(([id, { soonSince, frozenSince, ...rest }]) => {
    const note = {
      ...rest,
      ...(wanted.has(id) && { soonSince }),
      ...(frozen.has(id) && { frozenSince }),
    };
    return isEmptyNote(note) ? [] : [[id, note] as const];
  });
  return Object.fromEntries(current);
}

type Reading = {
  notes: RecipeNotes;
  nowMs: number;
  /** A dish that is planned counts as eaten, however far ahead, except in this week; null: in all weeks. */
  planned?: Week | null;
};

/** The ids of the dishes of which it was said, and still holds. */
export async function readLasting(
  db: Db,
  family: string,
  said: Said,
  { notes, nowMs, planned }: Reading,
): Promise<ReadonlySet<string>> {
  const timeZone = (await findFamily(db, family))?.timeZone ?? 'UTC';
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate();
  const oldest = today.subtract({ weeks: LASTING_WEEKS }).toString();
  const sinceById = new Map<string, string>();
  for (const [id, { [said]: since = '' }] of Object.entries(notes))
    if (since >= oldest) sinceById.set(id, since);
  const [first] = [...sinceById.values()].toSorted();
  if (first === undefined) return new Set();
  for await (const plans of readAllPlans(db, family, weekOf(Temporal.PlainDate.from(first)))) {
    for (const { week, meals } of plans) {
      if (week === planned) continue;
      for (const place of PLACES) {
        const meal = mealAt(meals, place);
        const date = Temporal.PlainDate.from(week)
          .add({ days: DAYS.indexOf(place.day) })
          .toString();
        if (meal && (planned !== undefined || date < today.toString()))
          removeEaten(sinceById, ENDED_BY[said](meal), date);
      }
    }
  }
  return new Set(sinceById.keys());
}

function removeEaten(sinceById: Map<string, string>, dishes: readonly Dish[], date: string): void {
  for (const { recipeId } of dishes) {
    const id = recipeId === undefined ? undefined : currentRecipeId(recipeId);
    const since = id === undefined ? undefined : sinceById.get(id);
    if (id !== undefined && since !== undefined && since <= date) sinceById.delete(id);
  }
}
