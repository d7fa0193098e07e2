/** What the dialog of a meal shows of its recipes: picture, whom it is not for, minutes, servings, and stars afterwards. */
import { cookedDishes, type Dish, dishesOf, type Meal } from '#domain/plan/plan.ts';
import { dishForText } from '#domain/preferences/variant-text.ts';
import { useTranslation, type Translation } from '#web/base/i18n/translation.ts';
import type { WeekPlace } from '#web/data/edit.ts';
import { usePlaceWarnings } from '#web/data/queries/meal-warnings.ts';
import { useRecipes, type WarnedRecipe } from '#web/data/queries/recipe-queries.ts';
import { DishPicture } from '#web/meals/picture/dish-picture.tsx';
import { showTime } from '#web/meals/recipe-text.ts';
import { Servings } from '#web/meals/servings.tsx';
import { Stars } from '#web/meals/stars.tsx';
import { MealSign } from '#web/meals/warnings/warning-sign.tsx';
import './meal-view.css';

type FactsProps = { place: WeekPlace; meal: Meal; isOver: boolean; onServings: (servings: number) => void };

export function MealFacts({ place, meal, isOver, onServings }: FactsProps) {
  const translation = useTranslation();
  const dishes = dishesOf(meal);
  const recipes = useRecipes([...new Set(dishes.flatMap(({ recipeId }) => recipeId ?? []))]);
  const { warnings, variantNames } = usePlaceWarnings(dishes, place);
  const main = recipeOf(recipes, meal);
  const minutes = minutesText(translation, meal, recipes);
  return (
    <div className="meal-facts">
      {main && <DishPicture className="meal-facts-picture" picture={main.picture} />}
      <MealSign meal={meal} warnings={warnings} variantNames={variantNames} isListed form="large" />
      {minutes && <p>{minutes}</p>}
      {main && <Servings servings={meal.servings ?? main.servings} onChange={onServings} />}
      {main && isOver && <Stars recipeId={main.id} />}
    </div>
  );
}

/** `Mia: pasta with butter` */
export function DishForSome({ place, dish }: { place: WeekPlace; dish: Dish }) {
  const { variantNames } = usePlaceWarnings([dish], place);
  return dishForText(dish, variantNames, useTranslation());
}

/** A dish that was merged into another has the other's id in the response. */
function recipeOf(recipes: readonly WarnedRecipe[], { recipeId }: Dish): WarnedRecipe | undefined {
  return recipes.find(({ id }) => id === recipeId);
}

/**
 * Dishes can be cooked side by side: the whole takes at least as long as the longest, and at most as long as all
 * together. Nothing is known of dishes without a recipe.
 */
function minutesText({ t }: Translation, meal: Meal, recipes: readonly WarnedRecipe[]): string | undefined {
  const dishes = cookedDishes(meal);
  const known = dishes.flatMap((dish) => recipeOf(recipes, dish) ?? []);
  if (known.length === 0) return undefined;
  const totals = known.map(({ totalMinutes }) => totalMinutes);
  const least = showTime(Math.max(...totals), t);
  const most = showTime(
    totals.reduce((sum, minutes) => sum + minutes, 0),
    t,
  );
  const time = known.length === 1 ? least : t('recipes.minutes-between', { least, most });
  const unknown = dishes.filter((dish) => !recipeOf(recipes, dish)).map(({ description }) => description);
  return unknown.length === 0 ? time : t('recipes.minutes-without', { time, dishes: unknown.join(', ') });
}
