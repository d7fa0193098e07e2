/** Every format, by a sample in the shape of a real export. */
import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { leftOut, RATINGS, readSample, recipe } from '#test/support/archives/items.ts';
import * as samples from '#test/support/archives/text-samples.ts';

const cases: [app: string, bytes: () => Buffer, items: unknown[]][] = [
  [
    'Plan to Eat',
    samples.planToEatExport,
    [
      recipe('plan-to-eat', undefined, {
        title: 'Mac "n" Cheese',
        description: 'Creamy, quick',
        yield: '4 servings',
        prepMinutes: 10,
        cookMinutes: 20,
        totalMinutes: 30,
        ingredientGroups: [
          { lines: ['250 g macaroni', 'salt'] },
          { heading: 'Sauce', lines: ['200 ml milk'] },
        ],
        stepGroups: [{ steps: ['Boil the pasta.', 'Stir in the sauce.'] }],
        source: 'Mum',
        tags: ['kids', 'easy', 'Pasta'],
        categories: ['Main Course'],
        cuisines: ['American'],
        nutrition: { calories: '450', fatContent: '12', proteinContent: '20' },
        picture: { address: 'https://example.org/mac.jpg' },
      }),
      RATINGS,
    ],
  ],
  [
    'My Recipe Box',
    samples.myRecipeBoxExport,
    [
      recipe('my-recipe-box', undefined, {
        title: 'Tarte; salée',
        yield: '1 tarte',
        prepMinutes: 15,
        cookMinutes: 40,
        totalMinutes: 55,
        ingredientGroups: [{ lines: ['200 g farine', '100 g beurre'] }],
        stepGroups: [{ steps: ['Mélanger.', 'Cuire.'] }],
        notes: ['Bon froid.', 'https://example.org/video'],
        source: 'https://example.org/tarte',
        tags: ['été'],
        categories: ['Plat', 'Tarte'],
        nutrition: { proteinContent: '12 g', description: 'Colour: red' },
      }),
      leftOut('pictures-not-in-file'),
    ],
  ],
  [
    'Recipe Keeper',
    samples.recipeKeeperExport,
    [
      recipe('recipe-keeper', 'recipe-keeper:rk-1', {
        title: 'Tarte & Crème',
        yield: '8 slices',
        prepMinutes: 15,
        cookMinutes: 20,
        ingredientGroups: [{ heading: 'Crust', lines: ['250g pastry', '500g strawberries'] }],
        stepGroups: [{ steps: ['Roll the pastry.', 'Bake.'] }],
        notes: ['Serve cold.'],
        source: 'https://example.org/tarte',
        tags: ['Sweet'],
        categories: ['Dessert', 'Tarts'],
        nutrition: { calories: '320' },
        picture: 'clean',
      }),
      RATINGS,
      recipe('recipe-keeper', undefined, { title: 'Water', ingredientGroups: [], stepGroups: [] }),
    ],
  ],
  [
    'CopyMeThat',
    samples.copyMeThatExport,
    [
      recipe('copy-me-that', undefined, {
        title: 'Blueberry pie',
        description: 'There is nothing like it',
        yield: '8',
        ingredientGroups: [{ lines: ['1 cup of blueberries'] }, { heading: 'Crust', lines: ['200 g flour'] }],
        stepGroups: [{ heading: 'Crust', steps: ['Mix.', 'Bake.'] }],
        notes: ['Keeps two days.'],
        source: 'https://example.org/pie',
        tags: ['Dessert'],
        picture: 'clean',
      }),
      RATINGS,
    ],
  ],
  [
    'Chowdown',
    samples.chowdownExport,
    [
      recipe('chowdown', undefined, {
        title: 'Broccoli Soup',
        description: 'A creamy soup. With beer.',
        ingredientGroups: [{ lines: ['4 tablespoons butter', '1 onion, diced'] }],
        stepGroups: [{ steps: ['Melt the butter.', 'Add the onion and cook it.'] }],
        tags: ['sides', 'soups'],
        picture: 'clean',
      }),
      leftOut('links'),
      leftOut('no-recipe', 'chowdown/_config.yml'),
    ],
  ],
  [
    'Cooklang',
    samples.cooklangExport,
    [
      recipe('cooklang', 'cooklang:red dal', {
        title: 'Red dal',
        yield: '4',
        prepMinutes: 10,
        cookMinutes: 30,
        ingredientGroups: [
          { lines: ['250 g red lentils, well'] },
          { heading: 'Tarka', lines: ['2 onions, sliced', 'salt'] },
        ],
        stepGroups: [
          { steps: ['Rinse the red lentils.'] },
          {
            heading: 'Tarka',
            steps: ['Fry the onion and salt in a pan for 5 minutes. Add onions.'],
          },
        ],
        notes: ['A family recipe.'],
        source: 'https://example.org/dal',
        language: 'en-GB',
        tags: ['lentils', 'quick'],
        picture: 'clean',
      }),
      recipe('cooklang', 'cooklang:tea', {
        title: 'Tea',
        yield: '1',
        ingredientGroups: [{ lines: ['250 ml water', '1 tea bag'] }],
        stepGroups: [{ steps: ['Pour water over the tea bag.'] }],
      }),
    ],
  ],
  [
    'RecipeSage',
    samples.recipeSageExport,
    [
      recipe('recipe-sage', 'recipe-sage:sage-1', {
        title: 'Pizza',
        description: 'Nice',
        yield: '2 pizzas',
        prepMinutes: 30,
        totalMinutes: 120,
        ingredientGroups: [
          { heading: 'Dough', lines: ['500 g flour'] },
          { heading: 'Topping', lines: ['1 mozzarella'] },
        ],
        stepGroups: [{ steps: ['Heat the oven.'] }, { steps: ['Knead.'], heading: 'Dough' }],
        notes: ['Use 00 flour.'],
        categories: ['italian', 'dinner'],
        picture: { address: 'https://example.org/a.jpg' },
        source: 'Nonna',
      }),
      RATINGS,
      recipe('recipe-sage', 'recipe-sage:sage-2', {
        title: 'Focaccia',
        description: 'Nice',
        yield: '2 pizzas',
        prepMinutes: 30,
        totalMinutes: 120,
        ingredientGroups: [
          { heading: 'Dough', lines: ['500 g flour'] },
          { heading: 'Topping', lines: ['1 mozzarella'] },
        ],
        stepGroups: [{ steps: ['Heat the oven.'] }, { steps: ['Knead.'], heading: 'Dough' }],
        notes: ['Use 00 flour.'],
        categories: ['italian', 'dinner'],
        picture: { address: 'https://example.org/a.jpg' },
        source: 'Nonna',
      }),
      RATINGS,
    ],
  ],
];
for (const [app, bytes, items] of cases) {
  test(`reads an export of ${app}`, async () => deepStrictEqual(await readSample(bytes()), items));
}
