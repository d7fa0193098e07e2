/** Which sets of preference changes an offer tries, and in which order. */
import type { PreferenceChange } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import { extentOf, includesChange, preferenceKey, type Relaxation } from './relaxations.ts';

/** Sets that allow fewer dishes are tried last. */
const MIN_DISHES = 3;
const MAX_TRIED = 12;

/** Sets of one change, then sets of two, that allow a dish in each of these empty slots. */
export function changeSets(
  gaps: readonly number[],
  relaxations: readonly Relaxation[],
): PreferenceChange[][] {
  const singles = ranked(distinct(ofSize(1, relaxations)), relaxations);
  const combined = singles.flatMap((single, index) =>
    singles.slice(index + 1).map((later) => [...single, ...later]),
  );
  const pairs = ranked(distinct([...ofSize(2, relaxations), ...combined]), relaxations);
  const fillsAllGaps = (set: readonly PreferenceChange[]): boolean =>
    gaps.every((gap) =>
      relaxations.some((relaxation) => relaxation.slot === gap && isAllowedBy(set, relaxation)),
    );
  return [...singles.filter(fillsAllGaps), ...pairs.filter(fillsAllGaps)];
}

/** The dishes that these changes allow in at least one empty slot. */
export function dishesAllowedBy(
  changes: readonly PreferenceChange[],
  relaxations: readonly Relaxation[],
): Set<Dish> {
  return new Set(
    relaxations.filter((relaxation) => isAllowedBy(changes, relaxation)).flatMap(({ dishes }) => dishes),
  );
}

function isAllowedBy(changes: readonly PreferenceChange[], { changes: needed }: Relaxation): boolean {
  return needed.every((need) => changes.some((change) => includesChange(change, need)));
}

function ofSize(size: number, relaxations: readonly Relaxation[]): PreferenceChange[][] {
  return relaxations.filter(({ changes }) => changes.length === size).map(({ changes }) => changes);
}

/** Without duplicates and without sets that change one preference twice. */
function distinct(sets: readonly PreferenceChange[][]): PreferenceChange[][] {
  return [...new Map(sets.map((set) => [JSON.stringify(set), set])).values()].filter(
    (set) => new Set(set.map(preferenceKey)).size === set.length,
  );
}

/** Preferences that allow the most dishes first; for the same preferences the smallest sufficient change. */
function ranked(
  sets: readonly PreferenceChange[][],
  relaxations: readonly Relaxation[],
): PreferenceChange[][] {
  const weighted = sets.map((set) => ({
    set,
    keys: set.map(preferenceKey).join(),
    dishes: dishesAllowedBy(set, relaxations).size,
  }));
  const maxDishes = new Map<string, number>();
  for (const { keys, dishes } of weighted) maxDishes.set(keys, Math.max(dishes, maxDishes.get(keys) ?? 0));
  return weighted
    .toSorted(
      (first, second) =>
        Number(first.dishes < MIN_DISHES) - Number(second.dishes < MIN_DISHES) ||
        (maxDishes.get(second.keys) ?? 0) - (maxDishes.get(first.keys) ?? 0) ||
        totalExtent(first.set) - totalExtent(second.set),
    )
    .slice(0, MAX_TRIED)
    .map(({ set }) => set);
}

function totalExtent(changes: readonly PreferenceChange[]): number {
  return changes.reduce((sum, change) => sum + extentOf(change), 0);
}
