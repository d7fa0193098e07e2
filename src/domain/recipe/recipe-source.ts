/**
 * A family's own recipe as typed or imported, and its validation. Only the text is stored; lines are parsed again on
 * every read, since the catalogue improves. Headings of groups are lines that end with a colon (headings.ts).
 */
import { z } from 'zod';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { servingsSchema } from '#domain/plan/plan-schema.ts';
import { COURSES } from './course.ts';
import { recipeAboutSchema } from './recipe-about.ts';
import { SEASONS } from '#domain/week/season.ts';
import type { Recipe } from './recipe.ts';
import { textLine } from '#domain/text/text.ts';

export const ingredientText = textLine(500);
export const MAX_INGREDIENTS = 300;
export const MAX_STEPS = 100;

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
  /** Absent: `main`. */
  course: z.enum(COURSES).optional(),
  cuisine: word,
  protein: word,
  keeps: z.boolean(),
  ingredients: z.array(ingredientText).max(MAX_INGREDIENTS),
  steps: z.array(textLine(5_000)).max(MAX_STEPS),
  about: recipeAboutSchema.optional(),
});

export type RecipeSource = z.output<typeof recipeSourceSchema>;

export function recipeFrom(id: string, source: RecipeSource, ingredients: readonly IngredientLine[]): Recipe {
  return { id, ...source, course: source.course ?? 'main', season: SEASONS, ingredients };
}

/** The source with which the family could have typed the recipe, in these words. */
export function sourceOf(
  recipe: Recipe,
  words: Pick<Recipe, 'title' | 'ingredients' | 'steps'>,
): RecipeSource {
  const { servings, activeMinutes, totalMinutes, meals, course, cuisine, protein, keeps } = recipe;
  const facts = { servings, activeMinutes, totalMinutes, cuisine, protein, keeps };
  return {
    title: words.title,
    ...facts,
    meals: [...meals],
    ...(course !== 'main' && { course }),
    ingredients: words.ingredients.map(({ text }) => text),
    steps: [...words.steps],
    ...(recipe.about && { about: recipe.about }),
  };
}
