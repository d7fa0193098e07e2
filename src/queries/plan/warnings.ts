/** The warnings that a family sees at its dishes: at recipes, and at meals that are only typed. */
import { BASE_LANGUAGE, byLanguage, type ByLanguage, type Language } from '#languages/language.ts';
import { nameOfFood } from '#domain/food/food-catalogue.ts';
import { nextTurn } from '#storage/paging.ts';
import { getFoods } from '#cookbook/foods.ts';
import { findTranslation } from '#cookbook/translations.ts';
import { foodsInText } from '#domain/ingredient-line/foods-in-text.ts';
import type { Meal, Place } from '#domain/plan/plan.ts';
import {
  DEFAULT_PREFERENCES,
  type Eater,
  type NameStyle,
  type Preferences,
} from '#domain/preferences/preferences.ts';
import {
  type Absent,
  absentAt,
  absentIn,
  preferencesOfWeek,
} from '#domain/preferences/preferences-of-week.ts';
import { type DishFacts, factsOfFoods } from '#domain/food/dish-facts.ts';
import { type VariantOffer, variantOffer } from '#domain/preferences/variant-offer.ts';
import { styledVariantNames, type VariantNames } from '#domain/preferences/variant-text.ts';
import {
  hasRules,
  factsWithVariant,
  variantKey,
  type Warning,
  type WarningsByMeal,
  warningsFor,
  withNameStyle,
} from '#domain/preferences/warnings.ts';
import type { Variant } from '#domain/recipe/book-recipe.ts';
import { factsOfVariant, type RecipeCard } from '#domain/recipe-view/recipe-card.ts';
import { dishFactsOf } from '#domain/recipe/recipe.ts';
import type { Week } from '#domain/week/week.ts';
import { readWeekExceptions } from '#storage/tables/plan/week-exceptions.ts';
import { findPreferences } from '#storage/tables/plan/preferences.ts';
import type { Db } from '#storage/schema.ts';
import { findRecipesOfMeals } from '#queries/recipe/family-recipes.ts';

type MealText = Pick<Meal, 'description' | 'recipeId'>;

/** Warns about dishes on behalf of a family, and offers their variants. */
export type FamilyWarnings = {
  warn: (dish: DishFacts) => Warning[];
  /** Undefined if the variant helps nobody. */
  offer: (dish: DishFacts, variant: { title: string; facts: DishFacts }) => VariantOffer | undefined;
};

/** What is said about a family's meals: whom they are not for, who is absent, and who gets their variants. */
export type MealWarnings = { warnings: WarningsByMeal; absent: Absent; variantNames: VariantNames };

/**
 * `week`: the week of the meals. Without it, neither its guests nor its absences count. `language`: the language of the
 * titles of variants, which must be open.
 */
type Reading = { week?: Week | undefined; language?: Language | undefined };

/** With the guests of a week, if one is given; only of those who eat in a place of it, if that is given too. */
export async function readFamilyWarnings(
  db: Db,
  family: string,
  week?: Week,
  place?: Place,
): Promise<FamilyWarnings> {
  const preferences = await readPreferencesIn(db, family, week);
  const absent = place ? absentAt(preferences, place) : [];
  return warningsAmong(preferences.eaters.filter(({ id }) => !absent.includes(id)));
}

export function warningsAmong(eaters: readonly Eater[]): FamilyWarnings {
  const warn = (dish: DishFacts) => warningsForEaters(eaters, dish);
  return {
    warn,
    offer(dish, { title, facts }) {
      const ofDish = warn(dish);
      if (ofDish.length === 0) return undefined;
      return variantOffer(title, { ofDish, ofVariant: warn(factsWithVariant(dish, facts)) }, eaters);
    },
  };
}

/** Whether nobody is warned of the recipe, or nobody of it with its variant. */
export function fitsFamily(card: RecipeCard, { warn, offer }: FamilyWarnings): boolean {
  return warn(card).length === 0 || (card.variant && offer(card, card.variant)?.warnings.length) === 0;
}

