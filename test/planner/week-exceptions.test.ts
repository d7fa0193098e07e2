/** Random families with random exceptions of the week: no meal breaks a hard rule of somebody who eats it. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { preferencesOfWeek } from '#domain/preferences/preferences-of-week.ts';
import { planWeek } from '#planner/plan.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { violationsOf } from './checker.ts';
import { bundledCookbook } from './random-cookbook.ts';
import { randomAlternating, randomExceptions, statedWeek } from './random-exceptions.ts';
import { randomFamily } from './random-family.ts';
import { recordedRandom } from './recorded-random.ts';
import { factsOf } from './recipe-facts.ts';

const FAMILIES = 200;

test(`${FAMILIES} families with random exceptions: no hard rule is broken, for eaters and guests`, () => {
  const { recipes, foods, dishes } = bundledCookbook();
  const facts = factsOf(recipes, foods);
  let [guests, closed] = [0, 0];
  for (let seed = 0; seed < FAMILIES; seed += 1) {
    // A part of the cookbook is enough, and takes a fraction of the time.
    const some = dishes.filter((_, at) => (at + seed) % 6 === 0);
    const family = randomFamily(seed, some);
    const random = recordedRandom(seed + 1_000);
    const exceptions = randomExceptions(family.preferences, random);
    const alternating = randomAlternating(family.preferences, family.week, random);
    const preferences = { ...family.preferences, alternating };
    const task: PlanningTask = {
      ...family,
      preferences: preferencesOfWeek(preferences, exceptions, family.week),
    };
    const stated = { ...family, preferences: statedWeek(preferences, exceptions, family.week) };
    let checks = 0;
    const proposal = planWeek(task, () => (checks += 1) > 20);
    deepStrictEqual(violationsOf(stated, proposal, facts), [], `family ${seed}`);
    guests += stated.preferences.eaters.length - preferences.eaters.length;
    closed += Object.values(exceptions).filter((day) =>
      Object.values(day?.slots ?? {}).some((slot) => slot?.isOff),
    ).length;
  }
  ok(guests > 200 && closed > 50, `${guests} guests, ${closed} days with a slot where nobody eats`);
});
