/** Links a typed meal to the recipe with exactly its title. Close matches are only suggested, never taken. */
import { isSameMeal, type Meal, mealAt } from '#domain/plan/plan.ts';
import type { ResponseOf } from '#http/app-api.ts';
import type { WarnedCard } from '#http/endpoints/recipe/recipe-schemas.ts';
import { api } from '#web/base/api.ts';
import { plans } from '#web/data/sync.ts';
import type { Language } from '#languages/language.ts';
import type { Translation } from '#web/base/i18n/translation.ts';
import { linkRecipe, type SlotContent } from './plan-commands.ts';

type RecipesResponse = ResponseOf<'GET /app/api/recipes'>;

/** Of more recipes than this with the same title, only the first are compared. */
const MAX_RECIPES = 5;

/** After the meal was saved. Without network it stays without a recipe. */
export async function linkTitle(
  translation: Translation & { language: Language },
  placed: SlotContent & { meal: Meal },
): Promise<void> {
  const { description, kind } = placed.meal;
  if (kind || placed.meal.recipeId) return;
  const found = await findRecipes(description, translation.language).catch(() => undefined);
  const recipe = found && titledRecipe(found);
  const current = plans.current()?.planOf(placed.week).meals;
  // Somebody may have changed the slot meanwhile.
  if (!recipe || !current || !isSameMeal(mealAt(current, placed) ?? null, placed.meal)) return;
  linkRecipe(translation, placed, { ...placed.meal, recipeId: recipe.id, servings: recipe.servings });
}

export function findRecipes(
  search: string,
  language: Language,
  options: { signal?: AbortSignal } = {},
): Promise<RecipesResponse> {
  const query = { search: search.toWellFormed(), limit: `${MAX_RECIPES}`, language };
  return api('GET /app/api/recipes', { query, ...options });
}

/** The one recipe with this title. The family's own comes before the cookbook's; of two own ones, none is taken. */
export function titledRecipe({ recipes, sameTitle }: RecipesResponse): WarnedCard | undefined {
  const [first, second] = sameTitle.map((id) => recipes.find((recipe) => recipe.id === id));
  return first && (!second || (first.own && !second.own)) ? first : undefined;
}
