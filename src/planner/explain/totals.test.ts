import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { FIGURES } from '#domain/recipe/nutrition.ts';
import type { WeekTotals } from '#domain/proposal/proposal.ts';
import type { Dish as PlacedDish } from '#domain/plan/plan.ts';
import type { DishFood } from '#planner/model/dish.ts';
import { dish, food, settingsOf, task } from '#test/planner/small-week.ts';
import { planWeek } from '#planner/plan.ts';
import type { PantryFood } from '#planner/model/task.ts';

const beans = [food('beans', { centsPerKg: 1_200 })];
const soup = dish('soup', { foods: beans, activeMinutes: 25, totalMinutes: 40, isReheatable: true });
const beef = food('beef', { centsPerKg: 3_000 });
const existingMeals = { Sunday: { lunch: { description: 'Roast', recipeId: 'roast', servings: 5 } } };

test('cost and minutes include all cooked meals, existing ones too', () => {
  const { totals } = planWeek(
    task({
      dishes: [soup, dish('roast', { foods: [beef], activeMinutes: 30, totalMinutes: 90, slots: ['lunch'] })],
      existingMeals,
      preferences: {
        slotSettings: settingsOf(['Monday dinner', { servings: 3 }], ['Tuesday lunch', { servings: 2 }]),
        cooksDouble: true,
      },
    }),
  );
  strictEqual(totals.costCents, 5 * 120 + 5 * 300, 'soup for three plus two, roast for five');
  strictEqual(totals.minutes, 25 + 30, 'of work; leftovers take none');
});

test('further dishes of fixed meals count, nutrition without those that only some eat', () => {
  const salad = dish('salad', {
    slots: [],
    foods: [food('lettuce', { centsPerKg: 500 })],
    activeMinutes: 10,
  });
  const roast = dish('roast', { slots: ['lunch'], foods: [beef], activeMinutes: 30 });
  const totalsWith = (...sides: PlacedDish[]) => {
    const [main, settings] = [existingMeals.Sunday.lunch, settingsOf(['Sunday lunch', { servings: 3 }])];
    const { totals } = planWeek(
      task({
        dishes: [salad, roast],
        existingMeals: { Sunday: { lunch: { ...main, sides } } },
        preferences: { slotSettings: settings },
      }),
    );
    const { costCents, minutes, nutrition } = totals;
    const { energyKcal = 0, atLeast = [] } = nutrition.Sunday ?? {};
    return { costCents, minutes, energyKcal, isAtLeast: atLeast.length > 0 };
  };
  const side = { description: 'Salad', recipeId: 'salad' };
  const alone = { costCents: 5 * 300, minutes: 30, energyKcal: 800, isAtLeast: false };
  deepStrictEqual(totalsWith({ ...side, servings: 4 }), {
    ...alone,
    costCents: 5 * 300 + 4 * 50,
    minutes: 40,
    energyKcal: 1_600,
  });
  deepStrictEqual(totalsWith({ ...side, eaterIds: ['mia'] }), {
    ...alone,
    costCents: 5 * 300 + 3 * 50,
    minutes: 40,
  });
  deepStrictEqual(totalsWith({ ...side, kind: 'leftovers' }), { ...alone, energyKcal: 1_600 });
  deepStrictEqual(totalsWith({ description: 'Peas' }), { ...alone, isAtLeast: true });
});

test('nutrition is per person and day, includes leftovers, and is a lower bound if a meal is unknown', () => {
  const { totals } = planWeek(
    task({
      dishes: [soup],
      existingMeals: { Tuesday: { dinner: { description: 'At the grandparents' } } },
      preferences: { slotSettings: settingsOf('Monday dinner', 'Tuesday lunch'), cooksDouble: true },
    }),
  );
  deepStrictEqual(Object.keys(totals.nutrition), ['Monday', 'Tuesday']);
  deepStrictEqual(totals.nutrition.Monday, soup.nutrition);
  deepStrictEqual(totals.nutrition.Tuesday, { ...soup.nutrition, atLeast: FIGURES });
});