export async function readMealWarnings(
  db: Db,
  family: string,
  meals: readonly MealText[],
  { week, language = BASE_LANGUAGE }: Reading = {},
): Promise<MealWarnings & { nameStyle: NameStyle }> {
  const preferences = await readPreferencesIn(db, family, week);
  const { eaters, nameStyle = 'names' } = preferences;
  const names = Object.fromEntries(eaters.map(({ id, name }) => [id, name]));
  const absent = week === undefined ? {} : absentIn(preferences);
  // Most families need neither the cookbook nor the food catalogue here.
  if (!eaters.some(hasRules)) {
    return { warnings: {}, variantNames: { titles: {}, eaters: names }, nameStyle, absent };
  }
  const recipes = await findRecipesOfMeals(db, family, meals);
  const byMeal = new Map<string, Warning[]>();
  const titles = new Map<string, string>();
  for (const { description, recipeId } of meals) {
    await nextTurn();
    const recipe = recipeId === undefined ? undefined : recipes.get(recipeId);
    const facts = recipe ? dishFactsOf(recipe, getFoods()) : factsOfText(description);
    const warnings = warningsForEaters(eaters, facts);
    if (warnings.length > 0) byMeal.set(recipeId ?? description, warnings);
    if (recipeId === undefined || !recipe?.variant) continue;
    titles.set(recipeId, titleOfVariant(recipeId, recipe.variant, language));
    const inKitchen = factsWithVariant(facts, factsOfVariant(recipe, recipe.variant, getFoods()));
    const ofVariant = warningsForEaters(eaters, inKitchen);
    // An empty list says that the variant is for everyone, although the dish is not.
    if (warnings.length + ofVariant.length > 0) byMeal.set(variantKey(recipeId), ofVariant);
  }
  const variantNames = { titles: Object.fromEntries(titles), eaters: names };
  return { warnings: Object.fromEntries(byMeal), variantNames, nameStyle, absent };
}

export function titleOfVariant(
  recipeId: string,
  { title }: Pick<Variant, 'title'>,
  language: Language,
): string {
  return findTranslation(recipeId, language)?.variant?.title ?? title;
}

/** For displays, prints and shared links, in the style that the family has chosen. */
export async function readStyledMealWarnings(
  db: Db,
  family: string,
  meals: readonly MealText[],
  reading: Reading & { week: Week },
): Promise<MealWarnings> {
  const { warnings, variantNames, nameStyle, absent } = await readMealWarnings(db, family, meals, reading);
  const styled = Object.entries(warnings).map(([meal, found]) => [meal, withNameStyle(found, nameStyle)]);
  return {
    warnings: Object.fromEntries(styled),
    variantNames: styledVariantNames(variantNames, nameStyle),
    absent,
  };
}

/** Of a week, or else the standing ones. */
async function readPreferencesIn(db: Db, family: string, week: Week | undefined): Promise<Preferences> {
  const { preferences = DEFAULT_PREFERENCES } = (await findPreferences(db, family)) ?? {};
  if (week === undefined) return preferences;
  return preferencesOfWeek(preferences, (await readWeekExceptions(db, family, week)).exceptions, week);
}

/** A typed text is not a list of ingredients: what it does not name is not warned of. */
function factsOfText(text: string): DishFacts {
  return factsOfFoods(foodsInText(text, getFoods().findByKey), 0);
}

/** A dislike names a food or one of its groups. */
function warningsForEaters(eaters: readonly Eater[], dish: DishFacts): Warning[] {
  return warningsFor(eaters, { ...dish, foodIds: getFoods().withGroups(dish.foodIds) }, nameFood);
}

/** Of a food by its id, or of a food group by its key. */
function nameFood(foodId: string): ByLanguage<string> {
  const group = getFoods().findGroup(foodId);
  return group
    ? byLanguage((language) => group.names[language][0] ?? foodId)
    : nameOfFood(foodId, getFoods());
}
