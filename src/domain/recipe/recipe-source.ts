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
import { recipeReferencesSchema } from './recipe-reference.ts';
import { type FindSubRecipe, resolveReferences, writtenLines } from './sub-recipes.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { isHeadingLine } from './headings.ts';
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
  /** Lines that stand for other recipes. */
  references: recipeReferencesSchema.optional(),
});

export type RecipeSource = z.output<typeof recipeSourceSchema>;

/** `find` has the recipes that its lines stand for. */
export function recipeFrom(
  id: string,
  { references, ...source }: RecipeSource,
  { lines, find }: { lines: readonly IngredientLine[]; find: FindSubRecipe },
  foods: FoodCatalogue,
): Recipe {
  const { title, servings } = source;
  const resolved = resolveReferences({ id, title, servings, ingredients: lines, references }, find, foods);
  return { id, ...source, course: source.course ?? 'main', season: SEASONS, ...resolved };
}

/** The references of lines that there are. A line has one at most. */
export function withLinesOnly(source: RecipeSource): RecipeSource {
  const { references = [], ...rest } = source;
  const lines = new Set(source.ingredients.filter((line) => !isHeadingLine(line)));
  const byLine = new Map(references.map((reference) => [reference.line, reference]));
  const valid = [...byLine.values()].filter(({ line }) => lines.has(line));
  return valid.length > 0 ? { ...rest, references: valid } : rest;
}

/** The source with which the family could have typed the recipe, in these words. */
export function sourceOf(
  recipe: Recipe,
  words: Pick<Recipe, 'title' | 'ingredients' | 'written' | 'steps'>,
): RecipeSource {
  const { servings, activeMinutes, totalMinutes, meals, course, cuisine, protein, keeps } = recipe;
  const lines = writtenLines(words);
  const references = lines.flatMap(({ text: line, recipe: used }) =>
    used ? { line, recipeId: used.id } : [],
  );
  const facts = { servings, activeMinutes, totalMinutes, cuisine, protein, keeps };
  return {
    title: words.title,
    ...facts,
    meals: [...meals],
    ...(course !== 'main' && { course }),
    ingredients: lines.map(({ text }) => text),
    steps: [...words.steps],
    ...(recipe.about && { about: recipe.about }),
    ...(references.length > 0 && { references }),
  };
}
