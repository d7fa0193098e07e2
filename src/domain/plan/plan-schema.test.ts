/** Which meals the schemas of the app and of the operator accept. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { DISH_KINDS, MAX_SIDES, PUBLIC_SLOTS } from './plan.ts';
import {
  MAX_EATERS,
  mealDetailsSchema,
  mealSchema,
  mealsSchema,
  placeSchema,
  publicMealsSchema,
} from './plan-schema.ts';
import { DAYS } from '#domain/week/week.ts';

const dinner = (meal: unknown) => ({ Monday: { dinner: meal } });
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
        Object.fromEntries(PUBLIC_SLOTS.map((slot) => [slot, { description: `${day} ${slot}` }])),
      ]),
    ),
  ],
];

for (const [what, meals] of accepted) {
  test(`accepts meals with ${what}`, () => {
    for (const schema of [mealsSchema, publicMealsSchema]) deepStrictEqual(schema.parse(meals), meals);
  });
}

test('accepts several dishes and every slot, but not in the reads that are frozen', () => {
  const snack = { Monday: { snack: { description: 'Apples' } } };
  const sides = dinner({ description: 'Pie', sides: [{ description: 'Peas', servings: 2 }] });
  for (const meals of [snack, sides]) {
    deepStrictEqual(mealsSchema.parse(meals), meals);
    strictEqual(publicMealsSchema.safeParse(meals).success, false);
  }
  const side = { description: 'Peas' };
  const some = (length: number) => Array.from({ length }, () => side);
  const parse = (sides: unknown[]) => mealsSchema.safeParse(dinner({ description: 'Pie', sides })).success;
  strictEqual(parse(some(MAX_SIDES)), true);
  strictEqual(parse(some(MAX_SIDES + 1)), false);
  strictEqual(parse([]), false);
  strictEqual(parse([{ ...side, sides: [side] }]), false);
});

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
  ['the other half of an emoji', described('\uDF72 Dal')],
  ['an unknown kind', dinner({ description: 'Dal', kind: 'cooked' })],
  ['a kind that is null', dinner({ description: 'Dal', kind: null })],
  ['0 servings', dinner({ description: 'Dal', servings: 0 })],
  ['100 servings', dinner({ description: 'Dal', servings: 100 })],
  ['half a serving', dinner({ description: 'Dal', servings: 2.5 })],
  ['generated: false', dinner({ description: 'Dal', generated: false })],
  ['a recipeId that is null', dinner({ description: 'Dal', recipeId: null })],
  ['an empty recipeId', dinner({ description: 'Dal', recipeId: '' })],
  ['a recipeId of 65', dinner({ description: 'Dal', recipeId: 'r'.repeat(65) })],
  ['a recipeId with a space', dinner({ description: 'Dal', recipeId: 'r 1' })],
  ['a recipeId with a line feed at its end', dinner({ description: 'Dal', recipeId: 'r1\n' })],
];

for (const [what, meals] of refused) {
  test(`refuses meals with ${what}`, () => {
    for (const schema of [mealsSchema, publicMealsSchema])
      strictEqual(schema.safeParse(meals).success, false);
  });
}

test('trims a description', () => {
  deepStrictEqual(mealSchema.parse({ description: '  Dal \n' }), { description: 'Dal' });
});

test('a place is a known day and slot', () => {
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

function parseVariant(variant: unknown, servings?: number) {
  return mealSchema.safeParse({ description: 'Dal', ...(servings && { servings }), variant });
}

test('a variant is for some eaters and for no more servings than the meal has', () => {
  const ids = Array.from({ length: MAX_EATERS + 1 }, (_, at) => `eater-${at}`);
  ok(parseVariant({ eaterIds: ids.slice(1), servings: 4 }, 4).success);
  ok(parseVariant({ eaterIds: ['mia'], servings: 99 }).success);
  const wrong = [
    { eaterIds: ids, servings: 1 },
    { eaterIds: [], servings: 1 },
    { eaterIds: ['no id'], servings: 1 },
    { eaterIds: ['mia'] },
    ...[0, 1.5, 5, '1'].map((servings) => ({ eaterIds: ['mia'], servings })),
    { eaterIds: ['mia'], servings: 1, title: 'with tofu' },
    null,
  ];
  for (const variant of wrong) ok(!parseVariant(variant, 4).success, JSON.stringify(variant));
  const { error } = parseVariant({ eaterIds: ['mia'], servings: 5 }, 4);
  deepStrictEqual(error?.issues[0]?.path, ['variant', 'servings']);
  const details = { Monday: { dinner: { servings: 4, variant: { eaterIds: ['mia'], servings: 5 } } } };
  ok(!mealDetailsSchema.safeParse(details).success);
});

test('the public schema refuses kind, servings, variants and generated', () => {
  const variant = { eaterIds: ['mia'], servings: 1 };
  const details = [{ servings: 1 }, { servings: 99 }, { variant }, { generated: true }];
  for (const known of [...DISH_KINDS.map((kind) => ({ kind })), ...details]) {
    const meals = dinner({ description: 'Dal', ...known });
    deepStrictEqual(mealsSchema.parse(meals), meals);
    strictEqual(publicMealsSchema.safeParse(meals).success, false);
  }
});
