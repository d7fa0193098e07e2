/** A recipe of the book: what the planner and the pages know about it beyond a recipe that a family has written. */
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import type { Recipe } from './recipe.ts';

export const FORMS = [
  'soup',
  'stew',
  'curry',
  'bake',
  'roast',
  'pan',
  'stir-fry',
  'salad',
  'bowl',
  'pasta',
  'rice',
  'noodles',
  'sandwich',
  'wrap',
  'pizza',
  'pie',
  'dumplings',
  'pancakes',
  'eggs',
  'porridge',
  'plate',
] as const;
export type Form = (typeof FORMS)[number];

export const STARCHES = [
  'none',
  'potatoes',
  'rice',
  'pasta',
  'noodles',
  'bread',
  'tortillas',
  'couscous',
  'bulgur',
  'quinoa',
  'polenta',
  'pastry',
  'oats',
  'dumplings',
  'buckwheat',
  'sweet-potatoes',
  'plantain',
] as const;
export type Starch = (typeof STARCHES)[number];

export type BookRecipe = Recipe & {
  readonly form: Form;
  readonly starch: Starch;
  /** The food that the dish is about. */
  readonly mainFood: string;
  /** Dishes that people call the same: `omelette`. Two of them in one week are one too many. */
  readonly dishFamily: string;
  readonly isForChildren: boolean;
  /** Whether most families in the countries of our languages know it. */
  readonly isFamiliar: boolean;
  readonly freezes: boolean;
  readonly isForLunchbox: boolean;
  /** Dishes that were merged into this one; plans and stars may still name them. */
  readonly formerIds: readonly string[];
  readonly variant?: Variant | undefined;
};

/** The same dish for eaters who do not eat one of its ingredients, or with meat: "with chickpeas". */
export type Variant = {
  readonly title: string;
  /** The foods that are left out; none if the variant only adds some. */
  readonly without: readonly string[];
  /** What is added or takes their place, for all servings. */
  readonly ingredients: readonly IngredientLine[];
  readonly step: string;
};

/** A recipe of the book or of a family; only those of the book may have a variant. */
export type AnyRecipe = Recipe & Pick<Partial<BookRecipe>, 'variant'>;

/** The words of a recipe in another language; foods and amounts are the same. */
export type Translation = Pick<Recipe, 'title' | 'ingredients' | 'steps'> & {
  readonly variant?: Variant | undefined;
};

/** The lines of the dish as the variant is cooked, for all servings. */
export function variantIngredients(
  { ingredients }: Pick<Recipe, 'ingredients'>,
  { without, ingredients: added }: Variant,
): IngredientLine[] {
  return [...ingredients.filter((line) => !isLeftOut(line, { without })), ...added];
}

/** Those of the dish and of its variant. */
export function allLinesOf({
  ingredients,
  variant,
}: Pick<AnyRecipe, 'ingredients' | 'variant'>): IngredientLine[] {
  return [...ingredients, ...(variant?.ingredients ?? [])];
}

/** The recipe with other lines in their place; itself if there are none. */
export function withLines(
  recipe: BookRecipe,
  others: ReadonlyMap<IngredientLine, IngredientLine>,
): BookRecipe {
  if (!allLinesOf(recipe).some((line) => (others.get(line) ?? line) !== line)) return recipe;
  const replaced = (lines: readonly IngredientLine[]) => lines.map((line) => others.get(line) ?? line);
  const { variant } = recipe;
  return {
    ...recipe,
    ingredients: replaced(recipe.ingredients),
    ...(variant && { variant: { ...variant, ingredients: replaced(variant.ingredients) } }),
  };
}

/** Whether the variant is cooked without this line of the dish. */
export function isLeftOut({ understood }: IngredientLine, { without }: Pick<Variant, 'without'>): boolean {
  return understood !== undefined && without.includes(understood.food);
}
