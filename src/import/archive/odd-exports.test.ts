/** Exports of Mealie, Tandoor and Paprika with the oddities of real ones. A text stands for each item: see outline.ts. */
import { deepStrictEqual } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { test } from 'node:test';
import {
  mealieZip,
  outlineOf,
  paprikaRecipe,
  paprikaZip,
  tandoorJson,
  tandoorZip,
} from '#test/support/archives/outline.ts';
import { DIRTY_PICTURE } from '#test/support/archives/picture.ts';
import { zipOf } from '#test/support/archives/zip-writer.ts';

type Case = [what: string, bytes: () => Buffer, items: string[]];

const MEALIE: Case[] = [
  [
    'amounts without a food, and foods that are only in another field',
    () =>
      mealieZip({
        recipeIngredient: [
          { quantity: 2, unit: null, food: null, note: 'eggs', display: '2 eggs' },
          { quantity: 1, unit: null, food: null, note: '2 tbsp oil' },
          { quantity: 1, unit: null, food: null, note: 'salt', originalText: 'salt' },
          { quantity: 1, unit: null, food: null, note: 'onion', originalText: '1 onion' },
          { quantity: 0, unit: null, food: null, note: 'pepper' },
          { quantity: 3, unit: null, food: null, note: '2-3 carrots', disableAmount: true },
          { quantity: null, unit: null, food: null, note: null, originalText: 'a handful of nuts' },
          { quantity: null, unit: null, food: null, note: '', display: 'some milk' },
          { quantity: 2, unit: { name: 'cup' }, food: null, note: 'flour' },
          { quantity: '0.5', unit: 'cup', food: 'sugar', note: '' },
          {
            quantity: 0,
            unit: { name: 'gram', abbreviation: 'g', useAbbreviation: true },
            food: { name: 'ham' },
          },
          { quantity: 0, unit: { name: 'pinch' }, food: { name: 'nutmeg' }, note: null },
        ],
        recipeInstructions: [],
      }),
    [
      'Soup | 2 eggs; 2 tbsp oil; salt; 1 onion; pepper; 2-3 carrots; a handful of nuts; some milk; 2 cup flour; 1/2 cup sugar; ham; pinch nutmeg',
    ],
  ],
  [
    'plurals, linked recipes, names of steps, servings beside a yield',
    () =>
      mealieZip({
        recipeServings: 4,
        recipeYieldQuantity: 12,
        recipeYield: 'rolls',
        recipeIngredient: [
          { quantity: 2, unit: null, food: { name: 'onion', pluralName: 'onions' } },
          {
            quantity: 1.333,
            unit: { name: 'cup', pluralName: 'cups', abbreviation: 'c', useAbbreviation: false },
            food: { name: 'milk', pluralName: null },
          },
          {
            quantity: 1,
            unit: null,
            food: null,
            note: '',
            referencedRecipe: { name: 'Pizza dough', slug: 'x' },
          },
        ],
        recipeInstructions: [
          { title: '', summary: 'Dough', text: 'Knead.' },
          { title: null, summary: '', text: '' },
          { title: '', text: null },
        ],
      }),
    ['Soup; 4 servings (12 rolls) | 2 onions; 1 1/3 cups milk; 1 Pizza dough | Dough: Knead.'],
  ],
  [
    'steps with HTML, Markdown, tabs and Windows line ends',
    () =>
      mealieZip({
        description: '<p>Warm &amp; <b>good</b></p>',
        recipeIngredient: ['1\tkg\tleeks', '<b>2</b> eggs', ''],
        recipeInstructions: [
          { text: '<p>Wash the <i>leeks</i>.</p><p>Cut them.</p>' },
          { text: '## Soup\r\n1. Boil **water**.\r\n2. Add ![](/api/media/x.webp)leeks.\r\n\r\n' },
          'Serve &frac12; of it.',
        ],
        totalTime: 'PT1H5M',
        prepTime: '1 1/2 hours',
        performTime: '20-30 Minuten',
        recipeYield: 6,
      }),
    [
      'Soup; 6; 90+30+65 | 1 kg leeks; 2 eggs | Wash the leeks.; Cut them.; Soup:; Boil water.; Add leeks.; Serve ½ of it. | Warm & good',
    ],
  ],
  [
    'the archive of one recipe with null instead of lists, and its picture beside it',
    () =>
      zipOf([
        {
          name: 'My recipes/tee/tee.json',
          content: JSON.stringify({
            name: 'Tee',
            slug: 'tee',
            recipe_ingredient: [{ note: '1 l Wasser', title: 'Tee', quantity: null, disable_amount: true }],
            recipe_instructions: null,
            tags: null,
            recipe_category: null,
            tools: null,
            notes: null,
            comments: null,
            settings: null,
            nutrition: { calories: 12.5, fat_content: null },
            recipe_yield: null,
            rating: '4',
          }),
        },
        { name: 'My recipes/tee/original.webp', content: DIRTY_PICTURE },
        { name: '__MACOSX/My recipes/tee/._tee.json', content: 'Mac' },
        { name: 'My recipes/.DS_Store', content: 'Bud1' },
        { name: 'My recipes/readme.txt', content: 'My recipes, exported' },
      ]),
    ['Tee | Tee:; 1 l Wasser |  | 12.5; picture', '(ratings)', '(no-recipe My recipes/readme.txt)'],
  ],
  [
    'sections without lines, a section on an empty line, one step in one text',
    () =>
      mealieZip({
        recipe_ingredient: [
          { title: 'Dough', note: '', quantity: 1, disable_amount: true },
          { title: '', note: '200 g flour', disable_amount: true },
          { title: 'Topping', note: 'basil', disable_amount: true },
          { title: 'Done', note: '', disable_amount: true },
        ],
        recipe_instructions: 'Mix.\n\nBake.',
        total_time: 'None',
        perform_time: 45,
        notes: [{ title: 'Tip', text: null }, { title: null, text: 'Freeze.\nThaw.' }, 'Cold too.'],
        tags: ['a', { name: 'b' }, null, 'a'],
      }),
    [
      'Soup; 0+45+0 | Dough:; 200 g flour; Topping:; basil; Done | Mix.; Bake. | Tip; Freeze.; Thaw.; Cold too.; a; b',
    ],
  ],
  [
    "the database of PostgreSQL in a folder, beside another app's recipe",
    () =>
      zipOf([
        {
          name: 'backup/database.json',
          content: JSON.stringify({
            recipes: [
              { id: '0b7d3f0e-8a0a-4d8e-9c55-0f6a5f8f4b11', name: 'Pizza', rating: null },
              { id: '1b7d3f0e-8a0a-4d8e-9c55-0f6a5f8f4b11', name: 'Pizza', total_time: '' },
            ],
            recipes_ingredients: [
              {
                recipe_id: '0b7d3f0e-8a0a-4d8e-9c55-0f6a5f8f4b11',
                position: 0,
                quantity: 1,
                referenced_recipe_id: '1b7d3f0e-8a0a-4d8e-9c55-0f6a5f8f4b11',
              },
              { recipe_id: '1b7d3f0e-8a0a-4d8e-9c55-0f6a5f8f4b11', position: 0, quantity: 3, note: 'eggs' },
            ],
            recipe_instructions: null,
            shopping_list_items: [
              { quantity: 2, note: 'apples', checked: 1 },
              { note: 'rice', checked: 0 },
            ],
          }),
        },
        { name: 'backup/data/recipes/x/assets/a.json', content: '{}' },
        { name: 'other/pie.paprikarecipe', content: gzipSync(JSON.stringify(paprikaRecipe({}))) },
      ]),
    ['Pizza | 1 Pizza', 'Pizza | 3 eggs', 'ticked 2 apples', 'buy rice', 'Pie | 1 egg | Bake.'],
  ],
];

