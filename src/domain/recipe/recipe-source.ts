/**
 * A family's own recipe as typed, and its validation. Only the typed text is stored; lines are parsed again on every
 * read, since the catalogue improves.
 */
import { z } from 'zod';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { servingsSchema } from '#domain/plan/plan-schema.ts';
import { type Recipe, SEASONS } from './recipe.ts';
import { textLine } from '#domain/text/text.ts';

export const ingredientText = textLine(500);
export const MAX_INGREDIENTS = 300;

const minutes = z.int().min(0).max(2_880);
const word = textLine(50).or(z.literal(''));

export const recipeSourceSchema = z.strictObject({
  title: textLine(200),
  servings: servingsSchema,
  activeMinutes: minutes,
  totalMinutes: minutes,
  meals: z
    .array(z.enum(SLOTS))
    .max(SLOTS.length)
    .transform((meals) => SLOTS.filter((slot) => meals.includes(slot))),
  cuisine: word,
  protein: word,
  keeps: z.boolean(),
  ingredients: z.array(ingredientText).max(MAX_INGREDIENTS),
  steps: z.array(textLine(5_000)).max(100),
});

export type RecipeSource = z.output<typeof recipeSourceSchema>;

export function recipeFrom(id: string, source: RecipeSource, ingredients: readonly IngredientLine[]): Recipe {
  return { id, ...source, season: SEASONS, ingredients };
}

/** The source with which the family could have typed the recipe, without what only recipes of the book have. */
export function sourceOf(recipe: Recipe): RecipeSource {
  const { title, servings, activeMinutes, totalMinutes, meals, cuisine, protein, keeps } = recipe;
  return {
    title,
    servings,
    activeMinutes,
    totalMinutes,
    meals: [...meals],
    cuisine,
    protein,
    keeps,
    ingredients: recipe.ingredients.map(({ text }) => text),
    steps: [...recipe.steps],
  };
}
