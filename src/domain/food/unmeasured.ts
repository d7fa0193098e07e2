/** Foods that a line gives no amount of: "salt to taste", "oil for frying". How much a serving may have of them. */
import type { Aisle, Food } from './food.ts';

/** More than a cook takes for one serving. */
const MOST_GRAMS: { readonly [aisle in Aisle]?: number } = {
  spices: 1,
  herbs: 5,
  oils: 15,
  condiments: 15,
  baking: 15,
  sweets: 15,
};
const MOST_OF_OTHERS_G = 50;

export function mostUnmeasuredGrams({ aisle }: Pick<Food, 'aisle'>): number {
  return MOST_GRAMS[aisle] ?? MOST_OF_OTHERS_G;
}
