/** The menus of a family, and what a menu is for those who eat in a week. */
import type { Language } from '#languages/language.ts';
import { getFoods } from '#cookbook/foods.ts';
import type { Menu } from '#domain/plan/menu.ts';
import {
  type Dish,
  dishesIn,
  dishesOf,
  type Meal,
  mealAt,
  mapDishes,
  type Place,
  PLACES,
  withKnownRecipes,
} from '#domain/plan/plan.ts';
import type { Eater } from '#domain/preferences/preferences.ts';
import { eatersAt, isNobodyAt, servingsAt } from '#domain/preferences/servings.ts';
import type { VariantOffer } from '#domain/preferences/variant-offer.ts';
import { storedVariant } from '#domain/proposal/proposal.ts';
import { factsOfVariant } from '#domain/recipe-view/recipe-card.ts';
import type { AnyRecipe } from '#domain/recipe/book-recipe.ts';
import { dishFactsOf } from '#domain/recipe/recipe.ts';
import type { Week } from '#domain/week/week.ts';
import { findKnownRecipes, findRecipesOfMeals } from '#queries/recipe/family-recipes.ts';
import type { Db } from '#storage/schema.ts';
import { findMenu, readAllMenus } from '#storage/tables/plan/menus.ts';
import { readWeekPreferences } from './preferences.ts';
import { type MealWarnings, readMealWarnings, titleOfVariant, warningsAmong } from './warnings.ts';

/** Sorted by name. A dish whose recipe was deleted is a text. */
export async function readMenus(db: Db, family: string): Promise<Menu[]> {
  const menus: Menu[] = [];
  for await (const page of readAllMenus(db, family)) {
    for (const { id, name, meals } of page) {
      const known = await findKnownRecipes(db, family, dishesIn(meals));
      menus.push({ id, name, meals: withKnownRecipes(meals, known) });
    }
  }
  return menus.toSorted((first, second) => first.name.localeCompare(second.name));
}

/** `offers`: the variant of each dish that helps somebody there; the meal has it. */
export type FittedMeal = Place & { meal: Meal; offers: (VariantOffer | null)[]; isNobody: boolean };

export async function fitMenu(
  db: Db,
  family: string,
  id: string,
  { week, language }: { week: Week; language: Language },
): Promise<(MealWarnings & { meals: FittedMeal[] }) | undefined> {
  const menu = await findMenu(db, family, id);
  if (!menu) return undefined;
  const known = await findKnownRecipes(db, family, dishesIn(menu.meals));
  const meals = withKnownRecipes(menu.meals, known);
  const recipes = await findRecipesOfMeals(db, family, dishesIn(meals));
  const preferences = await readWeekPreferences(db, family, week);
  const { nameStyle: _style, ...warnings } = await readMealWarnings(db, family, dishesIn(meals), {
    week,
    language,
  });
  const fitted = PLACES.flatMap((place) => {
    const meal = mealAt(meals, place);
    if (!meal) return [];
    const settings = preferences.slotSettings[place.day]?.[place.slot] ?? {};
    const eaters = eatersAt(preferences, settings);
    const servings = servingsAt(preferences, settings);
    const isCooked = meal.kind !== 'eating-out';
    const offers = dishesOf(meal).map((dish) => {
      const recipe = dish.recipeId === undefined ? undefined : recipes.get(dish.recipeId);
      return (isCooked && recipe && offerOf(recipe, eaters, language)) || null;
    });
    const withEaters = mapDishes(meal, (dish) => {
      if (!isCooked || dish.recipeId === undefined) return dish;
      const offer = offers[dishesOf(meal).findIndex(({ recipeId }) => recipeId === dish.recipeId)];
      return withPeople(dish, servings, offer ?? undefined);
    });
    return [{ ...place, meal: withEaters, offers, isNobody: isNobodyAt(preferences, settings) }];
  });
  return { ...warnings, meals: fitted };
}

function offerOf(recipe: AnyRecipe, eaters: readonly Eater[], language: Language): VariantOffer | undefined {
  if (!recipe.variant) return undefined;
  const title = titleOfVariant(recipe.id, recipe.variant, language);
  const facts = factsOfVariant(recipe, recipe.variant, getFoods());
  return warningsAmong(eaters).offer(dishFactsOf(recipe, getFoods()), { title, facts });
}

/** Leftovers are cooked already. */
function withPeople<AnyDish extends Dish>(
  dish: AnyDish,
  servings: number,
  offer: VariantOffer | undefined,
): AnyDish {
  const variant = offer && { ...storedVariant(offer), servings: Math.min(offer.servings, servings) };
  return { ...dish, ...(dish.kind === undefined && { servings }), ...(variant && { variant }) };
}
