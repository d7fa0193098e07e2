/** What a family would notice in its weeks. The definitions are written by hand and use nothing that the planner computes. */
import type { Proposal } from '#domain/proposal/proposal.ts';
import type { Dish } from '#planner/model/dish.ts';
import { realCookbook } from '../families.ts';

/** The dishes that a proposal cooks. */
export function cookedDishes({ meals }: Proposal): Dish[] {
  return meals.flatMap((meal) => (meal.kind === 'cooked' ? [dishById(meal.recipeId)] : []));
}

const dishesById = new Map<string, Dish>();

function dishById(id: string): Dish {
  if (dishesById.size === 0) for (const dish of realCookbook().dishes) dishesById.set(dish.id, dish);
  const dish = dishesById.get(id);
  if (!dish) throw new Error(`unknown dish ${id}`);
  return dish;
}

/** Half of the non-staple foods shared, or two words of the title, or the same dish family. */
function isNearIdentical(first: Dish, second: Dish): boolean {
  if (first.dishFamily !== '' && first.dishFamily === second.dishFamily) return true;
  const words = titleWords(first);
  if ([...titleWords(second)].filter((word) => words.has(word)).length >= 2) return true;
  const [foods, others] = [bought(first), bought(second)];
  const shared = [...foods].filter((food) => others.has(food)).length;
  return shared > 0 && shared * 2 >= Math.min(foods.size, others.size);
}

const STOP_WORDS = new Set(['with', 'and', 'the', 'for', 'from']);

function titleWords({ title }: Dish): Set<string> {
  const words = title.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)));
}

function bought({ foods }: Dish): Set<string> {
  return new Set(foods.filter(({ isStaple }) => !isStaple).map(({ foodId }) => foodId));
}

export function nearIdenticalPairs(dishes: readonly Dish[]): number {
  let pairs = 0;
  for (const [at, dish] of dishes.entries()) {
    pairs += dishes.slice(at + 1).filter((later) => isNearIdentical(dish, later)).length;
  }
  return pairs;
}

const MEAT = ['beef', 'chicken', 'lamb', 'pork', 'turkey'];
const FISH = ['fish', 'seafood'];

export function hasMeat({ protein }: Dish): boolean {
  return MEAT.includes(protein);
}

export function hasFish({ protein }: Dish): boolean {
  return FISH.includes(protein);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

export function share(values: readonly boolean[]): number {
  return mean(values.map(Number));
}
