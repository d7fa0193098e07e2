/** The counts that variety depends on: meals of the same group in the week and on neighbouring days, and near-identical ones. */
import { NEAR_IDENTICAL_PENALTY } from '#planner/model/objective.ts';
import type { Tables } from '#planner/model/tables.ts';

export type VarietyCounts = {
  /** Of each dish the number of main meals that are near-identical to it. */
  readonly nearIdenticalCounts: Int32Array;
  /** Of each variety group the number of meals: in the week, and, with leftovers, on each two neighbouring days. */
  readonly groupCounts: Int32Array;
  readonly neighbourCounts: Int32Array;
};

type Counted = VarietyCounts & { readonly tables: Tables };

/** Pair n of neighbouring days is the days n and n + 1. */
const DAY_PAIRS = 6;

export function initialVarietyCounts({ instance, dishCount }: Tables): VarietyCounts {
  const groups = instance.varietyGroups.length;
  return {
    nearIdenticalCounts: new Int32Array(dishCount),
    groupCounts: new Int32Array(groups),
    neighbourCounts: new Int32Array(groups * DAY_PAIRS),
  };
}

/** Adds a cooked meal (1) or removes it (-1). */
export function countVariety(state: Counted, dish: number, day: number, isMain: boolean, sign: 1 | -1): void {
  const { tables, groupCounts, nearIdenticalCounts } = state;
  const { varietyGroups, nearIdentical } = tables;
  const row = varietyRow(tables, dish, isMain);
  for (
    let at = varietyGroups.starts[row] as number;
    at < (varietyGroups.starts[row + 1] as number);
    at += 1
  ) {
    const group = varietyGroups.items[at] as number;
    groupCounts[group] = (groupCounts[group] as number) + sign;
  }
  countNeighbours(state, row, day, day, sign);
  if (!isMain) return;
  const nearEnd = nearIdentical.starts[dish + 1] as number;
  for (let at = nearIdentical.starts[dish] as number; at < nearEnd; at += 1) {
    const other = nearIdentical.items[at] as number;
    nearIdenticalCounts[other] = (nearIdenticalCounts[other] as number) + sign;
  }
}

/** Adds leftovers of a main meal or removes them. Only the variety of neighbouring days depends on leftovers. */
export function countLeftovers(
  state: Counted,
  dish: number,
  day: number,
  cookedDay: number,
  sign: 1 | -1,
): void {
  countNeighbours(state, varietyRow(state.tables, dish, true), day, cookedDay, sign);
}

function countNeighbours(state: Counted, row: number, day: number, cookedDay: number, sign: 1 | -1): void {
  const { tables, neighbourCounts } = state;
  const { starts, items } = tables.varietyGroups;
  const last = lastPair(day);
  for (let at = starts[row] as number; at < (starts[row + 1] as number); at += 1) {
    const ofGroup = (items[at] as number) * DAY_PAIRS;
    for (let pair = firstPair(day, cookedDay); pair <= last; pair += 1) {
      neighbourCounts[ofGroup + pair] = (neighbourCounts[ofGroup + pair] as number) + sign;
    }
  }
}

/** What one more cooked meal costs: its near-identical ones, its groups in the week and on neighbouring days. */
export function varietyPenalty(state: Counted, dish: number, day: number, isMain: boolean): number {
  const { tables, groupCounts, neighbourCounts } = state;
  const { varietyGroups, neighbourPenalty, nextMealPenalty, groupWidth } = tables;
  const row = varietyRow(tables, dish, isMain);
  const end = varietyGroups.starts[row + 1] as number;
  let penalty = isMain ? NEAR_IDENTICAL_PENALTY * (state.nearIdenticalCounts[dish] as number) : 0;
  for (let at = varietyGroups.starts[row] as number; at < end; at += 1) {
    const group = varietyGroups.items[at] as number;
    const count = groupCounts[group] as number;
    // Leftovers are of a meal that counts too.
    if (count === 0) continue;
    penalty += nextMealPenalty[group * groupWidth + count] as number;
    const each = neighbourPenalty[group] as number;
    const ofGroup = group * DAY_PAIRS;
    if (day > 0 && (neighbourCounts[ofGroup + day - 1] as number) > 0) penalty += each;
    if (day < DAY_PAIRS && (neighbourCounts[ofGroup + day] as number) > 0) penalty += each;
  }
  return penalty;
}

/** What leftovers of a main meal cost beside the meals of neighbouring days. */
export function leftoversPenalty(
  { tables, neighbourCounts }: Counted,
  dish: number,
  day: number,
  cookedDay: number,
): number {
  const { varietyGroups, neighbourPenalty } = tables;
  const last = lastPair(day);
  let penalty = 0;
  for (
    let at = varietyGroups.starts[dish] as number;
    at < (varietyGroups.starts[dish + 1] as number);
    at += 1
  ) {
    const group = varietyGroups.items[at] as number;
    for (let pair = firstPair(day, cookedDay); pair <= last; pair += 1) {
      if ((neighbourCounts[group * DAY_PAIRS + pair] as number) > 0)
        penalty += neighbourPenalty[group] as number;
    }
  }
  return penalty;
}

function varietyRow({ dishCount }: Tables, dish: number, isMain: boolean): number {
  return isMain ? dish : dishCount + dish;
}

/** The first pair of days for which a meal counts: leftovers do not count beside the meal they were cooked for. */
function firstPair(day: number, cookedDay: number): number {
  return day === 0 || cookedDay === day - 1 ? day : day - 1;
}

function lastPair(day: number): number {
  return day < DAY_PAIRS ? day : DAY_PAIRS - 1;
}
