import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCookbook } from '#test/planner/random-cookbook.ts';
import { randomFamily } from '#test/planner/random-family.ts';
import { locksOf } from '#test/planner/locks.ts';
import { dish, dishes, eater, food, place, rule, settingsOf, task } from '#test/planner/small-week.ts';
import { alternativesFor } from './alternatives.ts';
import { planWeek } from './plan.ts';

function ids(alternatives: ReturnType<typeof alternativesFor>): string[] {
  return alternatives.map(({ recipeId }) => recipeId);
}

test('score, cost and minutes change by exactly what the alternative announces', () => {
  const cookbook = bundledCookbook().dishes;
  let taken = 0;
  for (let seed = 0; seed < 8; seed += 1) {
    const family = randomFamily(seed, cookbook, { severity: 1 });
    const before = planWeek(family, () => true);
    const meal = before.meals.findLast(({ kind }) => kind === 'cooked' || kind === 'leftovers');
    if (!meal) continue;
    const meals = locksOf(before);
    const [best, ...others] = alternativesFor(family, meals, meal);
    if (!best) continue;
    taken += 1;
    ok(others.length <= 4 && others.every(({ scoreChange }) => scoreChange <= best.scoreChange));
    const { day, slot } = meal;
    const isHere = (lock: { day: string; slot: string }): boolean => lock.day === day && lock.slot === slot;
    const leftoversAt = meals.find(isHere)?.leftoversAt;
    const rest = meals
      .filter((lock) => !isHere(lock))
      .map((lock) =>
        lock.leftoversAt && isHere(lock.leftoversAt) ? { ...lock, leftoversAt: undefined } : lock,
      );
    const after = planWeek(
      { ...family, locked: [...rest, { day, slot, recipeId: best.recipeId, leftoversAt }] },
      () => true,
    );
    strictEqual(after.score - before.score, best.scoreChange, `family ${seed}`);
    strictEqual(after.totals.costCents - before.totals.costCents, best.costChangeCents, `family ${seed}`);
    strictEqual(after.totals.minutes - before.totals.minutes, best.minutesChange, `family ${seed}`);
  }
  ok(taken > 6, `only ${taken} were compared`);
});

const week = { slotSettings: settingsOf('Monday dinner', 'Tuesday lunch', 'Wednesday dinner') };
const beans = [food('beans', { centsPerKg: 1_000 })];
const pots = [
  dish('pot', { isReheatable: true, foods: beans }),
  dish('pan'),
  dish('kettle', { isReheatable: true }),
];

test('returns the five best dishes, without the current, used and unsafe ones', () => {
  const family = task({
    dishes: [...dishes(9), dish('nutty', { allergens: ['nuts'] })],
    stars: { Ann: { 'dish-3': 5, 'dish-8': 4 } },
    preferences: {
      slotSettings: settingsOf('Monday dinner', 'Tuesday dinner'),
      eaters: [eater('Ann', { allergens: ['nuts'] })],
    },
  });
  const meals = ['dish-0', 'dish-1'].map((recipeId, at) => ({
    ...place(['Monday dinner', 'Tuesday dinner'][at] ?? ''),
    recipeId,
  }));
  const found = alternativesFor(family, meals, place('Monday dinner'));
  deepStrictEqual(ids(found), ['dish-3', 'dish-8', 'dish-2', 'dish-4', 'dish-5']);
  deepStrictEqual(
    found.map(({ scoreChange }) => scoreChange),
    [400, 200, 0, 0, 0],
  );
  deepStrictEqual(found[0]?.reasons, [{ kind: 'stars', eaterId: 'Ann', stars: 5 }]);
});

test('replaces a dinner cooked double only by a reheatable dish', () => {
  const family = task({ dishes: pots, preferences: { ...week, cooksDouble: true } });
  const meals = [{ ...place('Monday dinner'), recipeId: 'pot', leftoversAt: place('Tuesday lunch') }];
  deepStrictEqual(ids(alternativesFor(family, meals, place('Monday dinner'))), ['kettle']);
  deepStrictEqual(
    ids(
      alternativesFor(family, [{ ...meals[0]!, leftoversAt: undefined }], place('Monday dinner')),
    ).toSorted(),
    ['kettle', 'pan'],
  );
});

test('replaces leftovers by a cooked dish, and the dinner is no longer cooked double', () => {
  const salad = dish('salad', { slots: ['lunch'], foods: [food('lettuce', { centsPerKg: 700 })] });
  const family = task({ dishes: [...pots, salad], preferences: { ...week, cooksDouble: true } });
  const meals = [{ ...place('Monday dinner'), recipeId: 'pot', leftoversAt: place('Tuesday lunch') }];
  const [found, ...others] = alternativesFor(family, meals, place('Tuesday lunch'));
  deepStrictEqual([found?.recipeId, others], ['salad', []]);
  strictEqual(found?.costChangeCents, 2 * 70 - 2 * 100);
});

test('returns alternatives for a gap if a dish meets the rules, and none for slots without planning', () => {
  const rules = [rule('fish', { tag: 'protein:fish', atMost: 1 })];
  const fish = [...dishes(2, { protein: 'fish' }), dish('stew')];
  const family = task({ dishes: fish, preferences: { ...week, rules } });
  const meals = [{ ...place('Monday dinner'), recipeId: 'fish-0' }];
  deepStrictEqual(ids(alternativesFor(family, meals, place('Wednesday dinner'))), ['stew']);
  deepStrictEqual(alternativesFor(family, meals, place('Sunday dinner')), []);
  deepStrictEqual(alternativesFor(family, meals, place('Tuesday lunch')), []);
});
