/** The path of a dish's recipe with its servings. */
import type { Dish } from '#domain/plan/plan.ts';

export function recipePath({ recipeId, servings }: Dish, page: '' | '/cook' = ''): string {
  return `/recipes/${recipeId}${page}${servings ? `?servings=${servings}` : ''}`;
}
