import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { WeekTotals } from '#domain/proposal/proposal.ts';
import type { DishFood } from '#planner/model/dish.ts';
import { dish, food, table, task } from '#test/small-week.ts';
import { planWeek } from '#planner/plan.ts';

const soup = dish('soup', { costCents: 120, totalMinutes: 40, keeps: true });
const standing = { Sunday: { lunch: { description: 'Roast', recipeId: 'roast', servings: 5 } } };

test('cost and time are of everything that is cooked, the family’s own meals included', () => {
  const { totals } = planWeek(
    task({
      dishes: [soup, dish('roast', { costCents: 300, totalMinutes: 90, slots: ['lunch'] })],
      standing,
      wishes: {
        table: table(['Monday dinner', { servings: 3 }], ['Tuesday lunch', { servings: 2 }]),
        cooksDouble: true,
      },
    }),
  );
  strictEqual(totals.costCents, 5 * 120 + 5 * 300, 'soup for three and again for two, roast for five');
  strictEqual(totals.minutes, 40 + 90, 'leftovers take no time');
});

test('nutrition is of a day of one person, leftovers included, and a least where something is unknown', () => {
  const { totals } = planWeek(
    task({
      dishes: [soup],
      standing: { Tuesday: { dinner: { description: 'At the grandparents' } } },
      wishes: { table: table('Monday dinner', 'Tuesday lunch'), cooksDouble: true },
    }),
  );
  deepStrictEqual(Object.keys(totals.nutrition), ['Monday', 'Tuesday']);
  deepStrictEqual(totals.nutrition.Monday, soup.nutrition);
  deepStrictEqual(totals.nutrition.Tuesday, { ...soup.nutrition, isAtLeast: true });
});

test('a day with a gap has at least what is known', () => {
  const wishes = { table: table('Monday dinner', 'Monday lunch') };
  const { totals } = planWeek(task({ dishes: [soup], wishes }));
  strictEqual(totals.nutrition.Monday?.isAtLeast, true);
});

const cream = food('cream', { grams: 60, isPerishable: true, packs: [200, 250] });
const leftOverCases: [string, DishFood[], string[], WeekTotals['leftOver']][] = [
  ['the packs that leave the least', [cream], [], [{ foodId: 'cream', grams: 10 }]],
  ['nothing of what keeps', [{ ...cream, isPerishable: false }], [], []],
  ['nothing of what is at home', [cream], ['cream'], []],
  ['nothing of what is sold by weight', [{ ...cream, packs: [] }], [], []],
  ['nothing where packs are used up', [{ ...cream, grams: 50 }], [], []],
  ['nothing of a staple', [{ ...cream, isStaple: true }], [], []],
];
for (const [what, foods, atHome, leftOver] of leftOverCases) {
  test(`food is left over: ${what}`, () => {
    const { totals } = planWeek(
      task({
        dishes: [dish('soup', { foods })],
        pantry: atHome.map((foodId) => ({ foodId })),
        wishes: { table: table(['Monday dinner', { servings: 4 }]) },
      }),
    );
    deepStrictEqual(totals.leftOver, leftOver);
  });
}

test('what two dishes share is bought together', () => {
  const wishes = { table: table(['Monday dinner', { servings: 2 }], ['Tuesday dinner', { servings: 2 }]) };
  const two = [dish('soup', { foods: [cream] }), dish('sauce', { foods: [cream] })];
  deepStrictEqual(planWeek(task({ dishes: two, wishes })).totals.leftOver, [{ foodId: 'cream', grams: 10 }]);
});
