import { ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { replacePlan } from '#actions/plan/plans.ts';
import { addRecipe } from '#actions/recipe/recipes.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { type Dish, dishesIn, MAX_SIDES, type Meals, PLACES, withMeal } from '#domain/plan/plan.ts';
import type { Week } from '#domain/week/week.ts';
import { readMealWarnings } from '#queries/plan/warnings.ts';
import { readList } from '#queries/shopping-list/lists.ts';
import { OPERATOR } from '#storage/actor.ts';
import { accepted } from '#test/support/accepted.ts';
import { freshStore } from '#test/support/store.ts';
import { makeWorld, RECIPE, WEEK } from '#test/support/world.ts';

test('the list and the warnings of a week take as many queries with 280 dishes as with two', async (t) => {
  const nowMs = Date.parse('2026-11-11T12:00:00Z');
  const store = await freshStore(t, 'sqlite');
  const { family } = await makeWorld({ store, clock: { nowMs } });
  const context = { store, actor: OPERATOR, nowMs };
  const week = WEEK as Week;
  const own: string[] = [];
  for (let count = 0; count < 5; count += 1) own.push(accepted(await addRecipe(context, family, RECIPE)).id);
  const ids = getRecipes().recipes.flatMap(({ id }, at) => [id, own[at] ?? id]);
  const mealOf = (dishes: number, from: number) => {
    const [main, ...sides] = Array.from({ length: dishes }, (_, at): Dish => {
      return { description: 'A dish', recipeId: ids[from * dishes + at] ?? '' };
    });
    return main && { ...main, sides };
  };
  let queries = 0;
  const db = store.db.withPlugin({
    transformQuery({ node }) {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const queriesFor = async (meals: Meals) => {
    const { meals: stored } = accepted(await replacePlan(context, { family, week, version: 'any' }, meals));
    queries = 0;
    await readList({ ...store, db }, family, week, 'en');
    await readMealWarnings(db, family, dishesIn(stored), { week });
    return queries;
  };
  const few = await queriesFor({ Monday: { dinner: mealOf(2, 0) } });
  const full = PLACES.reduce<Meals>(
    (meals, place, at) => withMeal(meals, place, mealOf(1 + MAX_SIDES, at)),
    {},
  );
  strictEqual(dishesIn(full).length, 280);
  ok(few > 5, `${few} queries`);
  strictEqual(await queriesFor(full), few);
});
