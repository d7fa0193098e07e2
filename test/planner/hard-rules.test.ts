/**
 * Random families, from undemanding to infeasible: an independent checker finds no violation of a hard
 * constraint, and the integer program confirms the score. `npm run bench:planner` checks 10,000
 * families.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { foodTag, type Rule, type Tag } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import { planWeek } from '#planner/plan.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { violationsOf } from './checker.ts';
import { locksOf } from './locks.ts';
import { modelOf, objectiveOfMeals, scoreOf } from './optimum.ts';
import { type Cookbook, randomCookbook, bundledCookbook } from './random-cookbook.ts';
import { randomFamily } from './random-family.ts';
import { factsOf } from './recipe-facts.ts';
import { eater, rule, settingsOf, task as smallTask } from './small-week.ts';

const cookbooks = [
  { name: 'the cookbook', cookbook: bundledCookbook(), families: 14 },
  { name: '150 made-up dishes', cookbook: randomCookbook(150, 1), families: 14 },
  { name: '1,000 made-up dishes', cookbook: randomCookbook(1_000, 2), families: 4 },
];

/** Stops the search after this many checks of the deadline. */
function after(maxChecks: number): () => boolean {
  let checks = 0;
  return () => (checks += 1) > maxChecks;
}

for (const { name, cookbook, families } of cookbooks) {
  const facts = factsOf(cookbook.recipes, cookbook.foods);

  test(`with ${name}, violates no hard constraint for ${families} families, however early the search stops`, () => {
    for (let seed = 0; seed < families; seed += 1) {
      const task = randomFamily(seed, cookbook.dishes, { isAgain: seed % 3 === 0 });
      // The first has no deadline; the others stop early, some before the first move.
      const proposal = planWeek(task, seed === 0 ? undefined : after(seed * 4 - 4));
      deepStrictEqual(violationsOf(task, proposal, facts), [], `family ${seed}`);
      strictEqual(proposal.score, scoreOf(task, proposal.meals, facts), `the score of family ${seed}`);
    }
  });

  test(`with ${name}, preserves locked meals when it plans the rest again`, () => {
    for (let seed = 0; seed < families / 10; seed += 1) {
      const task = randomFamily(seed, cookbook.dishes);
      const locked = locksOf(planWeek(task, after(20))).filter((_, at) => at % 2 === 0);
      const again: PlanningTask = { ...task, locked, seed: task.seed + 1 };
      const proposal = planWeek(again, after(20));
      deepStrictEqual(violationsOf(again, proposal, facts), [], `family ${seed}`);
      // A locked meal may be cooked for a further meal, which eats its leftovers.
      const preserved = locked.map((lock) => {
        const found = locksOf(proposal).find(({ day, slot }) => lock.day === day && lock.slot === slot);
        return { ...found, leftoversAt: lock.leftoversAt && found?.leftoversAt };
      });
      deepStrictEqual(preserved, locked, `family ${seed}`);
    }
  });
}

test('obeys rules about tags that the family gave its dishes', () => {
  const { recipes, foods, dishes } = (cookbooks[0] as { cookbook: Cookbook }).cookbook;
  let obeyed = 0;
  for (let seed = 0; seed < 9; seed += 1) {
    const quick = recipes.filter((_, at) => at % 7 === seed % 7).map(({ id }) => id);
    const facts = factsOf(recipes, foods, Object.fromEntries(quick.map((id) => [id, ['Quick']])));
    const tagged = dishes.map((dish) => (quick.includes(dish.id) ? { ...dish, ownTags: ['quick'] } : dish));
    const task = randomFamily(seed, tagged, { severity: seed % 3 });
    const own: Rule[] = [
      { id: 'hard', tag: 'tag:QUICK', days: ['Tuesday', 'Sunday'], slots: [], atLeast: 2, isHard: true },
      { id: 'soft', tag: 'tag:quick', days: [], slots: [], atMost: 3, isHard: false },
    ];
    const preferences = { ...task.preferences, rules: [...task.preferences.rules, ...own] };
    const ruled: PlanningTask = { ...task, preferences };
    const proposal = planWeek(ruled, after(30));
    deepStrictEqual(violationsOf(ruled, proposal, facts), [], `family ${seed}`);
    strictEqual(proposal.score, scoreOf(ruled, proposal.meals, facts), `the score of family ${seed}`);
    if (!proposal.unmet.some(({ ruleId }) => ruleId === 'hard')) obeyed += 1;
  }
  ok(obeyed > 1, `${obeyed} of 9 families have two such meals`);
});