test('the nutrition of a day with a gap is a lower bound', () => {
  const preferences = { slotSettings: settingsOf('Monday dinner', 'Monday lunch') };
  const { totals } = planWeek(task({ dishes: [soup], preferences }));
  deepStrictEqual(totals.nutrition.Monday?.atLeast, FIGURES);
});

const cream = food('cream', { grams: 60, keepsDays: 3, packs: [200, 250] });
const leftOverCases: [string, DishFood[], string[], WeekTotals['leftOver']][] = [
  ['the pack size that leaves the least', [cream], [], [{ foodId: 'cream', grams: 10 }]],
  ['nothing that is not perishable', [{ ...cream, keepsDays: Infinity }], [], []],
  ['nothing from the pantry', [cream], ['cream'], []],
  ['nothing that is sold by weight', [{ ...cream, packs: [] }], [], []],
  ['nothing if the packs are used up', [{ ...cream, grams: 50 }], [], []],
  ['nothing if slightly less is bought', [{ ...cream, grams: 52 }], [], []],
  ['no staple', [{ ...cream, isStaple: true }], [], []],
];
for (const [what, foods, atHome, leftOver] of leftOverCases) {
  test(`counts as left over: ${what}`, () => {
    const { totals } = planWeek(
      task({
        dishes: [dish('soup', { foods })],
        pantry: atHome.map((foodId) => ({ foodId })),
        preferences: { slotSettings: settingsOf(['Monday dinner', { servings: 4 }]) },
      }),
    );
    deepStrictEqual(totals.leftOver, leftOver);
  });
}

test('buys the food of two dishes together', () => {
  const preferences = {
    slotSettings: settingsOf(['Monday dinner', { servings: 2 }], ['Tuesday dinner', { servings: 2 }]),
  };
  const two = [dish('soup', { foods: [cream] }), dish('sauce', { foods: [cream] })];
  deepStrictEqual(planWeek(task({ dishes: two, preferences })).totals.leftOver, [
    { foodId: 'cream', grams: 10 },
  ]);
});

test('buys whole packs, without what the pantry has', () => {
  const flour = food('flour', { grams: 150, packs: [500, 1_000], centsPerKg: 100 });
  const costOf = (pantry: PantryFood[]): number =>
    planWeek(
      task({
        dishes: [dish('soup', { foods: [flour] })],
        pantry,
        preferences: { slotSettings: settingsOf(['Monday dinner', { servings: 4 }]) },
      }),
    ).totals.costCents;
  strictEqual(costOf([]), 100, '600 g need two packs of 500 g, or one of 1 kg');
  strictEqual(costOf([{ foodId: 'flour', grams: 60 }]), 50, '540 g are less than a tenth of a pack more');
  strictEqual(costOf([{ foodId: 'flour', grams: 50 }]), 100, '550 g are a tenth of a pack more');
  strictEqual(
    costOf([
      { foodId: 'flour', grams: 30 },
      { foodId: 'flour', grams: 30 },
    ]),
    50,
    'two entries of the pantry',
  );
  strictEqual(costOf([{ foodId: 'flour' }]), 0, 'enough of it');
});

test('the balance counts cooked main meals, and new dishes once the family has a history', () => {
  const choices = [
    dish('steak', { mainKind: 'meat' }),
    dish('cod', { mainKind: 'fish' }),
    dish('dal'),
    dish('ham', { mainKind: 'meat', slots: ['breakfast'] }),
  ];
  const slotSettings = settingsOf('Monday breakfast', 'Monday dinner', 'Tuesday dinner', 'Wednesday dinner');
  const family = task({ dishes: choices, preferences: { slotSettings } });
  deepStrictEqual(planWeek(family).totals.balance, { meat: 1, fish: 1, plants: 1, isNew: 0 });
  const { isNew } = planWeek({ ...family, servedWeeksAway: { dal: 5 } }).totals.balance;
  strictEqual(isNew, 3);
});
