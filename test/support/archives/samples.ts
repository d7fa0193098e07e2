/** Exports of other apps in the shape of real ones, made by hand. */
import { gzipSync } from 'node:zlib';
import { DIRTY_PICTURE } from './picture.ts';
import { type ZipEntry, zipOf } from './zip-writer.ts';

export function tandoorExport(): Buffer {
  const recipe = {
    name: 'Shakshuka',
    description: 'Eggs in sauce',
    keywords: [{ name: 'Vegetarian', description: '' }],
    steps: [
      {
        name: '',
        instruction: 'Poach {{ ingredients[1] }} in the sauce.',
        order: 1,
        ingredients: [
          {
            food: null,
            unit: null,
            amount: 0,
            note: 'For serving',
            order: 0,
            is_header: true,
            no_amount: true,
          },
          {
            food: { name: 'eggs' },
            unit: { name: 'pieces' },
            amount: 4,
            note: '',
            order: 1,
            is_header: false,
            no_amount: false,
          },
          {
            food: { name: 'salt' },
            unit: { name: 'pinch' },
            amount: 1,
            note: 'to taste',
            order: 2,
            is_header: false,
            no_amount: true,
          },
        ],
      },
      {
        name: 'Sauce',
        instruction: '1. Fry the *onion*.\n2. Add the tomatoes.',
        order: 0,
        time: 10,
        show_as_header: true,
        ingredients: [
          {
            food: { name: 'onion', plural_name: 'onions' },
            unit: null,
            amount: 1,
            note: 'diced',
            order: 0,
            is_header: false,
            no_amount: false,
          },
          {
            food: { name: 'tomatoes' },
            unit: { name: 'g' },
            amount: 800.0,
            note: null,
            order: 1,
            is_header: false,
            no_amount: false,
          },
        ],
      },
    ],
    working_time: 15,
    waiting_time: 20,
    internal: true,
    nutrition: { carbohydrates: '20', fats: '11', proteins: '17', calories: '260', source: '' },
    servings: 2,
    servings_text: 'people',
    source_url: 'https://example.org/shakshuka',
  };
  const inner = zipOf([
    { name: 'recipe.json', content: JSON.stringify(recipe) },
    { name: 'image.png', content: DIRTY_PICTURE },
  ]);
  return zipOf([{ name: 'Shakshuka.zip', content: inner }]);
}

/** Names of files and texts are decomposed, as on a Mac. */
export function paprikaExport(): Buffer {
  const recipe = {
    uid: 'A1B2-C3',
    name: 'Cre\u0301me bru\u0302le\u0301e',
    description: '',
    ingredients: '## Cream\n500 ml cream\n5 egg yolks\nTOPPING\n50 g sugar\nSALT',
    directions: '1. Heat the cream. [photo:1]\n\n2. Bake in a **water bath**.',
    notes: 'Chill overnight.',
    nutritional_info: 'Calories: 400',
    servings: 'Serves 4',
    rating: 4,
    difficulty: 'Medium',
    prep_time: '20 min',
    cook_time: '1 hr 10 mins',
    total_time: '',
    source: 'Grandma',
    source_url: '',
    image_url: 'https://example.org/creme.jpg',
    categories: ['Dessert', 'French'],
    photo_data: DIRTY_PICTURE.toString('base64'),
    photos: [],
    created: '2024-01-01 10:00:00',
    hash: 'ABC',
  };
  return zipOf([
    { name: 'Cre\u0301me bru\u0302le\u0301e.paprikarecipe', content: gzipSync(JSON.stringify(recipe)) },
  ]);
}

export function melaExport(): Buffer {
  const recipe = {
    id: 'example.org/bread',
    title: 'Bread',
    text: 'From [a friend](https://example.org).',
    images: ['bm90IGEgcGljdHVyZQ==', DIRTY_PICTURE.toString('base64')],
    categories: ['Baking'],
    yield: '1 loaf',
    prepTime: '15 min',
    cookTime: '45 min',
    totalTime: '3 h',
    ingredients: '# Dough\n500 g flour\n350 ml water\n# Finish\n1 tbsp seeds',
    instructions: '# Dough\nKnead.\n# Bake\nBake until **brown**.',
    notes: '',
    nutrition: '250 kcal',
    link: 'https://example.org/bread',
    favorite: true,
    date: 700_000_000,
  };
  return zipOf([{ name: 'Recipes/Bread.melarecipe', content: JSON.stringify(recipe) }]);
}

