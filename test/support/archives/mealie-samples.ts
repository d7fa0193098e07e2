/** Exports and backups of Mealie in the shape of real ones, made by hand. */
import { DIRTY_PICTURE } from './picture.ts';
import { zipOf } from './zip-writer.ts';

const MEALIE_ID = '0b7d3f0e-8a0a-4d8e-9c55-0f6a5f8f4b11';

/** Mealie's export of recipes. */
export function mealieExport(): Buffer {
  const recipe = {
    id: MEALIE_ID,
    name: 'Linsensuppe',
    slug: 'linsensuppe',
    image: 'Xy3Z',
    description: 'Eine **wärmende** Suppe.',
    recipeServings: 4,
    recipeYieldQuantity: 0,
    recipeYield: '',
    totalTime: '1 Stunde 10 Minuten',
    prepTime: '20 Minuten',
    performTime: '50 Minuten',
    recipeCategory: [{ name: 'Suppen', slug: 'suppen' }],
    tags: [{ name: 'Winter', slug: 'winter' }],
    tools: [{ name: 'Topf' }],
    rating: 5,
    orgURL: 'https://example.org/linsensuppe',
    recipeIngredient: [
      {
        title: 'Suppe',
        quantity: 250,
        unit: { name: 'Gramm', abbreviation: 'g', useAbbreviation: true },
        food: { name: 'rote Linsen' },
        note: 'gewaschen',
        display: '250 g rote Linsen gewaschen',
        disableAmount: false,
      },
      {
        title: '',
        quantity: 0.333,
        unit: { name: 'Liter' },
        food: { name: 'Brühe' },
        note: '',
        disableAmount: false,
      },
      {
        title: 'Zum Servieren',
        quantity: 1,
        unit: null,
        food: null,
        note: '1 Bund Petersilie',
        disableAmount: true,
        originalText: '1 Bund Petersilie',
      },
    ],
    recipeInstructions: [
      { id: 'a', title: 'Vorbereiten', text: 'Linsen waschen.', ingredientReferences: [] },
      { id: 'b', title: '', text: 'Alles [kochen](https://example.org).\n\nAbschmecken.' },
    ],
    nutrition: { calories: '320', proteinContent: '18', fatContent: '' },
    settings: { disableAmount: false },
    notes: [{ title: 'Tipp', text: 'Mit Zitrone servieren.' }],
    comments: [{ text: 'Sehr gut!' }],
  };
  return zipOf([
    { name: 'linsensuppe/linsensuppe.json', content: JSON.stringify(recipe) },
    { name: 'linsensuppe/images/original.webp', content: DIRTY_PICTURE },
    { name: 'linsensuppe/images/min-original.webp', content: 'x' },
  ]);
}

/** The form of Mealie before 1.0. */
export function oldMealieExport(): Buffer {
  const recipe = {
    name: 'Pancakes',
    slug: 'pancakes',
    description: '',
    recipe_yield: '4 servings',
    recipe_ingredient: [
      { title: null, note: '2 cups flour', unit: null, food: null, disable_amount: true, quantity: 1 },
      '3 eggs',
    ],
    recipe_instructions: [
      { title: '', text: 'Mix.' },
      { title: '', text: 'Fry.' },
    ],
    total_time: '30 minutes',
    org_url: 'https://example.org/pancakes',
    recipe_category: ['Breakfast'],
    tags: [''],
    extras: {},
  };
  return zipOf([
    { name: 'recipes/pancakes/pancakes.json', content: JSON.stringify(recipe) },
    { name: 'settings/settings.json', content: JSON.stringify({ language: 'en' }) },
  ]);
}

const [RECIPE, FOOD, UNIT, LIST] = ['11', '22', '33', '44'].map((digits) => digits.repeat(16)) as [
  string,
  string,
  string,
  string,
];

/** Mealie's backup, as SQLite writes it: ids without dashes. */
export function mealieBackup(): Buffer {
  const database = {
    alembic_version: [{ version_num: 'x' }],
    users: [{ id: 'u', password: 'hash' }],
    recipes: [
      {
        id: RECIPE,
        name: 'Curry',
        slug: 'curry',
        description: null,
        recipe_yield: null,
        recipe_servings: 2,
        total_time: '45 min',
        org_url: null,
        rating: null,
      },
    ],
    users_to_recipes: [{ user_id: 'u', recipe_id: RECIPE, rating: 4.5, is_favorite: 1 }],
    recipes_ingredients: [
      {
        recipe_id: RECIPE,
        position: 1,
        title: null,
        note: 'chopped',
        quantity: 2,
        unit_id: null,
        food_id: FOOD,
        original_text: null,
      },
      {
        recipe_id: RECIPE,
        position: 0,
        title: 'Base',
        note: '',
        quantity: 400,
        unit_id: UNIT,
        food_id: FOOD,
      },
    ],
    recipe_instructions: [
      { id: 'b', recipe_id: RECIPE, position: 1, title: '', text: 'Serve.' },
      { id: 'a', recipe_id: RECIPE, position: 0, title: '', text: 'Cook.' },
    ],
    ingredient_foods: [{ id: FOOD, name: 'tomatoes' }],
    ingredient_units: [{ id: UNIT, name: 'gram', abbreviation: 'g', use_abbreviation: true }],
    tags: [{ id: 't', name: 'Quick' }],
    recipes_to_tags: [{ recipe_id: RECIPE, tag_id: 't' }],
    categories: [{ id: 'c', name: 'Dinner' }],
    recipes_to_categories: [{ recipe_id: RECIPE, category_id: 'c' }],
    notes: [{ recipe_id: RECIPE, title: '', text: 'Freezes well.' }],
    recipe_nutrition: [{ recipe_id: RECIPE, calories: '500', fat_content: '20' }],
    recipe_comments: [],
    recipe_settings: [{ recipe_id: RECIPE, disable_amount: false }],
    group_meal_plans: [
      { id: 1, date: '2026-11-16', entry_type: 'dinner', title: '', text: '', recipe_id: RECIPE },
      {
        id: 2,
        date: '2026-11-17',
        entry_type: 'lunch',
        title: 'Leftovers',
        text: 'from Monday',
        recipe_id: null,
      },
      { id: 3, date: '2026-11-17', entry_type: 'side', title: 'Salad', text: '', recipe_id: null },
    ],
    shopping_lists: [{ id: LIST, name: 'Groceries' }],
    shopping_list_items: [
      {
        id: 'i',
        shopping_list_id: LIST,
        position: 0,
        checked: false,
        quantity: 3,
        unit_id: null,
        food_id: FOOD,
        note: '',
      },
      {
        id: 'j',
        shopping_list_id: LIST,
        position: 1,
        checked: true,
        quantity: 1,
        unit_id: null,
        food_id: null,
        note: 'Batteries',
      },
    ],
  };
  return zipOf([
    { name: 'database.json', content: JSON.stringify(database) },
    {
      name: `data/recipes/11111111-1111-1111-1111-111111111111/images/original.webp`,
      content: DIRTY_PICTURE,
    },
    { name: 'data/.secret', content: 'x' },
    { name: 'data/templates/recipes.md', content: '{{ recipe }}' },
  ]);
}
