/** A recipe as JSON-LD in the schema.org vocabulary, which other recipe programs import. */
import { z } from 'zod';
import type { Diet } from '#domain/food/food.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { type Nutrition, nutritionPerServing } from '#domain/recipe/nutrition.ts';
import { factsOf } from '#domain/recipe-view/recipe-card.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import { writtenLines } from '#domain/recipe/sub-recipes.ts';

const duration = z.string().regex(/^PT\d+M$/);
const stepSchema = z
  .strictObject({ '@type': z.literal('HowToStep'), text: z.string() })
  .meta({ id: 'HowToStep', description: 'A step, as in schema.org' });
const nutritionSchema = z
  .strictObject({
    '@type': z.literal('NutritionInformation'),
    servingSize: z.string(),
    calories: z.string().meta({ examples: ['420 kcal'] }),
    proteinContent: z
      .string()
      .optional()
      .meta({ examples: ['15.6 g'] }),
    fatContent: z.string().optional(),
    carbohydrateContent: z.string().optional(),
    fiberContent: z.string().optional(),
    sodiumContent: z.string().optional(),
  })
  .meta({ id: 'NutritionInformation', description: 'What is in one serving, as in schema.org' });

export const jsonLdSchema = z
  .strictObject({
    '@context': z.literal('https://schema.org'),
    '@type': z.literal('Recipe'),
    identifier: z.string(),
    name: z.string(),
    recipeYield: z.string().meta({ examples: ['4 servings'] }),
    totalTime: duration,
    recipeCuisine: z.string().optional(),
    recipeIngredient: z.array(z.string()),
    recipeInstructions: z.array(stepSchema),
    suitableForDiet: z.array(z.string()).optional(),
    nutrition: nutritionSchema.optional().meta({
      description:
        'Without the values that may be higher, since schema.org has no "at least"; absent if the energy may be',
    }),
  })
  .meta({ id: 'RecipeJsonLd', description: 'The recipe as JSON-LD in the schema.org vocabulary' });

type JsonLd = z.output<typeof jsonLdSchema>;

/**
 * The diets that schema.org defines, as far as the catalogue can vouch for them: `HalalDiet` and `KosherDiet` would
 * also promise how the meat was slaughtered.
 */
const DIETS: { readonly [diet in Diet]?: string } = {
  vegan: 'https://schema.org/VeganDiet',
  vegetarian: 'https://schema.org/VegetarianDiet',
  'gluten-free': 'https://schema.org/GlutenFreeDiet',
};

export function jsonLdOf(recipe: Recipe, foods: FoodCatalogue): JsonLd {
  const nutrition = nutritionPerServing(recipe, foods);
  const diets = factsOf(recipe, foods).diets.flatMap((diet) => DIETS[diet] ?? []);
  return {
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    identifier: recipe.id,
    name: recipe.title,
    recipeYield: `${recipe.servings} servings`,
    totalTime: `PT${recipe.totalMinutes}M`,
    ...(recipe.cuisine !== '' && { recipeCuisine: recipe.cuisine }),
    recipeIngredient: writtenLines(recipe).map(({ text }) => text),
    recipeInstructions: recipe.steps.map((text) => ({ '@type': 'HowToStep', text })),
    ...(diets.length > 0 && { suitableForDiet: diets }),
    ...(!nutrition.atLeast.includes('energyKcal') && { nutrition: nutritionInformation(nutrition) }),
  };
}

function nutritionInformation(nutrition: Nutrition): NonNullable<JsonLd['nutrition']> {
  const { energyKcal, proteinG, fatG, carbohydrateG, fibreG, saltG, atLeast } = nutrition;
  return {
    '@type': 'NutritionInformation',
    servingSize: '1 serving',
    calories: `${Math.round(energyKcal)} kcal`,
    ...(!atLeast.includes('proteinG') && { proteinContent: grams(proteinG) }),
    ...(!atLeast.includes('fatG') && { fatContent: grams(fatG) }),
    ...(!atLeast.includes('carbohydrateG') && { carbohydrateContent: grams(carbohydrateG) }),
    ...(!atLeast.includes('fibreG') && { fiberContent: grams(fibreG) }),
    // Nutrition labels give salt as 2.5 times the sodium.
    ...(!atLeast.includes('saltG') && { sodiumContent: `${Math.round(saltG * 400)} mg` }),
  };
}

function grams(value: number): string {
  return `${Math.round(value * 10) / 10} g`;
}

export const jsonLdExample: JsonLd = {
  '@context': 'https://schema.org',
  '@type': 'Recipe',
  identifier: 'lentil-soup',
  name: 'Lentil soup',
  recipeYield: '4 servings',
  totalTime: 'PT40M',
  recipeIngredient: [
    '250 g red lentils, rinsed',
    '2 onions',
    'salt to taste',
    "a spoon of grandma's spice mix",
  ],
  recipeInstructions: [{ '@type': 'HowToStep', text: 'Cook everything in a litre of water until soft.' }],
};
