/** The address of a meal's recipe, shown for as many as eat it. */
import type { Meal } from '#domain/plan/plan.ts';

export function recipePath({ recipeId, servings }: Meal): string {
  return `/recipes/${recipeId}${servings ? `?servings=${servings}` : ''}`;
}
