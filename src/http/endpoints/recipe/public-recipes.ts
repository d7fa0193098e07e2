/** `/api/recipes/v1/{recipeId}`: a recipe that a meal refers to, from the cookbook or the family's own. */
import { z } from 'zod';
import { type FamilyRecipe, findFamilyRecipe } from '#queries/recipe/family-recipes.ts';
import { getFoods } from '#cookbook/foods.ts';
import { type Allergen, ALLERGENS, DIETS } from '#domain/food/food.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { COURSES } from '#domain/recipe/course.ts';
import { FIGURES, nutritionPerServing } from '#domain/recipe/nutrition.ts';
import type { Photo } from '#domain/photo/photo.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { fractionNumber } from '#domain/quantity/fraction.ts';
import { UNIT_NAMES } from '#domain/quantity/unit.ts';
import { writtenLines } from '#domain/recipe/sub-recipes.ts';
import { factsOf, type RecipeFacts } from '#domain/recipe-view/recipe-card.ts';
import { findPhotos } from '#storage/tables/recipe/photos.ts';
import type { Store } from '#storage/store.ts';
import { RECIPE_ID } from '#http/input/limits.ts';
import type { Loaded } from '#http/headers/etag.ts';
import type { KeyRequester } from '#http/access/key-access.ts';
import { keyEndpoint } from '#http/key-endpoint.ts';
import { jsonLdExample, jsonLdOf, jsonLdSchema } from './recipe-json-ld.ts';

const figure = z.number().min(0);

const ingredientSchema = z
  .strictObject({
    text: z.string().meta({ description: 'The line as it was written' }),
    food: z.string().optional().meta({
      description: 'The food of the catalogue that it names; absent if the line was not understood',
    }),
    amount: figure.optional().meta({ description: 'The amount; absent where the line has none' }),
    unit: z.enum(UNIT_NAMES).optional().meta({ description: 'The unit; `piece` is a count' }),
    preparation: z.string().optional().meta({ description: 'The rest of the line' }),
    recipeId: z.string().optional().meta({
      description:
        'The recipe that the line stands for, such as a dough; allergens and nutrition count what is in it',
    }),
  })
  .meta({ id: 'Ingredient', description: 'A line of a recipe: an amount of a food' });

const nutritionSchema = z
  .strictObject({
    energyKcal: figure,
    proteinG: figure,
    fatG: figure,
    carbohydrateG: figure,
    fibreG: figure,
    saltG: figure,
    isAtLeast: z
      .boolean()
      .meta({ description: 'Whether the energy may be higher: some lines could not be counted' }),
    atLeast: z
      .array(z.enum(FIGURES))
      .meta({ description: 'All values that may be higher: after "salt to taste" it is only the salt' }),
  })
  .meta({ id: 'Nutrition', description: 'What is in one serving' });

const allergensSchema = z
  .strictObject({
    contains: z.array(z.enum(ALLERGENS)).meta({ description: 'What its foods contain' }),
    mayContain: z
      .array(z.enum(ALLERGENS))
      .meta({ description: 'What only some brands of its foods contain; look at the label' }),
    notSure: z
      .array(z.enum(ALLERGENS))
      .meta({ description: 'What a line that was not understood could contain; none if `isComplete`' }),
  })
  .meta({ id: 'Allergens', description: 'Derived from the foods of the recipe' });

export const recipeSchema = z
  .strictObject({
    id: z.string().meta({ description: 'The `recipeId` of meals' }),
    title: z.string(),
    servings: z.int().min(1).max(99).meta({ description: 'The number of servings that the amounts are for' }),
    activeMinutes: z.int().min(0),
    totalMinutes: z.int().min(0).meta({ description: 'Includes resting, soaking and baking' }),
    ingredients: z.array(ingredientSchema),
    steps: z.array(z.string()),
    meals: z.array(z.enum(SLOTS)).meta({ description: 'The slots it suits' }),
    course: z.enum(COURSES).meta({ description: 'What it is of a meal: only `main` is one by itself' }),
    cuisine: z.string().meta({ description: 'Empty if none is given' }),
    protein: z.string().meta({ description: 'The main source of protein; empty if none is given' }),
    keeps: z.boolean().meta({ description: 'Whether it keeps until the next day' }),
    isOwn: z.boolean().meta({ description: "Whether it is the family's own, which it can change" }),
    photo: z.string().nullable().meta({
      description:
        'The address of its photo on this server; null without one. Another photo has another address.',
    }),
    allergens: allergensSchema,
    diets: z
      .array(z.enum(DIETS))
      .meta({ description: 'What it fits, derived from its foods; none unless `isComplete`' }),
    isComplete: z.boolean().meta({ description: 'Whether every line was understood' }),
    nutrition: nutritionSchema,
  })
  .meta({ id: 'Recipe', description: 'How to cook a meal' });