/** A recipe in the archive of Tandoor, which is an archive itself. */
function tandoorFile(name: string) {
  return {
    name,
    content: zipOf([
      { name: 'recipe.json', content: tandoorJson([{ instruction: `${name.length}`, ingredients: [] }]) },
      { name: 'image.jpg', content: 'not a picture' },
    ]),
  };
}

const TANDOOR: Case[] = [
  [
    'foods and units as texts, amounts as texts, plurals, units without an amount',
    () =>
      tandoorZip([
        {
          instruction: 'Cook.',
          ingredients: [
            { food: 'beef', unit: 'g', amount: '500.00', order: 0 },
            { food: { name: 'carrot', plural_name: 'carrots' }, unit: null, amount: 2.5, order: 1 },
            {
              food: { name: 'leek', plural_name: null },
              unit: { name: 'cup', plural_name: 'cups' },
              amount: 2,
              order: 2,
            },
            { food: { name: 'salt' }, unit: { name: 'g' }, amount: 0, order: 3 },
            { food: { name: 'oil' }, unit: { name: 'EL' }, amount: 1, no_amount: true, order: 4 },
            { food: null, unit: null, amount: null, note: '2 bay leaves', order: 5 },
            { food: { name: 'wine' }, unit: { name: 'ml' }, amount: 0.25, note: '<b>red</b>', order: 6 },
          ],
        },
      ]),
    ['Stew | 500 g beef; 2 1/2 carrots; 2 cups leek; salt; oil; 2 bay leaves; 0.25 ml wine, red | Cook.'],
  ],
  [
    'templates in instructions',
    () =>
      tandoorZip([
        {
          instruction:
            'Add {{ingredients[0].amount}} {{ ingredients[0].unit }} of {{  ingredients[0].food  }}, {{ ingredients[1].note }}. Fry for {{ scale(2.5) }} min{{ ingredients[7] }}.',
          ingredients: [
            { food: { name: 'rice' }, unit: { name: 'cup' }, amount: 0.5, order: 0 },
            { food: { name: 'peas' }, amount: 0, note: 'frozen', order: 1 },
          ],
        },
      ]),
    ['Stew | 1/2 cup rice; peas, frozen | Add 1/2 cup of rice, frozen. Fry for 2.5 min.'],
  ],
  [
    'headers without text, with a food, without ingredients; steps without text',
    () =>
      tandoorZip([
        { name: 'Preheat', instruction: '', ingredients: [], order: 0 },
        {
          name: '',
          order: 1,
          instruction: 'Stir.',
          ingredients: [
            { is_header: true, note: '', food: null, order: 0 },
            { food: { name: 'flour' }, unit: { name: 'g' }, amount: 100, order: 1 },
            { is_header: true, note: 'Sauce', food: { name: 'cream' }, amount: 0, order: 2 },
            { is_header: 1, note: null, food: { name: 'Garnish' }, amount: 0, order: 3 },
            { food: { name: 'dill' }, amount: 0, order: 4 },
            { is_header: true, note: 'Serve', order: 5 },
          ],
        },
        { name: 'Rest', instruction: null, ingredients: [{ food: { name: 'flour' }, amount: 0 }], order: 2 },
        { name: null, instruction: ' ', ingredients: null, order: 3 },
      ]),
    ['Stew | 100 g flour; Sauce:; cream; Garnish:; dill; Serve; Rest:; flour | Preheat; Stir.'],
  ],
  [
    'times only in steps, servings as text, numbers and names in nutrition and keywords',
    () =>
      tandoorZip(
        [
          { instruction: '<ol><li>Mix</li><li>Rest</li></ol>', time: 10, ingredients: [] },
          {
            instruction: '- Bake\r\n- Cool\r\n',
            time: '35',
            ingredients: [{ food: { name: 'egg' }, amount: 1 }],
          },
        ],
        {
          servings: '12',
          servings_text: 'Stück',
          description: null,
          nutrition: { calories: 210.5, fats: 0, proteins: null },
          keywords: [{ name: 'Kuchen' }, { label: 'Ostern' }, 'süß'],
          source_url: null,
        },
      ),
    ['Stew; 12 Stück; 0+0+45 | 1 egg | Mix; Rest; Bake; Cool | Kuchen; Ostern; süß; 210.5'],
  ],
  [
    'two recipes with one name, a folder, files of the system and a broken picture',
    () =>
      zipOf([
        tandoorFile('Export/Stew.zip'),
        tandoorFile('Export/Stew.zip'),
        { name: '__MACOSX/Export/._Stew.zip', content: 'Mac' },
        { name: 'Export/.DS_Store', content: 'Bud1' },
      ]),
    ['(picture-unusable image.jpg)', 'Stew |  | 15', '(picture-unusable image.jpg)', 'Stew |  | 15'],
  ],
  [
    'unpacked recipes in one list, without times',
    () =>
      Buffer.from(
        `\uFEFF[${['A', 'B']
          .map((name) =>
            tandoorJson([{ instruction: 'Mix.', ingredients: [] }], { name, working_time: null }),
          )
          .join(',\r\n')}]`,
      ),
    ['A |  | Mix.', 'B |  | Mix.'],
  ],
];

