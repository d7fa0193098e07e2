/** Links a typed meal to the recipe with exactly its title. Close matches are only suggested, never taken. */
import { type Dish, isSameMeal, mapDishes, type Meal, mealAt } from '#domain/plan/plan.ts';
import type { ResponseOf } from '#http/app-api.ts';
import type { WarnedCard } from '#http/endpoints/recipe/recipe-schemas.ts';
import { api } from '#web/base/api.ts';
import { plans } from '#web/data/sync.ts';
import type { WeekPlace } from '#web/data/edit.ts';
import type { Language } from '#languages/language.ts';
import type { Translation } from '#web/base/i18n/translation.ts';
import { linkRecipe, type SlotContent } from './plan-commands.ts';

type RecipesResponse = ResponseOf<'GET /app/api/recipes'>;

/** Of more recipes than this with the same title, only the first are compared. */
const MAX_RECIPES = 5;

/** After the meal was saved; `typed` are dishes of it. Without network they stay without a recipe. */
export async function linkTitles(
  translation: Translation & { language: Language },
  placed: SlotContent & { meal: Meal },
  typed: readonly Dish[],
): Promise<void> {
  const found = new Map<string, WarnedCard>();
  const find = async ({ description }: Dish) => {
    const response = await findRecipes(description, translation.language).catch(() => undefined);
    const recipe = response && titledRecipe(response);
    if (recipe) found.set(description, recipe);
  };
  await Promise.all(typed.filter(canLink).map(find));
  const current = plans.current()?.planOf(placed.week).meals;
  // Somebody may have changed the slot meanwhile.
  if (found.size === 0 || !current || !isSameMeal(mealAt(current, placed) ?? null, placed.meal)) return;
  const linked = mapDishes(placed.meal, (dish) => {
    const recipe = canLink(dish) && found.get(dish.description);
    return recipe ? { ...dish, recipeId: recipe.id, servings: recipe.servings } : dish;
  });
  linkRecipe(translation, placed, linked, [...found.keys()].join(', '));
}

function canLink({ kind, recipeId }: Dish): boolean {
  return kind === undefined && recipeId === undefined;
}

export type SearchOptions = {
  limit?: number | undefined;
  /** Warnings are for those who eat there in that week. */
  place?: WeekPlace | undefined;
};

export function findRecipes(
  search: string,
  language: Language,
  { limit = MAX_RECIPES, place, ...options }: SearchOptions & { signal?: AbortSignal } = {},
): Promise<RecipesResponse> {
  const { week, day, slot } = place ?? {};
  const query = { search: search.toWellFormed(), limit: `${limit}`, week, day, slot, language };
  return api('GET /app/api/recipes', { query, ...options });
}

/** The one recipe with this title. The family's own comes before the cookbook's; of two own ones, none is taken. */
export function titledRecipe({ recipes, sameTitle }: RecipesResponse): WarnedCard | undefined {
  const [first, second] = sameTitle.map((id) => recipes.find((recipe) => recipe.id === id));
  return first && (!second || (first.own && !second.own)) ? first : undefined;
}
