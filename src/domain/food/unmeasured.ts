/** Foods that a line gives no amount of: "salt to taste", "oil for frying". How much a serving may have of them. */
import type { Aisle, Food } from './food.ts';

/** More than a cook takes for one serving. */
const MAX_GRAMS: { readonly [aisle in Aisle]?: number } = {
  spices: 1,
  herbs: 5,
  oils: 15,
  condiments: 15,
  baking: 15,
  sweets: 15,
};
const MAX_OTHER_GRAMS = 50;

export function maxUnmeasuredGrams({ aisle }: Pick<Food, 'aisle'>): number {
  return MAX_GRAMS[aisle] ?? MAX_OTHER_GRAMS;
}
