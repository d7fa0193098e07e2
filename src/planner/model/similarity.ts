/**
 * Near-identical dishes: those that a family would not like to see twice in a week. They have the same dish family, share
 * two words of the title, or share half of the foods that are bought for the dish with fewer of them.
 */
import type { Dish } from './dish.ts';

const SHARED_TITLE_WORDS = 2;

/** For each dish the indices of the dishes that are near-identical to it, ascending. */
export function nearIdenticalDishes(dishes: readonly Dish[]): number[][] {
  const near = dishes.map(() => new Set<number>());
  const foods = dishes.map(boughtFoods);
  const link = (one: number, other: number): void => {
    near[one]?.add(other);
    near[other]?.add(one);
  };
  const families = dishes.map(({ dishFamily }) => (dishFamily === '' ? [] : [dishFamily]));
  forSharing(families, link);
  forSharing(
    dishes.map(({ titleWords }) => titleWords),
    (one, other, shared) => {
      if (shared >= SHARED_TITLE_WORDS) link(one, other);
    },
  );
  forSharing(foods, (one, other, shared) => {
    const [count, otherCount] = [foods[one]?.length ?? 0, foods[other]?.length ?? 0];
    if (2 * shared >= Math.min(count, otherCount)) link(one, other);
  });
  return near.map((found) => [...found].toSorted((one, other) => one - other));
}

function boughtFoods({ foods }: Dish): string[] {
  return foods.filter(({ isStaple }) => !isStaple).map(({ foodId }) => foodId);
}

/** Calls `visit` for each pair of lists that share words, the later list first, with the number of shared words. */
function forSharing(
  lists: readonly (readonly string[])[],
  visit: (one: number, other: number, shared: number) => void,
): void {
  const listsWith = new Map<string, number[]>();
  const shared = new Int32Array(lists.length);
  for (const [index, words] of lists.entries()) {
    const touched: number[] = [];
    for (const word of words) {
      const earlier = listsWith.get(word);
      if (!earlier) {
        listsWith.set(word, [index]);
        continue;
      }
      for (const other of earlier) {
        const count = shared[other] as number;
        if (count === 0) touched.push(other);
        shared[other] = count + 1;
      }
      earlier.push(index);
    }
    for (const other of touched) {
      visit(index, other, shared[other] as number);
      shared[other] = 0;
    }
  }
}
