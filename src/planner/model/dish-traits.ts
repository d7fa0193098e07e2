/**
 * What kind of dish a recipe is. The book's recipes say it in their files. For a family's own recipe it is inferred from
 * the title and the foods; what cannot be inferred stays unknown.
 */
import type { Food } from '#domain/food/food.ts';
import { type BookRecipe, type Form, type Starch } from '#domain/recipe/book-recipe.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import { readWords } from '#languages/words.ts';

const { oneOf } = readWords('dishes');

/** Empty texts and `undefined` mean unknown. */
export type DishTraits = {
  readonly form: Form | '';
  readonly starch: Starch | '';
  /** The food that the dish is about. */
  readonly mainFood: string;
  readonly dishFamily: string;
  readonly isForChildren: boolean | undefined;
  /** Whether most families know it. */
  readonly isFamiliar: boolean | undefined;
  readonly freezes: boolean;
  readonly mainKind: MainKind;
  /** Such as rice pudding: a main meal for some, and not often. */
  readonly isSweet: boolean;
};

/** What the dish is mainly made of. */
type MainKind = 'meat' | 'fish' | 'plants';

/** A food of a recipe, and how many grams of it a serving has. */
export type FoodGrams = readonly [Food, number];

export function traitsOf(recipe: Recipe | BookRecipe, foods: readonly FoodGrams[]): DishTraits {
  const mainKind = mainKindOf(recipe.protein, foods);
  const isSweet = mainKind === 'plants' && isSweetened(foods);
  if ('form' in recipe) {
    const { form, starch, mainFood, dishFamily, isForChildren, isFamiliar, freezes } = recipe;
    return { form, starch, mainFood, dishFamily, isForChildren, isFamiliar, freezes, mainKind, isSweet };
  }
  return {
    form: formOfTitle(recipe.title),
    starch: starchOf(foods),
    mainFood: mainFoodOf(foods),
    dishFamily: '',
    isForChildren: undefined,
    isFamiliar: undefined,
    freezes: false,
    mainKind,
    isSweet,
  };
}

/** In this order: "chicken noodle soup" is a soup. German compounds end with the form: "Kartoffelsuppe". */
const FORM_LISTS = [
  'form salad',
  'form soup',
  'form curry',
  'form pizza',
  'form pie',
  'form bake',
  'form stew',
  'form pancakes',
  'form dumplings',
  'form wrap',
  'form sandwich',
  'form stir-fry',
  'form rice',
  'form noodles',
  'form pasta',
  'form eggs',
  'form porridge',
  'form bowl',
  'form roast',
  'form pan',
] satisfies `form ${Form}`[];
const FORM_WORDS = FORM_LISTS.map(
  (name) =>
    [name.slice('form '.length) as Form, new RegExp(oneOf(name).replaceAll('_', String.raw`\b`))] as const,
);

function formOfTitle(title: string): Form | '' {
  const lower = title.toLowerCase();
  return FORM_WORDS.find(([, words]) => words.test(lower))?.[0] ?? '';
}

/** The words of a food's id by which a starch is known. */
const STARCH_WORDS: readonly (readonly [Starch, RegExp])[] = [
  ['sweet-potatoes', /sweet-potato/],
  ['potatoes', /potato|gnocchi|chips?$/],
  ['rice', /rice(?!-(?:vinegar|wine|paper|noodle|flour|milk|vermicelli))/],
  ['noodles', /noodle|vermicelli|udon|soba|ramen/],
  ['tortillas', /tortilla(?!-chip)|taco-shell/],
  ['pasta', /pasta|spaghetti|penne|macaroni|linguine|tagliatelle|lasagne|orzo|fusilli|tortellini|ravioli/],
  ['couscous', /couscous/],
  ['bulgur', /bulgur/],
  ['quinoa', /quinoa/],
  ['polenta', /polenta|cornmeal/],
  ['buckwheat', /buckwheat/],
  ['pastry', /pastry|filo/],
  ['oats', /oat(?:s|meal)?$|rolled-oat/],
  ['plantain', /plantain/],
  ['dumplings', /dumpling/],
  ['bread', /bread(?!crumb)|roll$|bun$|baguette|toast|pitta|naan|ciabatta|bagel/],
];
/** A serving of a side dish has at least this much of it, uncooked. */
const MIN_STARCH_G = 40;

function starchOf(foods: readonly FoodGrams[]): Starch | '' {
  const [most] = foods
    .flatMap(([{ id }, grams]) => {
      const starch = STARCH_WORDS.find(([, words]) => words.test(id))?.[0];
      return starch && grams >= MIN_STARCH_G ? [{ starch, grams }] : [];
    })
    .toSorted((first, second) => second.grams - first.grams);
  return most?.starch ?? '';
}

/** The food that gives the most protein. */
function mainFoodOf(foods: readonly FoodGrams[]): string {
  const protein = ([food, grams]: FoodGrams): number => grams * food.per100G.proteinG;
  const [main] = foods
    .filter(([food]) => !food.staple)
    .toSorted((first, second) => protein(second) - protein(first));
  return main?.[0].id ?? '';
}

const MEATS = new Set(['beef', 'chicken', 'duck', 'game', 'lamb', 'meat', 'pork', 'turkey', 'veal']);
const FISH = new Set(['fish', 'seafood', 'prawns', 'salmon', 'tuna']);
const SEA_ALLERGENS = ['fish', 'crustaceans', 'molluscs'] as const;
/** Less is a seasoning, such as fish sauce or a little bacon. */
const MIN_MAIN_G = 25;

function mainKindOf(protein: string, foods: readonly FoodGrams[]): MainKind {
  const word = protein.toLowerCase();
  if (MEATS.has(word)) return 'meat';
  if (FISH.has(word)) return 'fish';
  const large = foods.filter(([, grams]) => grams >= MIN_MAIN_G).map(([food]) => food);
  if (large.some(({ breaks, aisle }) => breaks.has('pescatarian') && aisle !== 'spices')) return 'meat';
  const isFromTheSea = large.some(({ allergens }) =>
    SEA_ALLERGENS.some((allergen) => allergens.has(allergen)),
  );
  return isFromTheSea ? 'fish' : 'plants';
}

const SWEETENERS = /sugar|honey|syrup|jam$|jelly|marmalade|chocolate|caramel/;
const MIN_SWEETENER_G = 5;

/** With sugar and the like, and without vegetables: a spoon of sugar in a tomato sauce makes nothing sweet. */
function isSweetened(foods: readonly FoodGrams[]): boolean {
  const sweeteners = foods.filter(([{ id }]) => SWEETENERS.test(id));
  return (
    sweeteners.reduce((sum, [, grams]) => sum + grams, 0) >= MIN_SWEETENER_G &&
    !foods.some(([{ aisle }]) => aisle === 'vegetables')
  );
}
