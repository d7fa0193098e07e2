/**
 * Near-identical dishes: those that a family would not like to see twice in a week. They have the same dish family, share
 * two words of the title, or share half of the foods that are bought for the dish with fewer of them.
 */
import type { Dish } from '#planner/model/dish.ts';

const SHARED_TITLE_WORDS = 2;

/** For each dish the indices of the other dishes that are near-identical to it. */
export function nearIdenticalDishes(dishes: readonly Dish[]): number[][] {
  const index = similarityIndex(dishes.length);
  const near: number[][] = dishes.map(() => []);
  for (const [at, dish] of dishes.entries()) {
    for (const candidate of index.findNear(dish)) {
      near[at]?.push(candidate);
      near[candidate]?.push(at);
    }
    index.add(dish);
  }
  return near;
}

/** For each dish the indices of those among the others that are near-identical to it. */
export function nearIdenticalAmong(dishes: readonly Dish[], others: readonly Dish[]): number[][] {
  const index = similarityIndex(others.length);
  for (const other of others) index.add(other);
  return dishes.map((dish) => index.findNear(dish).filter((candidate) => others[candidate]?.id !== dish.id));
}

/** Dishes are numbered in the order in which they are added. */
function similarityIndex(maxDishes: number) {
  const families = sharedCounter(maxDishes);
  const words = sharedCounter(maxDishes);
  const foods = sharedCounter(maxDishes);
  const foodCounts = new Int32Array(maxDishes);
  const isNear = new Uint8Array(maxDishes);
  let count = 0;
  return {
    add(dish: Dish): void {
      const bought = boughtFoods(dish);
      families.add(count, familyWords(dish));
      words.add(count, dish.titleWords);
      foods.add(count, bought);
      foodCounts[count] = bought.length;
      count += 1;
    },
    /** The near-identical ones among the added dishes. */
    findNear(dish: Dish): number[] {
      const near: number[] = [];
      const addNear = (candidate: number): void => {
        if (isNear[candidate] === 1) return;
        isNear[candidate] = 1;
        near.push(candidate);
      };
      const bought = boughtFoods(dish);
      families.visit(familyWords(dish), addNear);
      words.visit(dish.titleWords, (candidate, shared) => {
        if (shared >= SHARED_TITLE_WORDS) addNear(candidate);
      });
      foods.visit(bought, (candidate, shared) => {
        if (2 * shared >= Math.min(bought.length, foodCounts[candidate] as number)) addNear(candidate);
      });
      for (const candidate of near) isNear[candidate] = 0;
      return near;
    },
  };
}

function boughtFoods({ foods }: Dish): string[] {
  return foods.filter(({ isStaple }) => !isStaple).map(({ foodId }) => foodId);
}

function familyWords({ dishFamily }: Dish): string[] {
  return dishFamily === '' ? [] : [dishFamily];
}

/** Counts how many words lists have in common. */
function sharedCounter(maxLists: number) {
  const listsWith = new Map<string, number[]>();
  const shared = new Int32Array(maxLists);
  return {
    add(list: number, words: readonly string[]): void {
      for (const word of words) listsWith.getOrInsertComputed(word, () => []).push(list);
    },
    /** Visits each added list that shares words with the given ones, with the number of them. */
    visit(words: readonly string[], visitor: (list: number, shared: number) => void): void {
      const touched: number[] = [];
      for (const word of words) {
        for (const list of listsWith.get(word) ?? []) {
          const count = shared[list] as number;
          if (count === 0) touched.push(list);
          shared[list] = count + 1;
        }
      }
      for (const list of touched) {
        visitor(list, shared[list] as number);
        shared[list] = 0;
      }
    },
  };
}
