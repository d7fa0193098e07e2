import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { BlockingConstraints } from '#domain/proposal/proposal.ts';
import { bundledCookbook } from '#test/planner/random-cookbook.ts';
import { randomFamily } from '#test/planner/random-family.ts';
import { dish, dishes, eater, rule, settingsOf, task } from '#test/planner/small-week.ts';
import { planWeek } from '#planner/plan.ts';
import type { PlanningTask } from '#planner/model/task.ts';

function gapsOf(family: PlanningTask, shouldStop?: () => boolean): BlockingConstraints[] {
  return planWeek(family, shouldStop).meals.flatMap((meal) =>
    meal.kind === 'gap' ? meal.blockingConstraints : [],
  );
}

test('counts every dish for the slot once, at the first constraint that excludes it', () => {
  const family = task({
    dishes: [
      dish('porridge', { slots: ['breakfast'] }),
      dish('nutty and meaty', { allergens: ['nuts', 'milk'], breaks: ['vegan'] }),
      dish('riddle', { isComplete: false }),
      dish('meaty', { breaks: ['vegan', 'vegetarian'] }),
      dish('sprouts', { foodKeys: ['sprout', 'group:sprouts'], totalMinutes: 99 }),
      dish('slow', { totalMinutes: 45 }),
      dish('again', { totalMinutes: 15 }),
      dish('turned down', { totalMinutes: 15 }),
      dish('fish', { totalMinutes: 15, protein: 'fish' }),
      dish('existing', { totalMinutes: 15 }),
    ],
    servedWeeksAway: { again: 1 },
    avoided: ['turned down'],
    existingMeals: { Sunday: { dinner: { description: 'As planned', recipeId: 'existing' } } },
    preferences: {
      slotSettings: settingsOf(['Monday dinner', { minutes: 20 }]),
      restWeeks: 2,
      rules: [rule('no fish', { tag: 'protein:fish', atMost: 0 })],
      eaters: [
        eater('Ann', { allergens: ['nuts', 'celery'] }),
        eater('Ben', {
          diets: ['vegan'],
          dislikes: [
            { foodId: 'group:sprouts', isHard: true },
            { foodId: 'kale', isHard: true },
          ],
        }),
      ],
    },
  });
  deepStrictEqual(gapsOf(family), [
    {
      dishes: 9,
      steps: [
        { kind: 'allergens', allergens: ['nuts'], dishes: 2 },
        { kind: 'diets', diets: ['vegan'], dishes: 1 },
        { kind: 'dislikes', foodIds: ['group:sprouts'], dishes: 1 },
        { kind: 'minutes', minutes: 20, dishes: 1 },
        { kind: 'rest', weeks: 2, dishes: 1 },
        { kind: 'avoided', dishes: 1 },
        { kind: 'rules', ruleIds: ['no fish'], dishes: 1 },
        { kind: 'used', dishes: 1 },
      ],
    },
  ]);
});

test('names all allergens if a dish has an ingredient that was not understood', () => {
  const preferences = {
    slotSettings: settingsOf('Monday dinner'),
    eaters: [eater('Ann', { allergens: ['nuts', 'milk'] })],
  };
  deepStrictEqual(gapsOf(task({ dishes: [dish('riddle', { isComplete: false })], preferences })), [
    { dishes: 1, steps: [{ kind: 'allergens', allergens: ['nuts', 'milk'], dishes: 1 }] },
  ]);
});

test('names the rule that keeps a slot empty', () => {
  const family = task({
    dishes: dishes(5),
    preferences: {
      slotSettings: settingsOf('Monday dinner', 'Tuesday dinner'),
      rules: [
        rule('fish', { tag: 'protein:fish', atLeast: 1 }),
        rule('other', { tag: 'title:pizza', atMost: 1 }),
      ],
    },
  });
  deepStrictEqual(gapsOf(family), [
    {
      dishes: 5,
      steps: [
        { kind: 'rules', ruleIds: ['fish'], dishes: 4 },
        { kind: 'used', dishes: 1 },
      ],
    },
  ]);
});

test('the counts of all gaps of 30 families add up, in the defined order', () => {
  const order = ['allergens', 'diets', 'dislikes', 'minutes', 'rest', 'avoided', 'rules', 'used'];
  const cookbook = bundledCookbook().dishes;
  let gaps = 0;
  for (let seed = 0; seed < 30; seed += 1) {
    const family = randomFamily(seed, cookbook, { severity: 2 + (seed % 2), isAgain: seed % 3 === 0 });
    let checks = 0;
    for (const { dishes, steps } of gapsOf(family, () => (checks += 1) > seed % 4)) {
      gaps += 1;
      strictEqual(
        steps.reduce((sum, step) => sum + step.dishes, 0),
        dishes,
        `family ${seed}`,
      );
      const kinds = steps.map(({ kind }) => order.indexOf(kind));
      deepStrictEqual(
        kinds,
        [...new Set(kinds)].toSorted((first, second) => first - second),
        `family ${seed}`,
      );
      ok(steps.every((step) => step.dishes > 0));
      for (const step of steps) if (step.kind === 'rules') ok(step.ruleIds.length > 0, `family ${seed}`);
    }
  }
  ok(gaps > 100, `only ${gaps} gaps`);
});
