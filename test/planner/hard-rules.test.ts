/**
 * Random families, from those who ask for nothing to those who ask for too much: whatever the planner
 * proposes keeps every hard rule, by a checker that believes nothing of it, and is worth what it says, by
 * two other ways of adding it up. `npm run bench:planner` does the same for ten thousand.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { planWeek } from '#planner/plan.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { wrongsOf } from './checker.ts';
import { locksOf } from './locks.ts';
import { modelOf, worthOfMeals } from './optimum.ts';
import { type Kitchen, randomKitchen, realKitchen } from './random-cookbook.ts';
import { randomFamily } from './random-family.ts';
import { factsOf } from './recipe-facts.ts';
import { scoreOf } from './score.ts';

const kitchens = [
  { name: 'the cookbook', kitchen: realKitchen(), families: 100 },
  { name: '150 made-up dishes', kitchen: randomKitchen(150, 1), families: 80 },
  { name: '1,000 made-up dishes', kitchen: randomKitchen(1_000, 2), families: 30 },
];

/** Ends the search after so many looks at the clock, which is what a deadline does. */
function after(looks: number): () => boolean {
  let looked = 0;
  return () => (looked += 1) > looks;
}

for (const { name, kitchen, families } of kitchens) {
  const facts = factsOf(kitchen.recipes, kitchen.foods);

  test(`with ${name} no hard rule is broken for ${families} families, in however little time`, () => {
    for (let seed = 0; seed < families; seed += 1) {
      const task = randomFamily(seed, kitchen.dishes, { isAgain: seed % 3 === 0 });
      // One in twenty in full; the others are cut short, some before anything was tried.
      const proposal = planWeek(task, seed % 20 === 0 ? undefined : after((seed % 20) * 3 - 3));
      deepStrictEqual(wrongsOf(task, proposal, facts), [], `family ${seed}`);
      strictEqual(proposal.score, scoreOf(task, proposal.meals), `the score of family ${seed}`);
    }
  });

  test(`with ${name} what was locked stays when the rest is planned again`, () => {
    for (let seed = 0; seed < families / 10; seed += 1) {
      const task = randomFamily(seed, kitchen.dishes);
      const locked = locksOf(planWeek(task, after(20))).filter((_, at) => at % 2 === 0);
      const again: PlanningTask = { ...task, locked, seed: task.seed + 1 };
      const proposal = planWeek(again, after(20));
      deepStrictEqual(wrongsOf(again, proposal, facts), [], `family ${seed}`);
      const kept = locksOf(proposal).filter(({ day, slot }) =>
        locked.some((lock) => lock.day === day && lock.slot === slot),
      );
      deepStrictEqual(kept, locked, `family ${seed}`);
    }
  });
}

test('the score is the same as a whole-number program that HiGHS could solve', () => {
  const { dishes } = (kitchens[0] as { kitchen: Kitchen }).kitchen;
  for (let seed = 0; seed < 40; seed += 1) {
    const task = randomFamily(seed, dishes);
    const { meals, score } = planWeek(task, after(30));
    strictEqual(worthOfMeals(modelOf(task), meals), score, `family ${seed}`);
  }
});

test('the families are of all sorts: some get every meal, some get gaps, some get nothing', () => {
  const { dishes } = (kitchens[0] as { kitchen: Kitchen }).kitchen;
  const sorts = Array.from({ length: 100 }, (_, seed) => {
    const { meals } = planWeek(randomFamily(seed, dishes), after(0));
    const asked = meals.filter(({ kind }) => kind !== 'recurring');
    const gaps = asked.filter(({ kind }) => kind === 'gap').length;
    return gaps === 0 ? 'whole' : gaps < asked.length ? 'gaps' : 'nothing';
  });
  for (const sort of ['whole', 'gaps', 'nothing']) ok(sorts.filter((each) => each === sort).length > 1, sort);
});
