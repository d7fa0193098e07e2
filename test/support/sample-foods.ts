/** A small food catalogue with simple figures, and recipes from ingredient lines. */
import type { Aisle } from '#domain/food/food.ts';
import { makeFoodCatalogue } from '#domain/food/food-catalogue.ts';
import { parseFoods } from '#domain/food/food-file.ts';
import { type IngredientLine, parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import type { Place } from '#domain/plan/plan.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import { SEASONS } from '#domain/week/season.ts';
import type { CookedDish } from '#domain/shopping-list/requirements.ts';

type Facts = { pack: string; lines?: string[]; allergens?: string; breaks?: string; price?: string };

const FOODS: readonly (readonly [Aisle, string, Facts])[] = [
  [
    'vegetables',
    'onion / onions',
    {
      pack: '1 kg, loose',
      lines: ['piece: 1 medium = 100 g', 'piece: 1 large = 150 g', 'piece: 1 small = 70 g'],
    },
  ],
  ['vegetables', 'celery', { pack: '400 g', lines: ['piece: 1 stalk = 40 g'], allergens: 'celery' }],
  ['vegetables', 'cabbage / cabbages', { pack: '1 piece', lines: ['piece: 1 head = 900 g'] }],
  ['vegetables', 'potato / potatoes', { pack: 'loose', lines: ['piece: 1 medium = 200 g'] }],
  [
    'fruit',
    'lemon / lemons',
    { pack: '4 pieces, loose', lines: ['piece: 1 lemon = 80 g', 'piece: 1 slice = 8 g'] },
  ],
  ['herbs', 'parsley', { pack: '30 g', lines: ['volume: 1 tbsp = 4 g'] }],
  ['dairy', 'cream', { pack: '250 ml', lines: ['volume: 1 cup = 240 g'], allergens: 'milk' }],
  ['dairy', 'milk', { pack: '1 l', lines: ['volume: 1 cup = 244 g'], allergens: 'milk' }],
  ['dairy', 'butter', { pack: '250 g', lines: ['volume: 1 tbsp = 15 g'], allergens: 'milk' }],
  [
    'eggs',
    'egg / eggs',
    { pack: '6 pieces, 10 pieces', lines: ['piece: 1 large = 50 g'], allergens: 'eggs' },
  ],
  ['meat', 'bacon', { pack: '200 g', breaks: 'no-pork' }],
  ['grains', 'spaghetti', { pack: '500 g', allergens: 'wheat' }],
  ['grains', 'flour', { pack: '500 g, 1 kg', lines: ['volume: 1 cup = 120 g'], allergens: 'wheat' }],
  [
    'meat',
    'chicken / chickens',
    { pack: '1 kg', lines: ['piece: 1 chicken = 600 g', 'edible: 60 %'], breaks: 'pescatarian' },
  ],
  [
    'tins',
    'chickpea / chickpeas',
    { pack: '240 g, 130 g', lines: ['piece: 1 can = 240 g of 400 g', 'piece: 1 can = 130 g of 215 g'] },
  ],
  ['tins', 'canned tomato / canned tomatoes', { pack: '400 g', lines: ['piece: 1 can = 411 g'] }],
  ['nuts', 'almond / almonds', { pack: '200 g', allergens: 'nuts' }],
  ['oils', 'olive oil', { pack: '500 ml', lines: ['volume: 1 tbsp = 13.5 g', 'staple: yes'] }],
  ['spices', 'salt', { pack: '500 g', lines: ['volume: 1 tsp = 6 g', 'staple: yes'] }],
  ['condiments', 'stock', { pack: '1 l' }],
  ['drinks', 'water', { pack: 'loose', lines: ['volume: 1 cup = 237 g'], price: '0.00' }],
];

/** Every food has 100 kcal, 10 g of protein, 5 g of fat, 20 g of carbohydrate, 2 g of fibre, 1 g of salt. */
export const sampleCatalogue = makeFoodCatalogue(
  FOODS.flatMap(([aisle, names, { pack, lines = [], allergens = '-', breaks = '-', price = '1.00' }]) => {
    const id = names.split(' / ', 1)[0]?.replaceAll(' ', '-') as string;
    const block = [
      `# ${id}`,
      `en: ${names}`,
      `de: ${id} auf Deutsch`,
      'usda: 00000',
      ...lines,
      `allergens: ${allergens}`,
      `breaks: ${breaks}`,
      `pack: ${pack}`,
      'keeps: 7 days',
      `price: ${price}`,
      'per 100 g: 100 kcal, 10 protein, 5 fat, 20 carbohydrate, 2 fibre, 0.4 sodium',
    ];
    return parseFoods(aisle, block.join('\n'));
  }),
);

export function parseLine(line: string): IngredientLine {
  return parseIngredientLine(line, sampleCatalogue);
}

export function dish(id: string, servings: number, ...lines: string[]): Recipe {
  return {
    id,
    title: id,
    servings,
    activeMinutes: 10,
    totalMinutes: 20,
    meals: ['dinner'],
    course: 'main',
    cuisine: 'Nordic',
    protein: 'none',
    season: SEASONS,
    keeps: true,
    ingredients: lines.map(parseLine),
    steps: ['Cook it.'],
  };
}

/** The recipe as a meal, by default Monday's dinner with the servings of the recipe. */
export function meal(recipe: Recipe, servings = recipe.servings, place: Partial<Place> = {}): CookedDish {
  return { day: 'Monday', slot: 'dinner', ...place, description: recipe.title, recipe, servings };
}
