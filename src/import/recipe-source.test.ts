import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Course } from '#domain/recipe/course.ts';
import { groupLines } from '#domain/recipe/headings.ts';
import { recipeSourceSchema } from '#domain/recipe/recipe-source.ts';
import type { ImportedRecipe } from './imported-recipe.ts';
import { recipeSourceOf } from './recipe-source.ts';

const BARE: ImportedRecipe = {
  title: 'Apple cake',
  ingredientGroups: [],
  stepGroups: [],
  notes: [],
  tags: [],
  categories: [],
  cuisines: [],
};

const FULL: ImportedRecipe = {
  ...BARE,
  description: 'A cake\nfor Sundays.',
  yield: '12 pieces',
  prepMinutes: 20,
  cookMinutes: 40,
  ingredientGroups: [
    { lines: ['1 kg apples'] },
    { heading: 'For the dough', lines: ['250 g flour', '125 g butter'] },
    { heading: 'Dr. Oetker 2.0:', lines: ['1 tsp baking powder'] },
  ],
  stepGroups: [{ heading: 'Dough', steps: ['Knead\tit.', 'Let it rest.'] }, { steps: [] }],
  notes: ['Keeps three days.'],
  author: 'Grandma',
  source: 'https://cakes.example/apple',
  language: 'en-GB',
  tags: ['autumn'],
  categories: ['Dessert'],
  cuisines: ['German'],
  nutrition: { calories: '320 kcal', '<b>': 'x', fatContent: '' },
  picture: { address: 'https://cakes.example/apple.jpg' },
};

test('keeps everything that the source gives', () => {
  const { source, shortened } = recipeSourceOf(FULL);
  deepStrictEqual(source, {
    title: 'Apple cake',
    servings: 12,
    activeMinutes: 20,
    totalMinutes: 60,
    meals: [],
    course: 'dessert',
    cuisine: 'German',
    protein: '',
    keeps: false,
    ingredients: [
      '1 kg apples',
      'For the dough:',
      '250 g flour',
      '125 g butter',
      'Dr. Oetker 2.0:',
      '1 tsp baking powder',
    ],
    steps: ['Dough:', 'Knead it.', 'Let it rest.'],
    about: {
      description: 'A cake for Sundays.',
      yield: '12 pieces',
      notes: ['Keeps three days.'],
      author: 'Grandma',
      source: 'https://cakes.example/apple',
      language: 'en-GB',
      tags: ['autumn'],
      categories: ['Dessert'],
      cuisines: ['German'],
      nutrition: { calories: '320 kcal' },
      picture: { address: 'https://cakes.example/apple.jpg' },
    },
  });
  deepStrictEqual(shortened, []);
  deepStrictEqual(recipeSourceSchema.parse(source), source);
  deepStrictEqual(groupLines(source.ingredients), [
    { lines: ['1 kg apples'] },
    { heading: 'For the dough', lines: ['250 g flour', '125 g butter'] },
    { heading: 'Dr. Oetker 2.0', lines: ['1 tsp baking powder'] },
  ]);
});

test('a recipe without anything but a title has no empty fields', () => {
  const { source } = recipeSourceOf(BARE);
  strictEqual('about' in source, false);
  deepStrictEqual([source.servings, source.totalMinutes, source.meals], [4, 0, ['dinner']]);
});

test('shortens what is too long, says so, and the result can be stored', () => {
  const { source, shortened } = recipeSourceOf({
    ...FULL,
    title: '🍏'.repeat(201),
    ingredientGroups: [{ lines: Array.from({ length: 301 }, () => `1 kg \u0000${'a'.repeat(600)}\ud800`) }],
    stepGroups: [{ steps: Array.from({ length: 101 }, () => 'b'.repeat(10)) }],
    notes: Array.from({ length: 51 }, (_, at) => `note ${at}`),
    tags: Array.from({ length: 51 }, (_, at) => `tag ${at}`),
    language: 'not a tag!',
    picture: { address: 'javascript:alert(1)' },
    totalMinutes: 1e9,
  });
  ok(recipeSourceSchema.safeParse(source).success);
  deepStrictEqual(shortened, ['title', 'ingredients', 'steps', 'notes', 'about']);
  strictEqual(source.totalMinutes, 2_880);
  deepStrictEqual([source.about?.language, source.about?.picture], [undefined, undefined]);
});

const yields: [string, number][] = [
  ['4', 4],
  ['4 servings', 4],
  ['Serves 4-6', 4],
  ['für 6 Personen', 6],
  ['20 Portionen', 20],
  ['24 cookies', 4],
  ['8 muffins', 8],
  ['1 loaf', 4],
  ['Yield: 1 loaf (10 slices)', 10],
  ['1 serving', 1],
  ['1 kg', 4],
  ['', 4],
  ['0 servings', 4],
  ['1000 servings', 4],
];
for (const [text, servings] of yields) {
  test(`"${text}" is for ${servings}`, () =>
    strictEqual(recipeSourceOf({ ...BARE, yield: text }).source.servings, servings));
}

const categories: [words: string, meals: string[], course?: Course][] = [
  ['Breakfast', ['breakfast']],
  ['Breakfast, Drinks', ['breakfast']],
  ['Hauptgericht', ['lunch', 'dinner']],
  ['Nachspeise', [], 'dessert'],
  ['Dessert, Dinner party', [], 'dessert'],
  ['Getränke', [], 'drink'],
  ['Side Dish', ['lunch', 'dinner'], 'side'],
  ['Dinner, Sides', ['lunch', 'dinner'], 'side'],
  ['Gemüsebeilage', ['lunch', 'dinner'], 'side'],
  ['Salads', ['lunch', 'dinner'], 'salad'],
  ['Kartoffelsalat', ['lunch', 'dinner'], 'salad'],
  ['Salad, Lunch', ['lunch', 'dinner']],
  ['Seaside', ['dinner']],
  ['Gluten-free', ['dinner']],
];
for (const [words, meals, course] of categories) {
  test(`${words} is ${course ?? 'main'}, for ${meals.join(' and ') || 'no meal of the week'}`, () => {
    const { source } = recipeSourceOf({ ...BARE, categories: words.split(', ') });
    deepStrictEqual([source.meals, source.course], [meals, course]);
    const tagged = recipeSourceOf({ ...BARE, tags: words.split(', ') });
    deepStrictEqual([tagged.source.meals, 'course' in tagged.source], [meals, course !== undefined]);
  });
}
