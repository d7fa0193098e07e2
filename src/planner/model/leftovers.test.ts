/** Which meals eat the leftovers of which. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Proposal } from '#domain/proposal/proposal.ts';
import { planWeek } from '#planner/plan.ts';
import { dish, dishes, eater, food, place, rule, settingsOf, task } from '#test/planner/small-week.ts';
import type { Dish } from './dish.ts';

/** For example `Monday dinner: soup`, in the order of the week. */
function summaryOf({ meals }: Proposal): string[] {
  return meals.map((meal) => {
    const what = 'recipeId' in meal ? meal.recipeId : meal.kind;
    return `${meal.day} ${meal.slot}: ${meal.kind === 'leftovers' ? `leftovers of ${what}` : what}`;
  });
}

test('cooks a dinner double for the next lunch, with the servings of both', () => {
  const pot = dish('pot', { isReheatable: true, foods: [food('beans', { centsPerKg: 1_500 })] });
  const week = {
    slotSettings: settingsOf(['Monday dinner', { servings: 4 }], ['Tuesday lunch', { servings: 3 }]),
  };
  const family = task({ dishes: [pot], preferences: { ...week, cooksDouble: true } });
  const proposal = planWeek(family);
  deepStrictEqual(summaryOf(proposal), ['Monday dinner: pot', 'Tuesday lunch: leftovers of pot']);
  const [dinner, lunch] = proposal.meals;
  ok(dinner?.kind === 'cooked' && dinner.servings === 7 && dinner.costCents === 1_050);
  deepStrictEqual(lunch?.kind === 'leftovers' && lunch.of, place('Monday dinner'));
  deepStrictEqual(dinner.reasons, [{ kind: 'double', ...place('Tuesday lunch') }]);

  const gap = ['Monday dinner: pot', 'Tuesday lunch: gap'];
  deepStrictEqual(
    summaryOf(planWeek({ ...family, preferences: { ...family.preferences, cooksDouble: false } })),
    gap,
  );
  deepStrictEqual(summaryOf(planWeek({ ...family, dishes: [{ ...pot, isReheatable: false }] })), gap);
});

test('a locked meal keeps the meal that eats its leftovers', () => {
  const family = task({
    dishes: [dish('pot', { freezes: true }), ...dishes(4, { slots: ['lunch', 'dinner'] })],
    stars: { Ann: Object.fromEntries(dishes(4).map(({ id }) => [id, 5])) },
    locked: [{ ...place('Monday dinner'), recipeId: 'pot', leftoversAt: place('Thursday lunch') }],
    preferences: {
      eaters: [eater('Ann')],
      slotSettings: settingsOf('Monday dinner', 'Tuesday lunch', 'Thursday lunch'),
      cooksDouble: true,
    },
  });
  const [monday, , thursday] = summaryOf(planWeek(family));
  deepStrictEqual([monday, thursday], ['Monday dinner: pot', 'Thursday lunch: leftovers of pot']);
});

/** For each dish the slots that may eat its leftovers on Monday. */
const leftoverCases: [string, Partial<Dish>, string[]][] = [
  ['keeps', { isReheatable: true }, ['Tuesday lunch', 'Tuesday dinner']],
  ['freezes', { freezes: true }, ['Tuesday lunch', 'Tuesday dinner', 'Wednesday lunch', 'Sunday dinner']],
];
for (const [what, facts, allowed] of leftoverCases) {
  test(`the leftovers of a dish that ${what} are eaten at a later main meal that it lasts for`, () => {
    const others = ['Monday lunch', 'Tuesday breakfast', 'Wednesday lunch', 'Sunday dinner'];
    for (const other of new Set([...others, ...allowed])) {
      const preferences = { slotSettings: settingsOf('Monday dinner', other), cooksDouble: true };
      const proposal = planWeek(task({ dishes: [dish('pot', facts)], preferences }));
      const kinds = proposal.meals.map(({ kind }) => kind).toSorted();
      deepStrictEqual(kinds, ['cooked', allowed.includes(other) ? 'leftovers' : 'gap'], other);
    }
  });
}

test('only one meal eats the leftovers of a meal, and only if its eaters can eat it', () => {
  const pot = dish('pot', { freezes: true, allergens: ['nuts'] });
  const slotSettings = settingsOf(
    ['Monday dinner', { away: ['Ann'] }],
    'Tuesday dinner',
    ['Wednesday dinner', { away: ['Ann'] }],
    ['Thursday dinner', { away: ['Ann'] }],
  );
  const eaters = [eater('Ann', { allergens: ['nuts'] }), eater('Ben')];
  const proposal = planWeek(
    task({ dishes: [pot], preferences: { slotSettings, eaters, cooksDouble: true } }),
  );
  const kinds = proposal.meals.map(({ kind }) => kind);
  strictEqual(kinds[1], 'gap', 'Ann is there on Tuesday');
  deepStrictEqual(kinds.toSorted(), ['cooked', 'gap', 'gap', 'leftovers']);
});

test('leftovers count for a hard rule', () => {
  const family = task({
    dishes: [dish('pot', { freezes: true, protein: 'beans' })],
    preferences: {
      slotSettings: settingsOf('Monday dinner', 'Tuesday dinner'),
      rules: [rule('beans', { tag: 'protein:beans', atMost: 1 })],
      cooksDouble: true,
    },
  });
  deepStrictEqual(
    planWeek(family)
      .meals.map(({ kind }) => kind)
      .toSorted(),
    ['cooked', 'gap'],
  );
});

test('leftovers count beside the meals of neighbouring days', () => {
  const plan = planWeek(
    task({
      dishes: [
        dish('pot', { freezes: true, protein: 'beef' }),
        dish('a', { protein: 'beef' }),
        dish('b', { protein: 'eggs' }),
        dish('c', { protein: 'eggs' }),
      ],
      locked: [
        { ...place('Monday dinner'), recipeId: 'pot', leftoversAt: place('Wednesday lunch') },
        { ...place('Saturday dinner'), recipeId: 'c' },
      ],
      preferences: {
        slotSettings: settingsOf('Monday dinner', 'Wednesday lunch', 'Thursday dinner', 'Saturday dinner'),
        cooksDouble: true,
      },
    }),
  );
  ok(summaryOf(plan).includes('Thursday dinner: b'), summaryOf(plan).join());
});

test('leftovers on the day after do not count beside their own meal', () => {
  const plan = planWeek(
    task({
      dishes: [
        dish('pot', { isReheatable: true, protein: 'beef', cuisine: 'Thai' }),
        dish('salad', { slots: ['lunch'] }),
      ],
      preferences: { slotSettings: settingsOf('Monday dinner', 'Tuesday lunch'), cooksDouble: true },
    }),
  );
  ok(summaryOf(plan).includes('Tuesday lunch: leftovers of pot'), summaryOf(plan).join());
});
