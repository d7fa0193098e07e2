/** A recipe as shown while cooking, in the reader's language, scaled to any number of servings. */
import { describeDish, describeVariant } from '#domain/dish-picture/describe-dish.ts';
import type { Cost, Prices } from '#domain/food/cost.ts';
import { costPerServing } from '#domain/recipe/cost.ts';
import { type FoodCatalogue, nameOfFood } from '#domain/food/food-catalogue.ts';
import { type Diet, DIETS } from '#domain/food/food.ts';
import {
  type IngredientLine,
  type LineRecipe,
  plainLine,
  type UnderstoodLine,
} from '#domain/ingredient-line/ingredient-line.ts';
import { type Nutrition, nutritionPerServing } from '#domain/recipe/nutrition.ts';
import type { StepIngredient } from '#domain/cooking/step-ingredients.ts';
import { fraction, fractionNumber, multiply } from '#domain/quantity/fraction.ts';
import { type Language } from '#languages/language.ts';
import { type BookRecipe, isLeftOut, type Translation, type Variant } from '#domain/recipe/book-recipe.ts';
import { isHeadingLine } from '#domain/recipe/headings.ts';
import { type LineStatus, statusOfLine } from './line-status.ts';
import { type Scale, scaleLine } from './scaled-line.ts';
import { factsOf, type RecipeCard, type RecipeFacts } from './recipe-card.ts';
import { readReference } from '#domain/recipe/recipe-reference.ts';
import { writtenLines } from '#domain/recipe/sub-recipes.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import { dietsOf, type Recipe } from '#domain/recipe/recipe.ts';

type IngredientView = LineStatus & {
  readonly text: string;
  readonly isUnderstood: boolean;
  readonly foodId?: string;
  /** The line, scaled. */
  readonly shown: string;
  /** The recipe that it stands for, and how many servings of it are shown. Without a title it is gone, or cannot be used. */
  readonly recipe?: { readonly id: string; readonly title?: string; readonly servings?: number };
  /** The line has an amount that could not be scaled: it is that of the recipe's own servings. */
  readonly isUnscaled?: true;
  /** The number of servings that it is for, where the others are of the variant. */
  readonly forServings?: number;
};

/** The same dish with other foods, in words. */
type VariantView = {
  readonly title: string;
  /** The foods that are left out. */
  readonly without: readonly string[];
  /** What takes their place, scaled. */
  readonly ingredients: readonly string[];
  readonly step: string;
  /** The number of the step that it changes, from 0: the first that uses what is left out, or else the last. */
  readonly atStep: number;
  /** The diets that only the variant fits. */
  readonly diets: readonly Diet[];
  readonly picture: string;
  /** The number of servings of it, where the others are of the dish. */
  readonly servings?: number;
};

/** What the book says about its own recipes. */
type BookFacts = Pick<BookRecipe, 'isForChildren' | 'freezes' | 'isForLunchbox'>;

export type RecipeView = Omit<Recipe, 'ingredients'> &
  RecipeFacts &
  Partial<BookFacts> &
  Pick<RecipeCard, 'own' | 'picture'> & {
    /** The servings that the lines are scaled to; `servings` is the recipe's own number. */
    readonly shownServings: number;
    readonly ingredients: readonly IngredientView[];
    /** What each step uses. */
    readonly stepIngredients: readonly (readonly StepIngredient[])[];
    readonly variant?: VariantView | undefined;
    /** Of one serving. */
    readonly nutrition: Nutrition;
    /** Of one serving, by the family's prices. */
    readonly cost: Cost;
    /** Only for the family's own recipes. */
    readonly source?: RecipeSource;
    readonly version?: number;
  };

type ViewOptions = {
  own: boolean;
  stepIngredients: readonly (readonly StepIngredient[])[];
  shownServings?: number | undefined;
  /** How many of them are of the variant. Absent where its lines are for all. */
  variantServings?: number | undefined;
  prices: Prices;
  language: Language;
  /** The words in that language, if the book has them. */
  translation?: Translation | undefined;
};