/** The foods of a variant that the dish itself has not, and the main proteins that they stand for. */
function forbiddingTags({ foodKeys, variant }: Dish): { foods: Tag[]; proteins: Tag[] } {
  const added = variant?.foodKeys.filter((key) => !foodKeys.includes(key)) ?? [];
  const proteins = added.filter((key) => ['group:chicken', 'group:fish', 'group:pork'].includes(key));
  return {
    foods: added.slice(0, 1).map(foodTag),
    proteins: proteins.map((key) => `protein:${key.slice('group:'.length)}` as const),
  };
}

for (const kind of ['foods', 'proteins'] as const) {
  test(`serves no variant of the cookbook with one of the ${kind} that a rule says are never eaten`, () => {
    const { recipes, foods, dishes } = (cookbooks[0] as { cookbook: Cookbook }).cookbook;
    const facts = factsOf(recipes, foods);
    let checked = 0;
    for (const dish of dishes) {
      const [replaced] = dish.foodKeys.filter((key) => !dish.variant?.foodKeys.includes(key));
      const [tag] = forbiddingTags(dish)[kind];
      const [slot] = dish.slots;
      if (tag === undefined || replaced === undefined || slot === undefined) continue;
      const eaters = [eater('Ann'), eater('Ben', { dislikes: [{ foodId: replaced, isHard: true }] })];
      const slotSettings = settingsOf(`Monday ${slot}`);
      const served = smallTask({ dishes: [dish], preferences: { eaters, slotSettings } });
      const never = { ...served.preferences, rules: [rule('never', { tag, atMost: 0 })] };
      const ruled = { ...served, preferences: never };
      const [proposal, withRule] = [planWeek(served), planWeek(ruled)];
      deepStrictEqual(violationsOf(served, proposal, facts), [], `${dish.id} without the rule`);
      deepStrictEqual(violationsOf(ruled, withRule, facts), [], `${dish.id} and never ${tag}`);
      if (proposal.meals[0]?.kind === 'cooked') {
        strictEqual(
          objectiveOfMeals(modelOf(ruled, facts), proposal.meals),
          undefined,
          `${dish.id} as a program`,
        );
      }
      checked += Number(proposal.meals[0]?.kind === 'cooked' && withRule.meals[0]?.kind === 'gap');
    }
    ok(checked > (kind === 'foods' ? 10 : 2), `${checked} dishes`);
  });
}

test('the random families include complete weeks, weeks with gaps and empty weeks', () => {
  const { dishes } = (cookbooks[0] as { cookbook: Cookbook }).cookbook;
  const counts = { complete: 0, gaps: 0, empty: 0 };
  for (let seed = 0; seed < 200 && Math.min(...Object.values(counts)) < 2; seed += 1) {
    const { meals } = planWeek(randomFamily(seed, dishes, { severity: seed % 4 }), after(0));
    const planned = meals.filter(({ kind }) => kind !== 'recurring');
    const gaps = planned.filter(({ kind }) => kind === 'gap').length;
    counts[gaps === 0 ? 'complete' : gaps < planned.length ? 'gaps' : 'empty'] += 1;
  }
  for (const [outcome, count] of Object.entries(counts)) ok(count > 1, outcome);
});