const data = DIRTY_PICTURE.toString('base64');
const photosNamed = (...names: string[]) => names.map((filename) => ({ filename, data }));

const PAPRIKA: Case[] = [
  [
    'missing texts',
    () =>
      paprikaZip(
        { directions: null, notes: null, categories: null, servings: null, photo_data: null, rating: 0 },
        { name: 'Idea', ingredients: null, directions: '' },
        { name: 'Lines', ingredients: ['2 eggs', '1 l milk'], directions: ['1. Mix.', '2. Chill.'] },
        { name: '', ingredients: '1 egg' },
      ),
    ['Pie | 1 egg', 'Idea', 'Lines | 2 eggs; 1 l milk | Mix.; Chill.', '(no-title 3.paprikarecipe)'],
  ],
  [
    'recipes in the trash',
    () => paprikaZip({ in_trash: true }, { name: 'Old', in_trash: 1 }, { name: 'Kept', in_trash: false }),
    ['(trashed Pie)', '(trashed Old)', 'Kept | 1 egg | Bake.'],
  ],
  [
    'links, photos, tabs, Windows line ends, decomposed letters, headings',
    () =>
      paprikaZip({
        ingredients:
          'Fu\u0308r den Teig:\r\n200\tg Mehl\r\n[recipe:Mürbeteig]\r\n\r\n**Füllung**\r\n1 Dose *Kirschen* [photo:2]\r\n• Zimt\r\nMILCH',
        directions: '[photo:1]\r\n1) Make the [recipe:Dough].\r\n\r\n2) Bake.\r\nTopping:\r\nSprinkle.',
        notes: 'See [photo:3] and [my page](https://example.org).\r\n\r\n<b>Cold</b>',
      }),
    [
      'Pie | Für den Teig:; 200 g Mehl; Mürbeteig; Füllung:; 1 Dose Kirschen; Zimt; MILCH | Make the Dough.; Bake.; Topping:; Sprinkle. | See and my page.; Cold',
      '(links)',
    ],
  ],
  [
    'times as texts and numbers',
    () => paprikaZip({ prep_time: '1 1/2 hours', cook_time: 20, total_time: 'overnight' }),
    ['Pie; 90+20+0 | 1 egg | Bake.'],
  ],
  [
    'broken photos, photos of steps, recipes that are not compressed, empty files',
    () =>
      zipOf([
        {
          name: 'Paprika Recipes/Pie.paprikarecipe',
          content: JSON.stringify(
            paprikaRecipe({ photo_data: 'AAAA', photos: [], image_url: 'https://example.org/a.jpg' }),
          ),
        },
        {
          name: 'Paprika Recipes/Tart.paprikarecipe',
          content: gzipSync(
            JSON.stringify(
              paprikaRecipe({
                name: 'Tart',
                photo_data: '',
                photo_large: 'tart.jpg',
                photos: [{ data: null }, ...photosNamed('step.jpg', 'tart.jpg')],
              }),
            ),
          ),
        },
        { name: 'Paprika Recipes/Gone.paprikarecipe', content: '' },
        { name: 'Paprika Recipes/Paprika.html', content: '<p>Index of recipes</p>' },
      ]),
    [
      '(picture-unusable Pie)',
      'Pie | 1 egg | Bake. | picture address',
      '(more-pictures)',
      'Tart | 1 egg | Bake. | picture',
      '(no-recipe Paprika Recipes/Gone.paprikarecipe)',
      '(no-recipe Paprika Recipes/Paprika.html)',
    ],
  ],
  [
    'numbers for texts, nested categories, favourites, a source with a name and an address',
    () =>
      paprikaZip({
        servings: 4,
        rating: '5',
        on_favorites: true,
        categories: [{ name: 'Dessert', parent_uid: 'X' }, 'Kuchen'],
        nutritional_info: 'Fat: 3 g\r\nSugar: 2 g',
        source: 'Bake Weekly',
        source_url: 'https://example.org/pie',
        description: 'Line one.\r\nLine two.',
      }),
    [
      'Pie; 4 | 1 egg | Bake. | Line one. Line two.; Bake Weekly; https://example.org/pie; Dessert; Kuchen; Fat: 3 g; Sugar: 2 g',
      '(ratings)',
      '(favourites)',
    ],
  ],
];

for (const [app, cases] of Object.entries({ Mealie: MEALIE, Tandoor: TANDOOR, Paprika: PAPRIKA })) {
  for (const [what, bytes, items] of cases)
    test(`reads ${what} (${app})`, async () => deepStrictEqual(await outlineOf(bytes()), items));
}
