/** The path of a meal's recipe with its servings. */
import type { Meal } from '#domain/plan/plan.ts';

export function recipePath({ recipeId, servings }: Meal): string {
  return `/recipes/${recipeId}${servings ? `?servings=${servings}` : ''}`;
}
