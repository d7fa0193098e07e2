import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  cookedDishes,
  detailedPlan,
  dishesIn,
  dishesWithoutRecipe,
  isSameMeal,
  joinMeals,
  MAX_SIDES,
  type Meal,
  DISH_KINDS,
  mealAt,
  mealDetails,
  type Meals,
  orderMeals,
  asFamilyMeal,
  familyMeals,
  type Place,
  PUBLIC_SLOTS,
  publicMeals,
  publicPlan,
  replaceMeals,
  SLOTS,
  swapMeals,
  withKnownRecipe,
  withMeal,
} from './plan.ts';
import { DAYS, type Week } from '#domain/week/week.ts';

const dishFields = {
  description: fc.string({ minLength: 1, maxLength: 500 }),
  recipeId: fc.string({ minLength: 1 }),
  kind: fc.constantFrom(...DISH_KINDS),
  servings: fc.integer({ min: 1, max: 99 }),
  eaterIds: fc.array(fc.constant('mia'), { minLength: 1, maxLength: 2 }),
};
const side = fc.record(dishFields, { requiredKeys: ['description'], noNullPrototype: true });
const meal: fc.Arbitrary<Meal> = fc.record(
  {
    ...dishFields,
    generated: fc.constant(true as const),
    sides: fc.array(side, { minLength: 1, maxLength: MAX_SIDES }),
  },
  { requiredKeys: ['description'], noNullPrototype: true },
);
const place: fc.Arbitrary<Place> = fc.record({
  day: fc.constantFrom(...DAYS),
  slot: fc.constantFrom(...SLOTS),
});
/** Days and slots in any order, absent, or present and empty. */
const weeksWith = (anyMeal: fc.Arbitrary<Meal>): fc.Arbitrary<Meals> =>
  fc.array(fc.tuple(place, fc.option(anyMeal, { nil: undefined })), { maxLength: 30 }).map((entries) => {
    const meals: Record<string, Record<string, Meal | undefined>> = {};
    for (const [{ day, slot }, meal] of entries) (meals[day] ??= {})[slot] = meal;
    return meals;
  });
const scattered = weeksWith(meal);
const ordered = scattered.map(orderMeals);
const owned = weeksWith(meal.map(asFamilyMeal)).map(orderMeals);

const PLACES: Place[] = DAYS.flatMap((day) => SLOTS.map((slot) => ({ day, slot })));
const text = (meals: Meals) => JSON.stringify(meals);
/** All meals, regardless of their slots. */
const everything = (meals: Meals) =>
  PLACES.flatMap((at) => mealAt(meals, at) ?? [])
    .map((meal) => JSON.stringify(meal))
    .toSorted();

test('orders days from Monday to Sunday, slots from breakfast to dinner, description before recipeId', () => {
  const meals = {
    Sunday: { dinner: { recipeId: 'r1', description: 'Stew' }, breakfast: { description: 'Toast' } },
    Monday: { lunch: { description: 'Dal' }, breakfast: { description: 'Oats' } },
  };
  strictEqual(
    text(orderMeals(meals)),
    '{"Monday":{"breakfast":{"description":"Oats"},"lunch":{"description":"Dal"}},' +
      '"Sunday":{"breakfast":{"description":"Toast"},"dinner":{"description":"Stew","recipeId":"r1"}}}',
  );
});

test('ordering preserves every meal and drops empty days and slots', () => {
  fc.assert(
    fc.property(scattered, (meals) => {
      const result = orderMeals(meals);
      for (const at of PLACES) deepStrictEqual({ ...mealAt(result, at) }, { ...mealAt(meals, at) });
      deepStrictEqual(
        Object.keys(result),
        DAYS.filter((day) => day in result),
      );
      for (const day of Object.values(result as Record<string, object>)) {
        ok(Object.keys(day).length > 0);
        deepStrictEqual(
          Object.keys(day),
          SLOTS.filter((slot) => slot in day),
        );
        ok(!text({ Monday: day }).includes('null'));
      }
    }),
  );
});

test('ordering is idempotent', () => {
  fc.assert(
    fc.property(scattered, (meals) => {
      strictEqual(text(orderMeals(orderMeals(meals))), text(orderMeals(meals)));
    }),
  );
});

test('ordering drops fields that a meal does not have', () => {
  const meals = { Monday: { dinner: { description: 'Dal', recipeId: undefined, note: 1 } }, Funday: {} };
  strictEqual(text(orderMeals(meals as Meals)), '{"Monday":{"dinner":{"description":"Dal"}}}');
});

test('withMeal changes only the given slot and does not change its argument', () => {
  fc.assert(
    fc.property(ordered, place, meal, (meals, at, put) => {
      const before = text(meals);
      const result = withMeal(meals, at, put);
      deepStrictEqual({ ...mealAt(result, at) }, { ...put });
      for (const place of PLACES) {
        if (place.day === at.day && place.slot === at.slot) continue;
        deepStrictEqual(mealAt(result, place), mealAt(meals, place));
      }
      strictEqual(text(meals), before);
    }),
  );
});

