/** Which changes of wishes to try, and in which order, before it is known whether they help. */
import type { PreferenceChange } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import { grants, type Hindrance, reach, topicOf } from './relaxations.ts';

/** What frees fewer dishes than this is tried last. */
const ENOUGH = 3;
const MOST_TRIED = 12;

/** Sets of one change, then sets of two, that bring a dish to each of these empty slots. */
export function changeSets(gaps: readonly number[], hindrances: readonly Hindrance[]): PreferenceChange[][] {
  const singles = inOrder(distinct(ofSize(1, hindrances)), hindrances);
  const combined = singles.flatMap((one, index) =>
    singles.slice(index + 1).map((other) => [...one, ...other]),
  );
  const pairs = inOrder(distinct([...ofSize(2, hindrances), ...combined]), hindrances);
  const bringsAll = (set: readonly PreferenceChange[]): boolean =>
    gaps.every((gap) => hindrances.some((one) => one.slot === gap && isGranted(one, set)));
  return [...singles.filter(bringsAll), ...pairs.filter(bringsAll)];
}

/** The dishes that could stand in an empty slot after these changes. */
export function freedBy(changes: readonly PreferenceChange[], hindrances: readonly Hindrance[]): Set<Dish> {
  return new Set(hindrances.filter((one) => isGranted(one, changes)).flatMap(({ dishes }) => dishes));
}

function isGranted({ changes: needed }: Hindrance, changes: readonly PreferenceChange[]): boolean {
  return needed.every((need) => changes.some((change) => grants(change, need)));
}

function ofSize(size: number, hindrances: readonly Hindrance[]): PreferenceChange[][] {
  return hindrances.filter(({ changes }) => changes.length === size).map(({ changes }) => changes);
}

function distinct(sets: readonly PreferenceChange[][]): PreferenceChange[][] {
  return [...new Map(sets.map((set) => [JSON.stringify(set), set])).values()].filter(
    (set) => new Set(set.map(topicOf)).size === set.length,
  );
}

/** The wishes that free most come first, and of these the change that goes least far and still frees enough. */
function inOrder(
  sets: readonly PreferenceChange[][],
  hindrances: readonly Hindrance[],
): PreferenceChange[][] {
  const weighed = sets.map((set) => {
    return { set, topics: set.map(topicOf).join(), freed: freedBy(set, hindrances).size };
  });
  const most = new Map<string, number>();
  for (const { topics, freed } of weighed) most.set(topics, Math.max(freed, most.get(topics) ?? 0));
  return weighed
    .toSorted(
      (one, other) =>
        Number(one.freed < ENOUGH) - Number(other.freed < ENOUGH) ||
        (most.get(other.topics) ?? 0) - (most.get(one.topics) ?? 0) ||
        reachOf(one.set) - reachOf(other.set),
    )
    .slice(0, MOST_TRIED)
    .map(({ set }) => set);
}

function reachOf(changes: readonly PreferenceChange[]): number {
  return changes.reduce((sum, change) => sum + reach(change), 0);
}
