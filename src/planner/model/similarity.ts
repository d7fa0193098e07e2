/**
 * Near-identical dishes: those that a family would not like to see twice in a week. They have the same dish family, share
 * two words of the title, or share half of the foods that are bought for the dish with fewer of them.
 */
import type { Dish } from './dish.ts';

const SHARED_TITLE_WORDS = 2;

/** For each dish the indices of the other dishes among these that are near-identical to it. */
export function nearIdenticalDishes(dishes: readonly Dish[], among: readonly Dish[] = dishes): number[][] {
  const foods = among.map(boughtFoods);
  const sharedFoods = sharedCounter(foods);
  const sharedWords = sharedCounter(among.map(({ titleWords }) => titleWords));
  const sharedFamily = sharedCounter(among.map(familyWords));
  const isNear = new Uint8Array(among.length);
  return dishes.map((dish) => {
    const near: number[] = [];
    const add = (other: number): void => {
      if (isNear[other] === 1 || among[other]?.id === dish.id) return;
      isNear[other] = 1;
      near.push(other);
    };
    const own = boughtFoods(dish);
    sharedFamily(familyWords(dish), add);
    sharedWords(dish.titleWords, (other, shared) => {
      if (shared >= SHARED_TITLE_WORDS) add(other);
    });
    sharedFoods(own, (other, shared) => {
      if (2 * shared >= Math.min(own.length, foods[other]?.length ?? 0)) add(other);
    });
    for (const other of near) isNear[other] = 0;
    return near;
  });
}

function boughtFoods({ foods }: Dish): string[] {
  return foods.filter(({ isStaple }) => !isStaple).map(({ foodId }) => foodId);
}

function familyWords({ dishFamily }: Dish): string[] {
  return dishFamily === '' ? [] : [dishFamily];
}

type Visit = (list: number, shared: number) => void;

/** Returns a function that visits each list which shares words with the given ones, with the number of them. */
function sharedCounter(
  lists: readonly (readonly string[])[],
): (words: readonly string[], visit: Visit) => void {
  const listsWith = new Map<string, number[]>();
  for (const [index, words] of lists.entries()) {
    for (const word of words) listsWith.getOrInsertComputed(word, () => []).push(index);
  }
  const shared = new Int32Array(lists.length);
  return (words, visit) => {
    const touched: number[] = [];
    for (const word of words) {
      for (const list of listsWith.get(word) ?? []) {
        const count = shared[list] as number;
        if (count === 0) touched.push(list);
        shared[list] = count + 1;
      }
    }
    for (const list of touched) {
      visit(list, shared[list] as number);
      shared[list] = 0;
    }
  };
}