test('clearing a slot reverts putting a meal into it, and leaves no empty day', () => {
  fc.assert(
    fc.property(ordered, place, meal, (meals, at, put) => {
      const without = withMeal(meals, at, undefined);
      strictEqual(mealAt(without, at), undefined);
      strictEqual(text(withMeal(withMeal(without, at, put), at, undefined)), text(without));
    }),
  );
  deepStrictEqual(
    withMeal({ Monday: { dinner: { description: 'Dal' } } }, { day: 'Monday', slot: 'dinner' }, undefined),
    {},
  );
});

test('a swap exchanges two slots and loses no meal', () => {
  fc.assert(
    fc.property(owned, place, place, (meals, from, to) => {
      const swapped = swapMeals(meals, from, to);
      deepStrictEqual(mealAt(swapped, from), mealAt(meals, to));
      deepStrictEqual(mealAt(swapped, to), mealAt(meals, from));
      deepStrictEqual(everything(swapped), everything(meals));
    }),
  );
});

test('swapping twice restores the meals', () => {
  fc.assert(
    fc.property(owned, place, place, (meals, from, to) => {
      strictEqual(text(swapMeals(swapMeals(meals, from, to), from, to)), text(meals));
      strictEqual(text(swapMeals(swapMeals(meals, from, to), to, from)), text(meals));
    }),
  );
});

test('a moved meal no longer counts as generated, other meals still do', () => {
  const soup: Meal = { description: 'Soup', servings: 2, generated: true };
  const meals: Meals = { Monday: { lunch: soup, dinner: soup }, Friday: { lunch: soup } };
  const own = { description: 'Soup', servings: 2 };
  const [from, to] = [{ day: 'Monday', slot: 'lunch' } as Place, { day: 'Friday', slot: 'lunch' } as Place];
  deepStrictEqual(swapMeals(meals, from, to), {
    Monday: { lunch: own, dinner: soup },
    Friday: { lunch: own },
  });
  deepStrictEqual(familyMeals({ Monday: { lunch: soup, dinner: own } }), { Monday: { dinner: own } });
});

test('when a week is replaced, only unchanged meals still count as generated', () => {
  const soup: Meal = { description: 'Soup', generated: true };
  const before: Meals = { Monday: { lunch: soup, dinner: soup } };
  const after: Meals = {
    Monday: { lunch: soup, dinner: { ...soup, description: 'Stew' } },
    Sunday: { lunch: soup },
  };
  deepStrictEqual(replaceMeals(before, after), {
    Monday: { lunch: soup, dinner: { description: 'Stew' } },
    Sunday: { lunch: { description: 'Soup' } },
  });
});

test('the public plan has exactly id, weekOf and meals, in this order', () => {
  const plan = { id: 'p1', week: '2026-11-09' as Week, version: 7, meals: {} };
  strictEqual(JSON.stringify(publicPlan(plan)), '{"id":"p1","weekOf":"2026-11-09T00:00:00.000Z","meals":{}}');
});

test('a public meal has only description and recipeId', () => {
  fc.assert(
    fc.property(scattered, (meals) => {
      const shown = publicPlan({ id: 'p1', week: '2026-11-09' as Week, version: 7, meals }).meals;
      for (const at of PLACES) {
        const placed = mealAt(meals, at);
        if (!placed || !PUBLIC_SLOTS.some((slot) => slot === at.slot)) {
          strictEqual(mealAt(shown, at), undefined);
          continue;
        }
        const names = [placed, ...(placed.sides ?? [])].map(({ description }) => description).join(', ');
        const description = Array.from(names).length > 500 ? mealAt(shown, at)?.description : names;
        const { recipeId } = placed;
        deepStrictEqual(mealAt(shown, at), { description, ...(recipeId !== undefined && { recipeId }) });
        ok(Array.from(description ?? '').length <= 500);
      }
    }),
  );
});

test('the description of a meal with several dishes has their names, cut off at 500 characters', () => {
  const peas = { description: 'Peas', recipeId: 'peas' };
  const pie = { description: 'Fish pie', recipeId: 'fish-pie', sides: [peas, { description: 'Salad' }] };
  deepStrictEqual(publicMeals({ Monday: { dinner: pie } }), {
    Monday: { dinner: { description: 'Fish pie, Peas, Salad', recipeId: 'fish-pie' } },
  });
  const long = { description: '🍲'.repeat(400), sides: [{ description: '🥗'.repeat(400) }] };
  const [shown = ''] = dishesIn(publicMeals({ Monday: { lunch: long } })).map(
    ({ description }) => description,
  );
  strictEqual(shown, `${'🍲'.repeat(400)}, ${'🥗'.repeat(97)}…`);
});