/** Nutrition, cost, allergens and diets are those of the recipe in every language: a German spoon is rounded. */
export function viewOf(
  recipe: Recipe | BookRecipe,
  {
    own,
    stepIngredients: uses,
    shownServings = recipe.servings,
    variantServings,
    prices,
    language,
    translation,
  }: ViewOptions,
  foods: FoodCatalogue,
): RecipeView {
  const { id, servings, activeMinutes, totalMinutes, meals, course, cuisine, protein, season, keeps } =
    recipe;
  const facts = { meals, course, cuisine, protein, season, keeps, activeMinutes, totalMinutes };
  const scaleTo = (wanted: number): Scale => ({ times: fraction(wanted, servings), language, foods });
  const { title, steps } = translation ?? recipe;
  const ingredients = writtenLines(translation ?? recipe);
  const book = 'variant' in recipe ? recipe : undefined;
  const ofVariant = book?.variant && variantServings && Math.min(variantServings, shownServings);
  const viewScaled = (line: IngredientLine): IngredientView => {
    if (!ofVariant || !book?.variant || !isLeftOut(line, book.variant))
      return viewLine(line, scaleTo(shownServings));
    const forServings = shownServings - ofVariant;
    return { ...viewLine(line, scaleTo(forServings || shownServings)), forServings };
  };
  return {
    id,
    title,
    own,
    ...facts,
    servings,
    shownServings,
    steps,
    stepIngredients: uses,
    // The facts are those of the recipe's own lines: remarks in another language need not be understood.
    ingredients: ingredients.map((line) => {
      const own = translation ? recipe.ingredients.find(({ text }) => text === line.source) : line;
      return { ...viewScaled(line), ...(own && statusOfLine(own, foods)) };
    }),
    ...('formerIds' in recipe && bookFactsOf(recipe)),
    ...(book?.variant && {
      variant: {
        ...viewVariant(translation?.variant ?? book.variant, scaleTo(ofVariant || shownServings)),
        ...(ofVariant && { servings: ofVariant }),
        atStep: stepOfVariant({ ingredients, steps, uses }, book.variant),
        diets: newDietsOf(book, book.variant, foods),
        picture: describeVariant(book, book.variant, foods),
      },
    }),
    picture: describeDish(recipe, foods),
    nutrition: nutritionPerServing(recipe, foods),
    cost: costPerServing(recipe, foods, prices),
    ...factsOf(recipe, foods),
  };
}

function bookFactsOf({ isForChildren, freezes, isForLunchbox }: BookRecipe): BookFacts {
  return { isForChildren, freezes, isForLunchbox };
}

/** The diets that only the variant fits. */
function newDietsOf(recipe: Recipe, { without, ingredients }: Variant, foods: FoodCatalogue): Diet[] {
  const others = recipe.ingredients.filter(({ understood }) => !without.includes(understood?.food ?? ''));
  const { fits } = dietsOf({ ingredients: [...others, ...ingredients] }, foods);
  const before = dietsOf(recipe, foods).fits;
  return DIETS.filter((diet) => fits.has(diet) && !before.has(diet));
}

function viewVariant(
  { title, without, ingredients, step }: Variant,
  scale: Scale,
): Omit<VariantView, 'atStep' | 'diets' | 'picture'> {
  return {
    title,
    without: without.map((id) => nameOfFood(id, scale.foods)[scale.language]),
    ingredients: ingredients.map((line) => scaleLine(line, scale) ?? line.text),
    step,
  };
}

function stepOfVariant(
  {
    ingredients,
    steps,
    uses,
  }: Pick<Recipe, 'ingredients' | 'steps'> & { uses: readonly (readonly StepIngredient[])[] },
  variant: Variant,
): number {
  const isChanged = ({ line }: StepIngredient) => {
    const used = ingredients[line];
    return used !== undefined && isLeftOut(used, variant);
  };
  const first = uses.findIndex((ofStep) => ofStep.some(isChanged));
  return first >= 0 ? first : steps.findLastIndex((step) => !isHeadingLine(step));
}

function viewLine(line: IngredientLine, scale: Scale): IngredientView {
  const { text, understood, recipe } = line;
  const shown = scaleLine(recipe ? { text, understood: understoodReference(text) } : line, scale);
  return {
    text,
    isUnderstood: understood !== undefined,
    ...(understood && { foodId: understood.food }),
    ...(recipe && { recipe: viewOfRecipe(recipe, scale) }),
    shown: shown ?? text,
    ...(shown === undefined && { isUnscaled: true }),
  };
}

/** Only its amount is scaled. "Pizza dough" is one batch, which the line does not say. */
function understoodReference(text: string): UnderstoodLine | undefined {
  const { quantity } = readReference(text);
  return quantity && plainLine('', quantity);
}

const MAX_SERVINGS = 99;

function viewOfRecipe({ id, title, servings }: LineRecipe, { times }: Scale) {
  const shown = servings && Math.ceil(fractionNumber(multiply(servings, times)));
  return {
    id,
    ...(title !== undefined && { title }),
    ...(shown !== undefined && { servings: Math.min(shown, MAX_SERVINGS) }),
  };
}
