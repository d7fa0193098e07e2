/** All routes of the public API: those with cached responses, and those that go through the framework. */
import { publicMealPlanRoutes } from './meal-plans.ts';
import { publicRecipeRoutes } from './recipes.ts';
import { eventRoutes } from './routes/events.ts';
import { mealPlanRoutes } from './routes/meal-plans.ts';
import { pantryRoutes } from './routes/pantry.ts';
import { recipeRoutes } from './routes/recipes.ts';
import { shoppingListRoutes } from './routes/shopping-lists.ts';
import { publicShoppingListRoutes } from './shopping-lists.ts';

export const PUBLIC_ROUTES = [...publicMealPlanRoutes, ...publicRecipeRoutes, ...publicShoppingListRoutes];
export const KEY_ROUTES = [
  ...mealPlanRoutes,
  ...recipeRoutes,
  ...shoppingListRoutes,
  ...pantryRoutes,
  ...eventRoutes,
];

/** The methods of a path that go through the framework. */
export function changesOf(path: string): ReadonlySet<string> {
  return new Set(KEY_ROUTES.filter((route) => route.path === path).map(({ method }) => method));
}

export function methodsOf(path: string): string[] {
  const own = [...changesOf(path)];
  const isRead = own.includes('GET') || PUBLIC_ROUTES.some((route) => route.path === path);
  return [...(isRead ? ['GET', 'HEAD'] : []), ...own.filter((method) => method !== 'GET')];
}
