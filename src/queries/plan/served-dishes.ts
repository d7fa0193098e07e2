/** How long ago the family had a dish, or when it will have it next. */
import { currentRecipeId } from '#cookbook/recipes.ts';
import { dishesIn } from '#domain/plan/plan.ts';
import { type Week, weekOf } from '#domain/week/week.ts';
import type { Db } from '#storage/schema.ts';
import { findPlansBetween } from '#storage/tables/plan/plans.ts';

/** Of each dish the distance in weeks to the nearest other week that serves it, or a dish that was merged into it. */
export async function readServedWeeksAway(
  db: Db,
  family: string,
  week: Week,
  weeks: number,
): Promise<Record<string, number>> {
  const monday = Temporal.PlainDate.from(week);
  const [from, to] = [weekOf(monday.subtract({ weeks })), weekOf(monday.add({ weeks }))];
  const weeksAway: Record<string, number> = {};
  for (const plan of await findPlansBetween(db, family, from, to)) {
    const away = Math.abs(monday.until(plan.week, { largestUnit: 'weeks' }).weeks);
    if (away === 0) continue;
    for (const { recipeId } of dishesIn(plan.meals)) {
      if (recipeId !== undefined) keepSmallest(weeksAway, currentRecipeId(recipeId), away);
    }
  }
  return weeksAway;
}

/** Keeps the least number of each recipe. Ignores inherited properties: an id can be any text. */
export function keepSmallest(byRecipe: Record<string, number>, recipeId: string, weeks: number): void {
  const before = Object.hasOwn(byRecipe, recipeId) ? byRecipe[recipeId] : undefined;
  byRecipe[recipeId] = Math.min(weeks, before ?? weeks);
}
