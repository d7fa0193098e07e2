/**
 * The nutrition of a serving and of a day. What is unknown (a line not understood, "to taste", an amount without a
 * weight, a missing figure) is left out, and `atLeast` lists the figures that could be higher for that reason.
 */
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { type Aisle, type Food, saltG } from '#domain/food/food.ts';
import { type FoodUse, maxUnmeasuredGrams, usesOf } from './food-use.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { dishesOf, type Meal } from '#domain/plan/plan.ts';
import { fractionNumber } from '#domain/quantity/fraction.ts';
import type { Recipe } from './recipe.ts';

export const FIGURES = ['energyKcal', 'proteinG', 'fatG', 'carbohydrateG', 'fibreG', 'saltG'] as const;
export type Figure = (typeof FIGURES)[number];
type Figures = { readonly [figure in Figure]: number };

export type Nutrition = Figures & {
  /** The figures that are lower bounds. */
  readonly atLeast: readonly Figure[];
};

const NOTHING: Nutrition = {
  energyKcal: 0,
  proteinG: 0,
  fatG: 0,
  carbohydrateG: 0,
  fibreG: 0,
  saltG: 0,
  atLeast: [],
};

/** Of a meal without a recipe. */
export const NOTHING_KNOWN: Nutrition = { ...NOTHING, atLeast: FIGURES };

/**
 * What a serving may have more of without a word: two hundredths of a day's reference intake (regulation 1169/2011,
 * annex XIII; 30 g of fibre).
 */
const NEGLIGIBLE: Figures = {
  energyKcal: 40,
  proteinG: 1,
  fatG: 1.4,
  carbohydrateG: 5.2,
  fibreG: 0.6,
  saltG: 0.12,
};

export function nutritionPerServing(
  { ingredients, servings }: Pick<Recipe, 'ingredients' | 'servings'>,
  foods: FoodCatalogue,
): Nutrition {
  const lines = ingredients.filter(({ isHarmless }) => !isHarmless);
  if (lines.length === 0) return NOTHING_KNOWN;
  return sumNutrition(lines.map((line) => nutritionOfLine(line, servings, foods)));
}

export function sumNutrition(parts: readonly Nutrition[]): Nutrition {
  return parts.reduce((sum, part) => {
    return {
      ...mapFigures((figure) => sum[figure] + part[figure]),
      atLeast: FIGURES.filter((figure) => sum.atLeast.includes(figure) || part.atLeast.includes(figure)),
    };
  }, NOTHING);
}

/**
 * One serving of each dish that everyone eats. A dish without a recipe makes it a lower bound; undefined if no dish has
 * one.
 */
export function nutritionOfDay(
  meals: readonly Meal[],
  find: (recipeId: string) => Nutrition | undefined,
): Nutrition | undefined {
  const known = meals.flatMap((meal) =>
    dishesOf(meal)
      .filter(({ eaterIds }) => eaterIds === undefined)
      // A meal out is not the recipe.
      .map(({ recipeId }) =>
        recipeId === undefined || meal.kind === 'eating-out' ? undefined : find(recipeId),
      ),
  );
  if (known.every((nutrition) => nutrition === undefined)) return undefined;
  return sumNutrition(known.map((nutrition) => nutrition ?? NOTHING_KNOWN));
}

/** Of one serving. */
function nutritionOfLine(line: IngredientLine, servings: number, foods: FoodCatalogue): Nutrition {
  const uses = usesOf(line, foods);
  return uses.length > 0 ? sumNutrition(uses.map((use) => nutritionOfUse(use, servings))) : NOTHING_KNOWN;
}

function nutritionOfUse({ food, eatenGrams }: FoodUse, servings: number): Nutrition {
  const known = eatenGrams && fractionNumber(eatenGrams) / servings;
  const grams = known ?? maxUnmeasuredGrams(food);
  const most = mapFigures((figure) => (mostPer100G(food)[figure] * grams) / 100);
  const isWorthSaying = (figure: Figure): boolean => most[figure] >= NEGLIGIBLE[figure];
  if (known === undefined) return { ...NOTHING, atLeast: FIGURES.filter(isWorthSaying) };
  if (food.per100G.fibreG !== undefined) return { ...most, atLeast: [] };
  return { ...most, fibreG: 0, atLeast: isWorthSaying('fibreG') ? ['fibreG'] : [] };
}

const WITHOUT_FIBRE: ReadonlySet<Aisle> = new Set<Aisle>(['dairy', 'eggs', 'meat', 'fish']);

/** Unknown fibre is at most all of the carbohydrate. */
function mostPer100G({ aisle, per100G: { sodiumG, ...figures } }: Food): Figures {
  const mostFibreG = WITHOUT_FIBRE.has(aisle) ? 0 : figures.carbohydrateG;
  return { ...figures, fibreG: figures.fibreG ?? mostFibreG, saltG: saltG(sodiumG) };
}

function mapFigures(valueOf: (figure: Figure) => number): Figures {
  return Object.fromEntries(FIGURES.map((figure) => [figure, valueOf(figure)])) as Figures;
}
