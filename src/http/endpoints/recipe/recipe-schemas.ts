/** Schemas of recipes as the app shows them: in a list, as a whole, and an ingredient line by itself. */
import { z } from 'zod';
import { ALLERGENS, DIETS } from '#domain/food/food.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { COURSES } from '#domain/recipe/course.ts';
import { recipeSourceSchema } from '#domain/recipe/recipe-source.ts';
import { SEASONS } from '#domain/week/season.ts';
import {
  cost,
  foodNames,
  creator,
  nutrition,
  variantOffer,
  warnings,
} from '#http/endpoints/response-schemas.ts';

const diets = z.array(z.enum(DIETS));
const allergens = z.array(z.enum(ALLERGENS));

const inLists = {
  id: z.string(),
  title: z.string(),
  servings: z.int(),
  activeMinutes: z.int(),
  totalMinutes: z.int(),
  meals: z.array(z.enum(SLOTS)),
  course: z.enum(COURSES),
  cuisine: z.string(),
  own: z.boolean(),
  diets,
  isComplete: z.boolean(),
  picture: z.string(),
  warnings,
};

/** A card without what the warnings are computed from. */
export const warnedCard = z.strictObject({
  ...inLists,
  variantOffer: variantOffer.exactOptional(),
  energyKcal: z.int(),
  isAtLeast: z.boolean(),
});
export type WarnedCard = z.output<typeof warnedCard>;

/** What the family sees at an ingredient line (domain/recipe/line-status). */
const lineStatus = {
  question: z
    .strictObject({ isPartly: z.boolean(), canBeAnswered: z.boolean(), known: z.array(foodNames) })
    .exactOptional(),
  answer: z
    .strictObject({
      isHarmless: z.boolean(),
      foods: z.array(foodNames),
      createdBy: creator,
      createdAt: z.string(),
    })
    .exactOptional(),
  mayContain: z.strictObject({ allergens, line: z.string() }).exactOptional(),
  freeBrands: z
    .strictObject({ allergens, line: z.string(), createdBy: creator, createdAt: z.string() })
    .exactOptional(),
};

/** The recipe that a line stands for; without a title it is gone, or cannot be used. */
const lineRecipe = z.strictObject({
  id: z.string(),
  title: z.string().exactOptional(),
  servings: z.int().exactOptional(),
});

/** What was understood of a line as it was typed. */
export const ingredientLine = z.strictObject({
  ...lineStatus,
  text: z.string(),
  isUnderstood: z.boolean(),
  food: z.string().exactOptional(),
  foodName: z.string().exactOptional(),
  amount: z.string().exactOptional(),
  unit: z.string().exactOptional(),
  preparation: z.string().exactOptional(),
  /** A recipe with the title that the line names. */
  offered: z.strictObject({ id: z.string(), title: z.string() }).exactOptional(),
});
export type IngredientLineView = z.output<typeof ingredientLine>;

/** A recipe as it is cooked from (domain/recipe/recipe-view), with its warnings. */
export const recipeResponse = z.strictObject({
  recipe: z.strictObject({
    ...inLists,
    variantOffer: variantOffer.exactOptional(),
    protein: z.string(),
    season: z.array(z.enum(SEASONS)),
    keeps: z.boolean(),
    isForChildren: z.boolean().exactOptional(),
    freezes: z.boolean().exactOptional(),
    isForLunchbox: z.boolean().exactOptional(),
    allergens,
    mayContain: allergens,
    breaks: diets,
    mayBreak: diets,
    foodIds: z.array(z.string()),
    unsureLines: z.int(),
    shownServings: z.int(),
    ingredients: z.array(
      z.strictObject({
        ...lineStatus,
        text: z.string(),
        isUnderstood: z.boolean(),
        foodId: z.string().exactOptional(),
        recipe: lineRecipe.exactOptional(),
        shown: z.string(),
        isUnscaled: z.literal(true).exactOptional(),
        forServings: z.int().exactOptional(),
      }),
    ),
    steps: z.array(z.string()),
    stepIngredients: z.array(z.array(z.strictObject({ line: z.int(), isRest: z.boolean() }))),
    variant: z
      .strictObject({
        title: z.string(),
        without: z.array(z.string()),
        ingredients: z.array(z.string()),
        step: z.string(),
        atStep: z.int(),
        diets,
        picture: z.string(),
        servings: z.int().exactOptional(),
      })
      .exactOptional(),
    nutrition,
    cost,
    /** Only of the family's own recipes, like the version. */
    source: recipeSourceSchema.exactOptional(),
    version: z.int().exactOptional(),
  }),
});
