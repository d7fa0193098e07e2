/**
 * What the demo family eats, likes, has at home and has bought. The test compares it with the cookbook: every dish
 * exists and is for everyone, and what is bought is what the list asks for.
 */
import type { Meal, Meals } from '#domain/plan/plan.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import type { Amounts } from '#domain/shopping-list/item.ts';
import type { StoredPantryEntry } from '#storage/tables/shopping-list/pantry.ts';
import type { Star } from '#storage/tables/recipe/stars.ts';

const [ANNA, TOM, MIA, LEO] = ['anna', 'tom', 'mia', 'leo'];
/** The eater who is the member with the password. */
export const OWNER = ANNA;

const eatsAll = { diets: [], allergens: [], dislikes: [] };

export const PREFERENCES: Preferences = {
  ...DEFAULT_PREFERENCES,
  eaters: [
    { id: ANNA, name: 'Anna', ...eatsAll },
    { id: TOM, name: 'Tom', ...eatsAll, dislikes: [{ foodId: 'group:mushrooms', isHard: true }] },
    { id: MIA, name: 'Mia', ...eatsAll, allergens: ['peanuts'], portion: 'child' },
    { id: LEO, name: 'Leo', ...eatsAll, portion: 'child' },
  ],
  start: { hasChosenSlots: true },
};

export const RECIPE: RecipeSource = {
  title: 'Grandma’s vegetable bake',
  servings: 4,
  activeMinutes: 25,
  totalMinutes: 60,
  meals: ['dinner'],
  cuisine: 'Home',
  protein: 'cheese',
  keeps: true,
  ingredients: [
    '800 g potatoes, thinly sliced',
    '2 courgettes, sliced',
    '3 carrots, sliced',
    '1 onion, chopped',
    '200 ml cream',
    '150 ml milk',
    '120 g grated cheddar',
    '1 tbsp butter',
    'salt and pepper to taste',
  ],
  steps: [
    'Heat the oven to 190 °C. Butter a large dish.',
    'Layer the vegetables in the dish, with a little salt and pepper on each layer.',
    'Mix cream and milk, pour it over the vegetables, and scatter the cheese on top.',
    'Bake for 35 to 40 minutes, until a knife goes through the potatoes easily.',
  ],
};

/** `recipe` is the id of the family's own recipe. */
export function thisWeek(recipe: string): Meals {
  return {
    Monday: {
      breakfast: dish('apple-and-seed-porridge', 'Apple and seed porridge'),
      dinner: dish('red-lentil-dal-with-rice', 'Red lentil dal with rice'),
    },
    Tuesday: {
      dinner: dish('salmon-with-dill-potatoes', 'Baked salmon with dill potatoes and cucumber'),
    },
    Wednesday: {
      breakfast: dish('berry-and-chia-overnight-oats', 'Berry and chia overnight oats'),
      dinner: dish('chicken-fajitas', 'Chicken fajitas'),
    },
    Thursday: { dinner: dish(recipe, RECIPE.title) },
    Friday: { dinner: dish('pizza-margherita', 'Pizza margherita from scratch') },
    Saturday: {
      breakfast: dish('buttermilk-pancakes-with-blueberries', 'Buttermilk pancakes with blueberries'),
      lunch: dish('tomato-soup-with-cheese-toasties', 'Tomato soup with cheese toasties'),
      dinner: dish('kidney-bean-chilli-with-rice', 'Kidney bean chilli with rice'),
    },
    Sunday: {
      breakfast: dish('shakshuka', 'Shakshuka'),
      lunch: dish('roast-chicken-with-vegetables', 'Roast chicken with potatoes and carrots'),
      dinner: { description: 'Roast chicken sandwiches', kind: 'leftovers' },
    },
  };
}

export function nextWeek(): Meals {
  return {
    Monday: { dinner: dish('chana-masala-with-rice', 'Chana masala with rice') },
    Tuesday: { dinner: dish('tuna-tomato-pasta', 'Spaghetti with tuna, tomatoes and capers') },
    Wednesday: { dinner: dish('fish-tacos-with-red-cabbage', 'Fish tacos with lime cabbage') },
    Thursday: { dinner: dish('egg-fried-rice-with-vegetables', 'Egg fried rice with vegetables') },
    Friday: { dinner: { description: 'Pizza at Luigi’s', kind: 'eating-out' } },
    Saturday: {
      lunch: dish('leek-and-potato-soup', 'Leek and potato soup'),
      dinner: dish('cottage-pie', 'Cottage pie'),
    },
    Sunday: {
      breakfast: dish('waffles', 'Waffles with apple compote'),
      dinner: dish('chicken-tagine-with-apricots', 'Chicken tagine with apricots and couscous'),
    },
  };
}

export const STARS: Star[] = [
  { eaterId: ANNA, recipeId: 'red-lentil-dal-with-rice', stars: 5 },
  { eaterId: ANNA, recipeId: 'shakshuka', stars: 4 },
  { eaterId: TOM, recipeId: 'chicken-fajitas', stars: 5 },
  { eaterId: TOM, recipeId: 'salmon-with-dill-potatoes', stars: 4 },
  { eaterId: MIA, recipeId: 'pizza-margherita', stars: 5 },
  { eaterId: MIA, recipeId: 'red-lentil-dal-with-rice', stars: 2 },
  { eaterId: LEO, recipeId: 'buttermilk-pancakes-with-blueberries', stars: 5 },
];

/** Without a quantity: enough of it. */
export const PANTRY: StoredPantryEntry[] = [
  { foodId: 'basmati-rice', quantityText: '1 kg' },
  { foodId: 'chickpea', quantityText: '2 cans' },
  { foodId: 'raisin', quantityText: '100 g' },
  { foodId: 'chia-seed' },
  { foodId: 'maple-syrup' },
  { foodId: 'ground-cumin' },
  { foodId: 'smoked-paprika' },
  { foodId: 'turmeric' },
];

type Addition = { kind: 'add'; text: string };
type Tick = { kind: 'tick'; itemId: string; bought: Amounts };

/** What was added by hand, and what is bought already. */
export const LIST: (Addition | Tick)[] = [
  { kind: 'add', text: 'toilet paper' },
  { kind: 'add', text: '2 l milk' },
  bought('carrot', '900'),
  bought('potato', '2000'),
  bought('apple', '364'),
  bought('cheddar', '400'),
  bought('mozzarella', '375'),
  bought('egg', '500'),
  bought('chicken-breast', '600'),
  bought('red-lentil', '500'),
];

function dish(recipeId: string, description: string): Meal {
  return { recipeId, description };
}

function bought(foodId: string, grams: string): Tick {
  return { kind: 'tick', itemId: `food:${foodId}`, bought: { g: grams } };
}