test('the detailed plan has all dishes and slots, and does not say what the planner has placed', () => {
  const meals: Meals = {
    Monday: {
      snack: { description: 'Apples', servings: 2, generated: true },
      dinner: { description: 'Pie', sides: [{ description: 'Peas', servings: 3 }] },
    },
  };
  deepStrictEqual(detailedPlan({ id: 'p1', week: '2026-11-09' as Week, version: 1, meals }).meals, {
    Monday: {
      snack: { description: 'Apples', servings: 2 },
      dinner: { description: 'Pie', sides: [{ description: 'Peas', servings: 3 }] },
    },
  });
});

test('public meals and details join to the original meals', () => {
  fc.assert(
    fc.property(scattered, (meals) => {
      const [served, details] = [publicMeals(meals), mealDetails(meals)];
      strictEqual(text(joinMeals(served, details)), text(orderMeals(meals)));
      for (const known of ['"kind":', '"servings":', '"generated":']) ok(!text(served).includes(known));
      for (const day of Object.values(details as Record<string, object>)) {
        for (const detail of Object.values(day)) {
          const keys = Object.keys(detail as object);
          ok(keys.length > 0);
          const known = ['description', 'recipeId', 'kind', 'servings', 'eaterIds', 'generated', 'sides'];
          deepStrictEqual(
            keys,
            known.filter((key) => keys.includes(key)),
          );
        }
      }
    }),
  );
});

test('a detail without a meal is dropped', () => {
  deepStrictEqual(joinMeals({}, { Monday: { dinner: { kind: 'leftovers' } } }), {});
});

test('two meals are the same if all their fields are equal', () => {
  fc.assert(
    fc.property(fc.option(meal), fc.option(meal), (first, second) => {
      const isSame =
        text({ Monday: { lunch: first ?? undefined } }) === text({ Monday: { lunch: second ?? undefined } });
      if (isSame) ok(isSameMeal(first, second));
      ok(isSameMeal(first, first && { ...first }));
      strictEqual(isSameMeal(first, second), isSameMeal(second, first));
    }),
  );
  const dal = { description: 'Dal' };
  for (const meal of [
    null,
    undefined,
    { description: 'dal' },
    { ...dal, recipeId: 'r' },
    { ...dal, kind: 'leftovers' as const },
    { ...dal, servings: 4 },
    { ...dal, variant: { eaterIds: ['mia'], servings: 1 } },
    { ...dal, generated: true as const },
  ]) {
    ok(!isSameMeal(dal, meal), JSON.stringify(meal));
  }
  ok(isSameMeal(null, undefined));
  ok(
    isSameMeal({ kind: 'leftovers', description: 'Dal' }, { ...dal, recipeId: undefined, kind: 'leftovers' }),
  );
});

test('removes an unknown recipe, and a variant that the recipe does not have', () => {
  const known = new Map([
    ['curry', { hasVariant: true }],
    ['soup', { hasVariant: false }],
  ]);
  const variant = { eaterIds: ['mia'], servings: 1 };
  const dinner = { description: 'Dinner', servings: 4 };
  for (const [recipeId, expected] of [
    ['curry', { ...dinner, recipeId: 'curry', variant }],
    ['soup', { ...dinner, recipeId: 'soup' }],
    ['gone', dinner],
    [undefined, dinner],
  ] as const) {
    deepStrictEqual(withKnownRecipe({ ...dinner, ...(recipeId && { recipeId }), variant }, known), expected);
  }
  const plain = { ...dinner, recipeId: 'soup' };
  deepStrictEqual(withKnownRecipe({ ...plain, sides: [plain, { ...plain, recipeId: 'gone' }] }, known), {
    ...plain,
    sides: [plain, dinner],
  });
  strictEqual(withKnownRecipe(null, known), null);
});

test('the order of the fields of a variant does not matter', () => {
  const [one, other] = [
    { eaterIds: ['mia'], servings: 1 },
    { servings: 1, eaterIds: ['mia'] },
  ];
  ok(isSameMeal({ description: 'Dal', variant: one }, { description: 'Dal', variant: other }));
});

test('leftovers, and all dishes of a meal out, are not cooked and lack no recipe', () => {
  const [pie, salad] = [{ description: 'Pie', recipeId: 'pie' }, { description: 'Salad' }];
  deepStrictEqual(cookedDishes({ ...pie, sides: [salad] }), [pie, salad]);
  deepStrictEqual(cookedDishes({ ...pie, kind: 'leftovers', sides: [salad] }), [salad]);
  deepStrictEqual(cookedDishes({ ...pie, sides: [{ ...salad, kind: 'leftovers' }] }), [pie]);
  deepStrictEqual(cookedDishes({ ...pie, kind: 'eating-out', sides: [salad] }), []);
  deepStrictEqual(dishesWithoutRecipe({ ...pie, sides: [salad] }), [salad]);
  deepStrictEqual(dishesWithoutRecipe({ ...salad, kind: 'leftovers' }), []);
});
