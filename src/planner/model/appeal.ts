/**
 * Appeal: how much an eater likes a dish, from -2 to 2, where 0 is neutral. The eater's own stars decide. For a dish
 * without stars, the eater's stars for dishes of the same protein, cuisine, form and main food say what to expect.
 */
import type { Dish } from './dish.ts';
import { findByRecipe, type PlanningTask } from './task.ts';

const NEUTRAL_STARS = 3;
const MAX_APPEAL = 2;
/** How much the stars of similar dishes count. Together a little more than one dish of the same kind. */
const FEATURES = [
  { weight: 0.35, valueOf: ({ protein }: Dish) => (protein === 'none' ? '' : protein.toLowerCase()) },
  { weight: 0.25, valueOf: ({ cuisine }: Dish) => cuisine.toLowerCase() },
  { weight: 0.15, valueOf: ({ form }: Dish): string => form },
  { weight: 0.35, valueOf: ({ mainFood }: Dish) => mainFood },
];

type Stars = PlanningTask['stars'][string];
type Sum = { total: number; count: number };

/** `dishes`: all that the eater may have rated. */
export function appealTo(stars: Stars, dishes: readonly Dish[]): (dish: Dish) => number {
  const sums = FEATURES.map(() => new Map<string, Sum>());
  let hasStars = false;
  for (const dish of dishes) {
    const given = findByRecipe(stars, dish.id);
    if (given === undefined) continue;
    hasStars = true;
    for (const [index, { valueOf }] of FEATURES.entries()) add(sums[index], valueOf(dish), given);
  }
  return (dish) => {
    const given = findByRecipe(stars, dish.id);
    if (given !== undefined) return given - NEUTRAL_STARS;
    if (!hasStars) return 0;
    let appeal = 0;
    for (const [index, { weight, valueOf }] of FEATURES.entries()) {
      const value = valueOf(dish);
      const sum = value === '' ? undefined : sums[index]?.get(value);
      // The mean, drawn towards neutral while there are few stars: mean × n / (n + 1).
      if (sum) appeal += (weight * sum.total) / (sum.count + 1);
    }
    return Math.max(-MAX_APPEAL, Math.min(MAX_APPEAL, appeal));
  };
}

function add(sums: Map<string, Sum> | undefined, value: string, given: number): void {
  const sum = sums?.get(value) ?? { total: 0, count: 0 };
  sum.total += given - NEUTRAL_STARS;
  sum.count += 1;
  sums?.set(value, sum);
}
