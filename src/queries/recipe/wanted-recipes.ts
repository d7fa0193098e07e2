/** The recipes that a family wants soon. A dish is wanted until it was eaten, for half a year at most, as it is rejected. */
import { currentRecipeId } from '#cookbook/recipes.ts';
import { cookedDishes, type Meal, mealAt, PLACES } from '#domain/plan/plan.ts';
import { isEmptyNote, type RecipeNotes } from '#domain/recipe/recipe-note.ts';
import { DAYS, type Week, weekOf } from '#domain/week/week.ts';
import type { Db } from '#storage/schema.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { readAllPlans } from '#storage/tables/plan/plans.ts';
import { readRecipeNotes } from './recipe-notes.ts';

const WANTED_WEEKS = 26;

/** The notes without what is not wanted any more. */
export async function readCurrentNotes(db: Db, family: string, nowMs: number): Promise<RecipeNotes> {
  return withoutEnded(db, family, await readRecipeNotes(db, family), nowMs);
}

export async function withoutEnded(
  db: Db,
  family: string,
  notes: RecipeNotes,
  nowMs: number,
): Promise<RecipeNotes> {
  const wanted = await readWanted(db, family, { notes, nowMs });
  const current = Object.entries(notes).flatMap(([id, { soonSince, ...note }]) => {
    if (wanted.has(id)) return [[id, { ...note, soonSince }] as const];
    return isEmptyNote(note) ? [] : [[id, note] as const];
  });
  return Object.fromEntries(current);
}

type Reading = {
  notes: RecipeNotes;
  nowMs: number;
  /** The week that is planned: for it, a dish of another week counts as eaten, however far ahead. */
  planned?: Week;
};

export async function readWanted(
  db: Db,
  family: string,
  { notes, nowMs, planned }: Reading,
): Promise<ReadonlySet<string>> {
  const timeZone = (await findFamily(db, family))?.timeZone ?? 'UTC';
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate();
  const oldest = today.subtract({ weeks: WANTED_WEEKS }).toString();
  const sinceById = new Map<string, string>();
  for (const [id, { soonSince = '' }] of Object.entries(notes))
    if (soonSince >= oldest) sinceById.set(id, soonSince);
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
        if (meal && (planned !== undefined || date < today.toString())) removeEaten(sinceById, meal, date);
      }
    }
  }
  return new Set(sinceById.keys());
}

/** Leftovers are of what was cooked before. */
function removeEaten(sinceById: Map<string, string>, meal: Meal, date: string): void {
  for (const { recipeId } of cookedDishes(meal)) {
    const id = recipeId === undefined ? undefined : currentRecipeId(recipeId);
    const since = id === undefined ? undefined : sinceById.get(id);
    if (id !== undefined && since !== undefined && since <= date) sinceById.delete(id);
  }
}