function publicRecipe(
  { recipe, own }: FamilyRecipe,
  photo: Photo | undefined,
): z.output<typeof recipeSchema> {
  const { id, title, servings, activeMinutes, totalMinutes, steps } = recipe;
  const { meals, course, cuisine, protein, keeps } = recipe;
  const { atLeast, ...figures } = nutritionPerServing(recipe, getFoods());
  const facts = factsOf(recipe, getFoods());
  const rounded = Object.entries(figures).map(([name, value]) => [name, Math.round(value * 10) / 10]);
  return {
    id,
    title,
    servings,
    activeMinutes,
    totalMinutes,
    ingredients: writtenLines(recipe).map(publicIngredient),
    steps: [...steps],
    meals: [...meals],
    course,
    cuisine,
    protein,
    keeps,
    isOwn: own !== undefined,
    photo: photo ? `/api/recipes/v1/${id}/photo?hash=${photo.large}` : null,
    allergens: publicAllergens(facts),
    diets: [...facts.diets],
    isComplete: facts.isComplete,
    nutrition: {
      ...(Object.fromEntries(rounded) as typeof figures),
      isAtLeast: atLeast.includes('energyKcal'),
      atLeast: [...atLeast],
    },
  };
}

function publicAllergens({
  allergens,
  mayContain,
  isComplete,
}: RecipeFacts): z.output<typeof allergensSchema> {
  const isUnknown = (allergen: Allergen) =>
    !isComplete && !allergens.includes(allergen) && !mayContain.includes(allergen);
  return {
    contains: [...allergens],
    mayContain: [...mayContain],
    notSure: ALLERGENS.filter((allergen) => isUnknown(allergen)),
  };
}

function publicIngredient({ text, understood, recipe }: IngredientLine): z.output<typeof ingredientSchema> {
  if (!understood) return { text, ...(recipe && { recipeId: recipe.id }) };
  const { food, quantity, preparation } = understood;
  return {
    text,
    food,
    ...(quantity && {
      amount: Math.round(fractionNumber(quantity.amount) * 1_000) / 1_000,
      unit: quantity.unit,
    }),
    ...(preparation !== '' && { preparation }),
  };
}

function readAs(format: (found: FamilyRecipe, photo: Photo | undefined) => unknown) {
  return async (store: Store, { family }: KeyRequester, id: string): Promise<Loaded | undefined> => {
    const found = RECIPE_ID.test(id) ? await findFamilyRecipe(store.db, family, id) : undefined;
    // Recipes of the cookbook have no version: they do not change while the server runs. An answer to a line changes
    // the body but not the version; then the checksum in the ETag differs.
    const photo = found?.own && (await findPhotos(store.db, family, [id])).get(id);
    return found && { text: JSON.stringify(format(found, photo)), version: found.own?.version ?? 0 };
  };
}

export const readPublicRecipe = readAs((found, photo) => ({ data: publicRecipe(found, photo) }));

const EXAMPLE: z.output<typeof recipeSchema> = {
  id: 'lentil-soup',
  title: 'Lentil soup',
  servings: 4,
  activeMinutes: 15,
  totalMinutes: 40,
  ingredients: [
    { text: '250 g red lentils, rinsed', food: 'red-lentil', amount: 250, unit: 'g', preparation: 'rinsed' },
    { text: '2 onions', food: 'onion', amount: 2, unit: 'piece' },
    { text: 'salt to taste', food: 'salt', preparation: 'to taste' },
    { text: "a spoon of grandma's spice mix" },
  ],
  steps: ['Cook everything in a litre of water until soft.'],
  meals: ['lunch', 'dinner'],
  course: 'main',
  cuisine: '',
  protein: 'lentils',
  keeps: true,
  isOwn: true,
  photo: null,
  allergens: { contains: [], mayContain: [], notSure: [...ALLERGENS] },
  diets: [],
  isComplete: false,
  nutrition: {
    energyKcal: 246.2,
    proteinG: 15.6,
    fatG: 1.4,
    carbohydrateG: 44.5,
    fibreG: 8.2,
    saltG: 0,
    isAtLeast: true,
    atLeast: [...FIGURES],
  },
};

export const recipeTag = { name: 'Recipes', description: 'How the meals are cooked.' };
export const recipeResponse = z
  .strictObject({ data: recipeSchema })
  .meta({ id: 'RecipeResponse', description: 'The recipe' });

export const publicRecipeEndpoints = [
  keyEndpoint({
    method: 'GET',
    path: '/api/recipes/v1/:recipeId',
    access: { scope: 'recipes:read' },
    operationId: 'getRecipe',
    summary: 'A recipe',
    description:
      "The recipe that a meal refers to, from the cookbook or the family's own. With `Accept: application/ld+json` the response is the same recipe as JSON-LD in the schema.org vocabulary.",
    tag: recipeTag,
    response: recipeResponse,
    cached: {
      parameter: {
        name: 'recipeId',
        description: 'The `recipeId` of a meal',
        pattern: RECIPE_ID,
        example: 'shakshuka',
      },
      examples: {
        recipe: { summary: 'A recipe with a line that was not understood', value: { data: EXAMPLE } },
      },
      resource: 'recipe',
      argument: (_owner, _nowMs, recipeId) => recipeId,
      read: readPublicRecipe,
      alternative: {
        type: 'application/ld+json',
        response: jsonLdSchema,
        examples: { recipe: { summary: 'The same as JSON-LD', value: jsonLdExample } },
        resource: 'recipe-json-ld',
        argument: (_owner, _nowMs, recipeId) => recipeId,
        read: readAs(({ recipe }) => jsonLdOf(recipe, getFoods())),
      },
    },
  }),
];