export function croutonExport(): Buffer {
  const recipe = {
    uuid: '550e8400',
    name: 'Salsa',
    serves: 6,
    duration: 10,
    cookingDuration: 5,
    defaultScale: 1,
    webLink: 'https://example.org/salsa',
    ingredients: [
      ingredientRow(2, 'coriander', 1, 'BUNCH'),
      ingredientRow(1, 'tomatoes', 400, 'GRAMS'),
      ingredientRow(0, 'Base', 0, 'SECTION'),
      ingredientRow(3, 'lime', 1, 'ITEM'),
      ingredientRow(4, 'salt'),
    ],
    steps: [
      { order: 1, step: 'Chop.', isSection: false, uuid: 's1' },
      { order: 0, step: 'Prepare', isSection: true, uuid: 's0' },
    ],
    images: [],
    tags: ['Vegan'],
    folderIDs: [],
    isPublicRecipe: false,
    notes: 'Spicy.',
    neutritionalInfo: '',
  };
  return zipOf([{ name: 'Salsa.crumb', content: JSON.stringify(recipe) }]);
}

export function kitchenOwlExport(): Buffer {
  const household = {
    name: 'Home',
    language: 'de',
    shoppinglists: ['Default'],
    expenses: [{ name: 'Rent', amount: 1 }],
    items: [{ name: 'Mehl' }],
    recipes: [
      {
        name: 'Pfannkuchen',
        description: '@Mehl und @saure_sahne verrühren.\n\nBraten.',
        time: 30,
        cook_time: 20,
        prep_time: 10,
        yields: 4,
        source: '',
        photo: 'abc.jpg',
        items: [
          { name: 'Mehl', description: '200 g', optional: false },
          { name: 'Käse', description: '80 g gerieben', optional: false },
          { name: 'saure Sahne', description: '', optional: true },
        ],
        tags: ['Schnell'],
      },
    ],
  };
  return Buffer.from(JSON.stringify(household));
}

export function nextcloudExport(): Buffer {
  const recipe = {
    id: '4711',
    name: 'Käsespätzle',
    description: 'Aus dem Allgäu',
    url: 'https://example.org/spaetzle',
    image: '/apps/cookbook/recipes/4711/image',
    prepTime: 'PT0H20M',
    cookTime: 'PT0H15M',
    totalTime: 'PT0H35M',
    recipeCategory: 'Hauptgericht',
    keywords: 'Käse,schnell',
    recipeYield: 4,
    tool: ['Spätzlehobel'],
    recipeIngredient: ['## Teig', '400 g Mehl', '4 Eier', '## Belag', '200 g Bergkäse'],
    recipeInstructions: ['Teig rühren.', 'Hobeln.'],
    nutrition: { '@type': 'NutritionInformation', calories: '650 kcal' },
    '@context': 'http://schema.org',
    '@type': 'Recipe',
    dateCreated: '2026-01-01T10:00:00+0000',
  };
  const files: ZipEntry[] = [
    { name: 'Recipes/' },
    { name: 'Recipes/Ka\u0308sespa\u0308tzle/recipe.json', content: JSON.stringify(recipe) },
    { name: 'Recipes/Ka\u0308sespa\u0308tzle/full.jpg', content: DIRTY_PICTURE },
    { name: 'Recipes/Ka\u0308sespa\u0308tzle/thumb.jpg', content: 'x' },
    { name: 'Recipes/.nomedia' },
  ];
  return zipOf(files);
}

function ingredientRow(order: number, name: string, amount?: number, quantityType?: string) {
  return {
    order,
    uuid: `r${order}`,
    ingredient: { uuid: `i${order}`, name },
    ...(quantityType && { quantity: { amount, quantityType } }),
  };
}
