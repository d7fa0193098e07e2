/**
 * Random families with random exceptions of the week: no meal breaks a hard rule of somebody who eats it, and of dishes
 * that the family has placed itself exactly those eaters are warned whom the checker names. `PLANNER_FAMILIES=600` checks
 * as many.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import {
  dishesIn,
  dishesOf,
  isSamePlace,
  mapDishes,
  mealAt,
  type Meals,
  mealsIn,
  type Place,
  PLACES,
  withMeal,
} from '#domain/plan/plan.ts';
import type { Eater, Preferences } from '#domain/preferences/preferences.ts';
import { preferencesOfWeek } from '#domain/preferences/preferences-of-week.ts';
import { warningsAt, warningsOfMeal } from '#domain/preferences/warnings.ts';
import type { WeekExceptions } from '#domain/preferences/week-exceptions.ts';
import type { Week } from '#domain/week/week.ts';
import { planWeek } from '#planner/plan.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { readMealWarnings } from '#queries/plan/warnings.ts';
import { OPERATOR } from '#storage/actor.ts';
import type { Store } from '#storage/store.ts';
import { insertFamily } from '#storage/tables/account/families.ts';
import { savePreferences } from '#storage/tables/plan/preferences.ts';
import { saveWeekExceptions } from '#storage/tables/plan/week-exceptions.ts';
import { auditedTransaction } from '#storage/transaction.ts';
import { freshStore } from '#test/support/store.ts';
import { violationsOf } from './checker.ts';
import { isNotFor } from './hard-constraints.ts';
import { bundledCookbook } from './random-cookbook.ts';
import { randomAlternating, randomExceptions, statedWeek, tableAt } from './random-exceptions.ts';
import { randomFamily } from './random-family.ts';
import { recordedRandom } from './recorded-random.ts';
import { type Facts, factsOf } from './recipe-facts.ts';
import { planOf } from './repairs.ts';

const FAMILIES = Number(process.env.PLANNER_FAMILIES ?? 200);

type PreferencesOfWeek = { preferences: Preferences; exceptions: WeekExceptions; week: Week };

test(`${FAMILIES} families with random exceptions: no hard rule is broken, for eaters and guests`, async (t) => {
  const store = await freshStore(t, 'sqlite');
  const { recipes, foods, dishes } = bundledCookbook();
  const facts = factsOf(recipes, foods);
  const counts = { guests: 0, closed: 0, dishes: 0, sides: 0, eaters: 0, warned: 0 };
  for (let seed = 0; seed < FAMILIES; seed += 1) {
    // A part of the cookbook is enough, and takes a fraction of the time.
    const some = dishes.filter((_, at) => (at + seed) % 6 === 0);
    const family = randomFamily(seed, some);
    const { week } = family;
    const random = recordedRandom(seed + 1_000);
    const exceptions = randomExceptions(family.preferences, random);
    const alternating = randomAlternating(family.preferences, week, random);
    const preferences = { ...family.preferences, alternating };
    const task: PlanningTask = { ...family, preferences: preferencesOfWeek(preferences, exceptions, week) };
    const stated = { ...family, preferences: statedWeek(preferences, exceptions, week) };
    let checks = 0;
    const proposal = planWeek(task, () => (checks += 1) > 20);
    deepStrictEqual(violationsOf(stated, proposal, facts), [], `family ${seed}`);

    const meals = withNames(planOf(task, proposal.meals));
    const planned = { preferences, exceptions, week };
    const eaten = eatenDishes(meals, planned, facts);
    const chosen = proposal.meals.filter(({ kind }) => kind === 'cooked' || kind === 'leftovers');
    const warned = eaten.filter(({ isWarned }) => isWarned);
    deepStrictEqual(
      warned.filter(({ place }) => chosen.some((meal) => isSamePlace(meal, place))),
      [],
      `family ${seed}: all dishes of the planner`,
    );
    deepStrictEqual(
      await shownWarnings(store, `family-${seed}`, meals, planned),
      warned.map(({ name }) => name).toSorted(),
      `family ${seed}: the warnings`,
    );

    counts.dishes += dishesIn(meals).length;
    counts.sides += dishesIn(meals).length - mealsIn(meals).length;
    counts.eaters += eaten.length;
    counts.warned += warned.length;
    counts.guests += stated.preferences.eaters.length - preferences.eaters.length;
    counts.closed += Object.values(exceptions).filter((day) =>
      Object.values(day?.slots ?? {}).some((slot) => slot?.isOff),
    ).length;
  }
  t.diagnostic(JSON.stringify(counts));
  for (const [what, count] of Object.entries(counts)) ok(count > FAMILIES / 4, `${what}: ${count}`);
});

/** Each dish with a name of its own, in which no food is named. */
function withNames(meals: Meals): Meals {
  let count = 0;
  return PLACES.reduce<Meals>((named, place) => {
    const meal = mealAt(meals, place);
    const withName = meal && mapDishes(meal, (dish) => ({ ...dish, description: `No. ${(count += 1)}` }));
    return withMeal(named, place, withName);
  }, {});
}

/** Each dish with a known recipe with each of those at the table: whether the checker finds that it is not for them. */
function eatenDishes(
  meals: Meals,
  planned: PreferencesOfWeek,
  facts: Facts,
): { place: Place; name: string; isWarned: boolean }[] {
  return PLACES.flatMap((place) => {
    const meal = mealAt(meals, place);
    if (!meal || meal.kind === 'eating-out') return [];
    return dishesOf(meal).flatMap((dish) => {
      const recipe = facts.get(dish.recipeId ?? '');
      if (!recipe) return [];
      return eatersAt(place, planned).map((eater) => ({
        place,
        name: `${dish.description} ${eater.id}`,
        isWarned: isNotFor(eater, dish, recipe),
      }));
    });
  });
}

/** A meal where nobody eats is for whoever is at home. */
function eatersAt(place: Place, { preferences, exceptions, week }: PreferencesOfWeek): Eater[] {
  const { table, unnamed } = tableAt(preferences, exceptions, week, place);
  return table.length + unnamed > 0 ? table : preferences.eaters;
}

/** What the family reads, by dish and eater. */
async function shownWarnings(
  store: Store,
  family: string,
  meals: Meals,
  { preferences, exceptions, week }: PreferencesOfWeek,
): Promise<string[]> {
  await auditedTransaction({ store, actor: OPERATOR, nowMs: 0 }, family, async (tx, record) => {
    await insertFamily(tx, { id: family, name: '', timeZone: 'Europe/Berlin', premium: 'none' }, 0);
    await savePreferences(tx, family, { version: 1, preferences, dueAt: null, language: 'en' });
    await saveWeekExceptions(tx, family, { week, version: 2, exceptions });
    await record('family.add', {});
  });
  const { warnings, absent } = await readMealWarnings(store.db, family, dishesIn(meals), { week });
  return PLACES.flatMap((place) => {
    const meal = mealAt(meals, place);
    const ofMeal = meal ? warningsOfMeal(meal, warningsAt(warnings, absent, place)) : [];
    return ofMeal.map(({ dish = meal?.description, eaterId }) => `${dish} ${eaterId}`);
  }).toSorted();
}
