/** Every format, by a sample in the shape of a real export. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { leftOut, RATINGS, readSample, recipe, TOOLS } from '#test/support/archives/items.ts';
import * as mealie from '#test/support/archives/mealie-samples.ts';
import * as samples from '#test/support/archives/samples.ts';
import { zipOf } from '#test/support/archives/zip-writer.ts';
import { locatedPhoto, makeJpeg } from '#test/support/photos.ts';

const cases: [app: string, bytes: () => Buffer, items: unknown[]][] = [
  [
    'Mealie',
    mealie.mealieExport,
    [
      recipe('mealie', 'mealie:0b7d3f0e8a0a4d8e9c550f6a5f8f4b11', {
        title: 'Linsensuppe',
        description: 'Eine wärmende Suppe.',
        yield: '4 servings',
        prepMinutes: 20,
        cookMinutes: 50,
        totalMinutes: 70,
        ingredientGroups: [
          {
            heading: 'Suppe',
            lines: ['250 g rote Linsen, gewaschen', '1/3 Liter Brühe'],
          },
          { heading: 'Zum Servieren', lines: ['1 Bund Petersilie'] },
        ],
        stepGroups: [
          {
            heading: 'Vorbereiten',
            steps: ['Linsen waschen.', 'Alles kochen.', 'Abschmecken.'],
          },
        ],
        notes: ['Tipp: Mit Zitrone servieren.', 'Sehr gut!'],
        source: 'https://example.org/linsensuppe',
        tags: ['Winter'],
        categories: ['Suppen'],
        nutrition: { calories: '320', proteinContent: '18' },
        picture: 'clean',
      }),
      RATINGS,
      TOOLS,
    ],
  ],
  [
    'an old Mealie',
    mealie.oldMealieExport,
    [
      recipe('mealie', 'mealie:pancakes', {
        title: 'Pancakes',
        yield: '4 servings',
        totalMinutes: 30,
        ingredientGroups: [{ lines: ['2 cups flour', '3 eggs'] }],
        stepGroups: [{ steps: ['Mix.', 'Fry.'] }],
        source: 'https://example.org/pancakes',
        categories: ['Breakfast'],
      }),
      leftOut('no-recipe', 'settings/settings.json'),
    ],
  ],
  [
    "Mealie's database",
    mealie.mealieBackup,
    [
      recipe('mealie-backup', 'mealie:11111111111111111111111111111111', {
        title: 'Curry',
        yield: '2 servings',
        totalMinutes: 45,
        ingredientGroups: [
          {
            heading: 'Base',
            lines: ['400 g tomatoes', '2 tomatoes, chopped'],
          },
        ],
        stepGroups: [{ steps: ['Cook.', 'Serve.'] }],
        notes: ['Freezes well.'],
        tags: ['Quick'],
        categories: ['Dinner'],
        nutrition: { calories: '500', fatContent: '20' },
        picture: 'clean',
      }),
      RATINGS,
      leftOut('favourites'),
      {
        kind: 'meal',
        meal: {
          date: '2026-11-16',
          slot: 'dinner',
          recipeId: 'mealie:11111111111111111111111111111111',
        },
      },
      {
        kind: 'meal',
        meal: { date: '2026-11-17', slot: 'lunch', text: 'Leftovers: from Monday' },
      },
      {
        kind: 'meal',
        meal: { date: '2026-11-17', slot: 'side', text: 'Salad' },
      },
      {
        kind: 'list-item',
        item: { list: 'Groceries', text: '3 tomatoes', isTicked: false },
      },
      {
        kind: 'list-item',
        item: { list: 'Groceries', text: 'Batteries', isTicked: true },
      },
    ],
  ],
  [
    'Tandoor',
    samples.tandoorExport,
    [
      recipe('tandoor', undefined, {
        title: 'Shakshuka',
        description: 'Eggs in sauce',
        yield: '2 people',
        prepMinutes: 15,
        totalMinutes: 35,
        ingredientGroups: [
          { heading: 'Sauce', lines: ['1 onion, diced', '800 g tomatoes'] },
          {
            heading: 'For serving',
            lines: ['4 pieces eggs', 'salt, to taste'],
          },
        ],
        stepGroups: [
          {
            heading: 'Sauce',
            steps: ['Fry the onion.', 'Add the tomatoes.'],
          },
          { steps: ['Poach 4 pieces eggs in the sauce.'] },
        ],
        source: 'https://example.org/shakshuka',
        tags: ['Vegetarian'],
        nutrition: {
          calories: '260',
          carbohydrateContent: '20',
          fatContent: '11',
          proteinContent: '17',
        },
        picture: 'clean',
      }),
    ],
  ],
  [
    'Paprika',
    samples.paprikaExport,
    [
      recipe('paprika', 'paprika:A1B2-C3', {
        title: 'Créme brûlée',
        yield: 'Serves 4',
        prepMinutes: 20,
        cookMinutes: 70,
        ingredientGroups: [
          { heading: 'Cream', lines: ['500 ml cream', '5 egg yolks'] },
          { heading: 'TOPPING', lines: ['50 g sugar', 'SALT'] },
        ],
        stepGroups: [{ steps: ['Heat the cream.', 'Bake in a water bath.'] }],
        notes: ['Chill overnight.'],
        source: 'Grandma',
        categories: ['Dessert', 'French'],
        nutrition: { description: 'Calories: 400' },
        picture: 'clean',
      }),
      RATINGS,
      leftOut('difficulty'),
    ],
  ],
  [
    'Mela',
    samples.melaExport,
    [
      recipe('mela', 'mela:example.org/bread', {
        title: 'Bread',
        description: 'From a friend.',
        yield: '1 loaf',
        prepMinutes: 15,
        cookMinutes: 45,
        totalMinutes: 180,
        ingredientGroups: [
          { heading: 'Dough', lines: ['500 g flour', '350 ml water'] },
          { heading: 'Finish', lines: ['1 tbsp seeds'] },
        ],
        stepGroups: [
          { heading: 'Dough', steps: ['Knead.'] },
          { heading: 'Bake', steps: ['Bake until brown.'] },
        ],
        source: 'https://example.org/bread',
        categories: ['Baking'],
        nutrition: { description: '250 kcal' },
        picture: 'clean',
      }),
      leftOut('favourites'),
    ],
  ],
  [
    'Crouton',
    samples.croutonExport,
    [
      recipe('crouton', 'crouton:550e8400', {
        title: 'Salsa',
        yield: '6 servings',
        prepMinutes: 10,
        cookMinutes: 5,
        ingredientGroups: [
          {
            heading: 'Base',
            lines: ['400 g tomatoes', '1 bunch coriander', '1 lime', 'salt'],
          },
        ],
        stepGroups: [{ heading: 'Prepare', steps: ['Chop.'] }],
        notes: ['Spicy.'],
        source: 'https://example.org/salsa',
        tags: ['Vegan'],
      }),
    ],
  ],
  [
    'KitchenOwl',
    samples.kitchenOwlExport,
    [
      recipe('kitchen-owl', undefined, {
        title: 'Pfannkuchen',
        yield: '4 servings',
        prepMinutes: 10,
        cookMinutes: 20,
        totalMinutes: 30,
        ingredientGroups: [{ lines: ['200 g Mehl', '80 g Käse, gerieben', 'saure Sahne (optional)'] }],
        stepGroups: [{ steps: ['Mehl und saure Sahne verrühren.', 'Braten.'] }],
        language: 'de',
        tags: ['Schnell'],
      }),
      leftOut('pictures-not-in-file'),
      leftOut('expenses'),
      leftOut('list-names'),
    ],
  ],
  [
    "Nextcloud's Cookbook",
    samples.nextcloudExport,
    [
      recipe('nextcloud-cookbook', 'nextcloud-cookbook:4711', {
        title: 'Käsespätzle',
        description: 'Aus dem Allgäu',
        yield: '4',
        prepMinutes: 20,
        cookMinutes: 15,
        totalMinutes: 35,
        ingredientGroups: [
          { heading: 'Teig', lines: ['400 g Mehl', '4 Eier'] },
          { heading: 'Belag', lines: ['200 g Bergkäse'] },
        ],
        stepGroups: [{ steps: ['Teig rühren.', 'Hobeln.'] }],
        source: 'https://example.org/spaetzle',
        tags: ['Käse', 'schnell'],
        categories: ['Hauptgericht'],
        nutrition: { calories: '650 kcal' },
        picture: 'clean',
      }),
      TOOLS,
    ],
  ],
];
for (const [app, bytes, items] of cases) {
  test(`reads an export of ${app}`, async () => deepStrictEqual(await readSample(bytes()), items));
}

test("a photo of Weekfare's own export that has metadata or is too large is left out", async () => {
  const photo = makeJpeg();
  for (const [large, small] of [
    [locatedPhoto(photo, 1), photo],
    [photo, makeJpeg({ width: 401 })],
  ] as const) {
    const items = await readSample(
      zipOf([
        { name: 'weekfare.json', content: '{"format":"weekfare","family":{"currency":null}}' },
        {
          name: 'recipes/soup.json',
          content: '{"@type":"Recipe","name":"Soup","recipeIngredient":["salt"]}',
        },
        { name: 'pictures/soup.jpeg', content: large },
        { name: 'pictures/small/soup.jpeg', content: small },
      ]),
    );
    const bad = large === photo ? 'pictures/small/soup.jpeg' : 'pictures/soup.jpeg';
    deepStrictEqual(items[0], leftOut('picture-unusable', bad));
    ok(!items.some((item) => Object.hasOwn(item as object, 'photo')));
  }
});
