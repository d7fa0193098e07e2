/**
 * Appeal: how much an eater likes a dish, from -2 to 2, where 0 is neutral. The eater's own stars decide. For a dish
 * without stars, the eater's stars for dishes of the same protein, cuisine, form and main food say what to expect.
 */
import type { Dish } from '#planner/model/dish.ts';

const NEUTRAL_STARS = 3;
const MAX_APPEAL = 2;
/** How much the stars of similar dishes count. Together a little more than one dish of the same kind. */
const WEIGHTS = { protein: 0.35, cuisine: 0.25, form: 0.15, mainFood: 0.35 };
const FEATURE_WEIGHTS = Object.values(WEIGHTS);

type Sum = { total: number; count: number };

/** `stars`: those of the eater, by recipe. `dishes`: all that the eater may have rated. */
export function appealTo(
  stars: ReadonlyMap<string, number>,
  dishes: readonly Dish[],
): (dish: Dish) => number {
  const sums = FEATURE_WEIGHTS.map(() => new Map<string, Sum>());
  let hasStars = false;
  for (const dish of dishes) {
    const given = stars.get(dish.id);
    if (given === undefined) continue;
    hasStars = true;
    for (const [index, value] of featuresOf(dish).entries()) add(sums[index], value, given);
  }
  return (dish) => {
    const given = stars.get(dish.id);
    if (given !== undefined) return given - NEUTRAL_STARS;
    if (!hasStars) return 0;
    let appeal = 0;
    const own = featuresOf(dish);
    for (let index = 0; index < own.length; index += 1) {
      const sum = sums[index]?.get(own[index] as string);
      // The mean, drawn towards neutral while there are few stars: mean × n / (n + 1).
      if (sum) appeal += ((FEATURE_WEIGHTS[index] as number) * sum.total) / (sum.count + 1);
    }
    return Math.max(-MAX_APPEAL, Math.min(MAX_APPEAL, appeal));
  };
}

/** In the order of the weights; empty if the dish has none. Cached, because thousands of dishes are compared. */
function featuresOf(dish: Dish): readonly string[] {
  const known = features.get(dish);
  if (known) return known;
  const { protein, cuisine, form, mainFood } = dish;
  const found = [protein === 'none' ? '' : protein.toLowerCase(), cuisine.toLowerCase(), form, mainFood];
  features.set(dish, found);
  return found;
}

const features = new WeakMap<Dish, readonly string[]>();

function add(sums: Map<string, Sum> | undefined, value: string, given: number): void {
  if (value === '') return;
  const sum = sums?.get(value) ?? { total: 0, count: 0 };
  sum.total += given - NEUTRAL_STARS;
  sum.count += 1;
  sums?.set(value, sum);
}
