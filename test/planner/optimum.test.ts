/** The planner comes within 2 % of the optimum of small weeks, which HiGHS proves within seconds. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { DAYS } from '#domain/week/week.ts';
import { planWeek } from '#planner/plan.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { findOptimum, modelOf, objectiveOfMeals } from './optimum.ts';
import type { Model } from './optimum/model.ts';
import { objectiveOf } from './integer-program.ts';
import { bundledCookbook } from './random-cookbook.ts';
import { randomFamily } from './random-family.ts';
import { factsOf } from './recipe-facts.ts';

const { recipes, foods, dishes } = bundledCookbook();
const facts = factsOf(recipes, foods);
const SECONDS = 60;
const AWAY: { [day: string]: string[] } = { Tuesday: ['eater-0'], Friday: ['eater-1'] };

/** Five dinners and a lunch for leftovers, with every tenth dish. */
function smallFamily(seed: number, severity: number): PlanningTask {
  const few = dishes.filter((_, at) => at % 10 === seed % 10);
  const task = randomFamily(seed, few, { severity });
  const slotSettings = Object.fromEntries(
    DAYS.slice(0, 5).map((day) => [day, { dinner: { servings: 3, minutes: 60, away: AWAY[day] } }]),
  );
  const wednesday = { lunch: { servings: 2, minutes: 30 }, dinner: { servings: 4 } };
  return {
    ...task,
    preferences: { ...task.preferences, slotSettings: { ...slotSettings, Wednesday: wednesday } },
  };
}

const FAMILIES = [
  [2, 1],
  [4, 1],
  [7, 3],
  [8, 0],
] as const;
for (const [seed, severity] of FAMILIES) {
  test(`the week of small family ${seed} is within 2 % of the proven optimum`, async () => {
    const task = smallFamily(seed, severity);
    const { meals, score } = planWeek(task);
    strictEqual(objectiveOfMeals(modelOf(task, facts), meals), score, 'the two scores agree');
    const best = await findOptimum(task, meals, facts, SECONDS);
    ok(best.isProven && best.isFillProven, 'HiGHS proves the optimum');
    strictEqual(meals.filter(({ kind }) => kind === 'cooked' || kind === 'leftovers').length, best.filled);
    ok(best.value - score <= 0.02 * Math.abs(best.value), `${score} of ${best.value}`);
  });
}

test('HiGHS finds the same optimum as enumeration for three slots and nine dishes', async () => {
  const dinners = dishes.filter(({ slots }) => slots.includes('dinner'));
  for (const seed of [3, 7]) {
    const task = randomFamily(
      seed,
      dinners.filter((_, at) => at % 36 === seed),
      { severity: 1 },
    );
    const slotSettings = {
      Monday: { dinner: { servings: 3 } },
      Tuesday: { lunch: { servings: 2 }, dinner: { servings: 4 } },
    };
    // A budget that some of the weeks exceed.
    const preferences = {
      ...task.preferences,
      slotSettings,
      recurring: [],
      cooksDouble: true,
      budgetCents: 2_500,
    };
    const small: PlanningTask = { ...task, existingMeals: {}, preferences };
    const weeks = everyWeek(modelOf(small, facts), 0, []);
    const most = Math.max(...weeks.map((week) => week.filled));
    const scores = weeks.filter((week) => week.filled === most).map(({ score }) => score);
    const { value, filled, isProven } = await findOptimum(small, [], facts, SECONDS);
    deepStrictEqual(
      { value, filled, isProven },
      { value: Math.max(...scores), filled: most, isProven: true },
    );
  }
});

/** Enumerates all weeks that violate no hard constraint, slot by slot. */
function everyWeek(model: Model, at: number, chosen: Model['choices']): { filled: number; score: number }[] {
  const score = objectiveOf(
    model.program,
    chosen.map(({ column }) => column),
  );
  if (score === undefined) return [];
  const slotHere = model.slots[at];
  const taken = chosen.flatMap(({ slots }) => slots);
  if (!slotHere) return [{ filled: taken.length, score }];
  const left = everyWeek(model, at + 1, chosen);
  if (taken.includes(slotHere)) return left;
  const here = model.choices.filter(({ slots }) => slots[0] === slotHere);
  return [...left, ...here.flatMap((choice) => everyWeek(model, at + 1, [...chosen, choice]))];
}
