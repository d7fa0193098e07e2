/**
 * Near-identical dishes: those that a family would not like to see twice in a week. They have the same dish family, share
 * two words of the title, or share half of the foods that are bought for the dish with fewer of them.
 */
import type { Dish } from './dish.ts';

/** For each dish the indices of the other dishes among these that are near-identical to it, ascending. */
export function nearIdenticalDishes(dishes: readonly Dish[], among: readonly Dish[] = dishes): number[][] {
  const foodsAmong = among.map(boughtFoods);
  const byFood = postings(foodsAmong);
  const byWord = postings(among.map(({ titleWords }) => titleWords));
  const byFamily = postings(among.map(({ dishFamily }) => (dishFamily === '' ? [] : [dishFamily])));
  return dishes.map((dish) => {
    const own = boughtFoods(dish);
    const near = new Set<number>(byFamily.get(dish.dishFamily));
    for (const [other, shared] of sharedCounts(dish.titleWords, byWord)) if (shared >= 2) near.add(other);
    for (const [other, shared] of sharedCounts(own, byFood)) {
      if (2 * shared >= Math.min(own.length, (foodsAmong[other] as string[]).length)) near.add(other);
    }
    return [...near].filter((other) => among[other]?.id !== dish.id).toSorted((one, other) => one - other);
  });
}

export function boughtFoods({ foods }: Dish): string[] {
  return foods.filter(({ isStaple }) => !isStaple).map(({ foodId }) => foodId);
}

/** For each word the dishes that have it. */
function postings(wordsOfDishes: readonly (readonly string[])[]): Map<string, number[]> {
  const byWord = new Map<string, number[]>();
  for (const [index, words] of wordsOfDishes.entries()) {
    for (const word of words) {
      const found = byWord.get(word);
      if (found) found.push(index);
      else byWord.set(word, [index]);
    }
  }
  return byWord;
}

/** How many of the words each dish has that has at least one. */
function sharedCounts(
  words: readonly string[],
  byWord: ReadonlyMap<string, readonly number[]>,
): Map<number, number> {
  const counts = new Map<number, number>();
  for (const word of words) {
    for (const index of byWord.get(word) ?? []) counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return counts;
}
