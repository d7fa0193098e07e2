import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  type Meal,
  mealAt,
  mealSchema,
  type Meals,
  mealsSchema,
  orderMeals,
  type Place,
  placeSchema,
  publicPlan,
  SLOTS,
  swapMeals,
  withMeal,
} from './plan.ts';
import { DAYS, type Week } from './week.ts';

const meal: fc.Arbitrary<Meal> = fc.record(
  { description: fc.string({ minLength: 1 }), recipeId: fc.string({ minLength: 1 }) },
  { requiredKeys: ['description'] },
);
const place: fc.Arbitrary<Place> = fc.record({
  day: fc.constantFrom(...DAYS),
  slot: fc.constantFrom(...SLOTS),
});
/** Days and slots in any order, absent, or there and empty. */
const scattered: fc.Arbitrary<Meals> = fc
  .array(fc.tuple(place, fc.option(meal, { nil: undefined })), { maxLength: 30 })
  .map((entries) => {
    const meals: Record<string, Record<string, Meal | undefined>> = {};
    for (const [{ day, slot }, held] of entries) (meals[day] ??= {})[slot] = held;
    return meals;
  });
const ordered = scattered.map(orderMeals);

const PLACES: Place[] = DAYS.flatMap((day) => SLOTS.map((slot) => ({ day, slot })));
const text = (meals: Meals) => JSON.stringify(meals);
/** All meals, wherever they stand. */
const everything = (meals: Meals) =>
  PLACES.flatMap((at) => mealAt(meals, at) ?? [])
    .map((one) => JSON.stringify(one))
    .toSorted();

test('days stand Monday to Sunday, slots breakfast to dinner, a meal as description and recipeId', () => {
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

test('ordering keeps every meal, leaves no empty day and nothing that is not a meal', () => {
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

test('ordering twice is ordering once', () => {
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

test('putting a meal changes its place and no other, and not the meals it was given', () => {
  fc.assert(
    fc.property(ordered, place, meal, (meals, at, put) => {
      const before = text(meals);
      const result = withMeal(meals, at, put);
      deepStrictEqual({ ...mealAt(result, at) }, { ...put });
      for (const other of PLACES) {
        if (other.day === at.day && other.slot === at.slot) continue;
        deepStrictEqual(mealAt(result, other), mealAt(meals, other));
      }
      strictEqual(text(meals), before);
    }),
  );
});

test('clearing undoes putting in an empty place, and leaves no empty day behind', () => {
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

test('a swap exchanges two places and loses nothing', () => {
  fc.assert(
    fc.property(ordered, place, place, (meals, from, to) => {
      const swapped = swapMeals(meals, from, to);
      deepStrictEqual(mealAt(swapped, from), mealAt(meals, to));
      deepStrictEqual(mealAt(swapped, to), mealAt(meals, from));
      deepStrictEqual(everything(swapped), everything(meals));
    }),
  );
});

test('there and back again is as before', () => {
  fc.assert(
    fc.property(ordered, place, place, (meals, from, to) => {
      strictEqual(text(swapMeals(swapMeals(meals, from, to), from, to)), text(meals));
      strictEqual(text(swapMeals(swapMeals(meals, from, to), to, from)), text(meals));
    }),
  );
});

test('the API shows id, weekOf and meals, in this order and nothing else', () => {
  const plan = { id: 'p1', week: '2026-11-09' as Week, version: 7, meals: {} };
  strictEqual(JSON.stringify(publicPlan(plan)), '{"id":"p1","weekOf":"2026-11-09T00:00:00.000Z","meals":{}}');
});

const dinner = (held: unknown) => ({ Monday: { dinner: held } });
const described = (description: unknown) => dinner({ description });

const accepted: [string, unknown][] = [
  ['no meals at all', {}],
  ['a day without slots', { Monday: {} }],
  ['one character', described('x')],
  ['500 characters', described('x'.repeat(500))],
  ['500 emoji', described('🍲'.repeat(500))],
  ['a tab and a line feed', described('Dal\twith\nrice')],
  ['a recipeId of 64', dinner({ description: 'Dal', recipeId: 'r'.repeat(64) })],
  [
    'all days and slots',
    Object.fromEntries(
      DAYS.map((day) => [
        day,
        Object.fromEntries(SLOTS.map((slot) => [slot, { description: `${day} ${slot}` }])),
      ]),
    ),
  ],
];

for (const [what, meals] of accepted) {
  test(`meals may have ${what}`, () => {
    deepStrictEqual(mealsSchema.parse(meals), meals);
  });
}

const refused: [string, unknown][] = [
  ['nothing', null],
  ['a list', []],
  ['a text', 'Dal'],
  ['an unknown day', { Funday: {} }],
  ['a day in small letters', { monday: {} }],
  ['a day called __proto__', JSON.parse('{"__proto__":{"dinner":{"description":"Dal"}}}')],
  ['a day that is null', { Monday: null }],
  ['an unknown slot', { Monday: { brunch: { description: 'Dal' } } }],
  ['a slot called constructor', { Monday: { constructor: { description: 'Dal' } } }],
  ['a slot that is null', dinner(null)],
  ['a slot that is a text', dinner('Dal')],
  ['a meal without description', dinner({ recipeId: 'r1' })],
  ['an unknown field', dinner({ description: 'Dal', note: '' })],
  ['a description that is null', described(null)],
  ['a description that is a number', described(1)],
  ['an empty description', described('')],
  ['a description of spaces', described(' \n\t ')],
  ['501 characters', described('x'.repeat(501))],
  ['501 emoji', described('🍲'.repeat(501))],
  ['NUL', described('Dal\0')],
  ['an escape character', described('Dal\u001B[2J')],
  ['half an emoji', described('Dal \uD83C')],
  ['the other half', described('\uDF72 Dal')],
  ['a recipeId that is null', dinner({ description: 'Dal', recipeId: null })],
  ['an empty recipeId', dinner({ description: 'Dal', recipeId: '' })],
  ['a recipeId of 65', dinner({ description: 'Dal', recipeId: 'r'.repeat(65) })],
  ['a recipeId with a space', dinner({ description: 'Dal', recipeId: 'r 1' })],
  ['a recipeId with a line feed at its end', dinner({ description: 'Dal', recipeId: 'r1\n' })],
];

for (const [what, meals] of refused) {
  test(`meals are refused with ${what}`, () => {
    strictEqual(mealsSchema.safeParse(meals).success, false);
  });
}

test('a description loses the space around it', () => {
  deepStrictEqual(mealSchema.parse({ description: '  Dal \n' }), { description: 'Dal' });
});

test('a place is a day and a slot that exist', () => {
  ok(placeSchema.safeParse({ day: 'Sunday', slot: 'lunch' }).success);
  for (const wrong of [
    { day: 'Funday', slot: 'lunch' },
    { day: 'Sunday', slot: 'tea' },
    { day: 'Sunday' },
    {},
  ]) {
    ok(!placeSchema.safeParse(wrong).success, JSON.stringify(wrong));
  }
});
