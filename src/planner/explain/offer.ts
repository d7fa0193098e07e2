/**
 * The offer: where something is missing in a week, the smallest change of wishes after which nothing is.
 * One change is tried before two, and two before more. Nothing is offered unless a whole week was found
 * with it. There always is an offer: at last, to leave the empty slots to the family.
 */
import type { Place } from '#domain/plan/plan.ts';
import type { Offer } from '#domain/proposal/proposal.ts';
import { type PreferenceChange, withPreferenceChange } from '#domain/preferences/preferences.ts';
import { changeSets, freedBy } from './change-sets.ts';
import { type Ground, groundOf } from '#planner/model/instance.ts';
import { type Hindrance, hindrancesOf, softer } from './relaxations.ts';
import { isSamePlace } from '#planner/model/slots.ts';
import { menuOf } from '#planner/search/menu.ts';
import { LEFTOVERS, type Problem, problemOn } from '#planner/model/problem.ts';
import { type Content, missedRules, type RuleCount } from '#planner/model/rules.ts';
import { findWeek } from '#planner/search/search.ts';
import type { PlanningTask } from '#planner/model/task.ts';

/** Of those that one change frees; more than a week has slots. */
const FEW_DISHES = 30;

/** A week as it was found for a task, whole or not. */
export type FoundWeek = { task: PlanningTask; ground: Ground; contents: readonly Content[] };

/** For a week that is not whole. */
export function offerFor(week: FoundWeek, isOver: () => boolean): Offer {
  const hindrances = hindrancesOf(week.contents, week.ground, week.task);
  const few = withFewDishes(week, hindrances);
  const changes = isOver() ? lastResort(week) : enough(week, smallestOffer(few, isOver), isOver);
  return { changes, dishes: freedBy(changes, hindrances).size };
}

/** What was whole from where the week stood, the planner must find again from the start; else it takes more. */
function enough(
  week: FoundWeek,
  offered: readonly PreferenceChange[],
  isOver: () => boolean,
): PreferenceChange[] {
  const changes = [...offered];
  for (let again = planAgain(week, changes, 'best'); !isWhole(again);) {
    if (isOver()) return lastResort(week);
    changes.push(...nextChanges(again));
    again = planAgain(week, changes, 'best');
  }
  return changes;
}

function smallestOffer(week: FoundWeek, isOver: () => boolean): PreferenceChange[] {
  const first = impossibleRules(week).map(softer);
  const start = planAgain(week, first);
  const more = isWhole(start) ? [] : (fewChanges(start, isOver) ?? manyChanges(start, isOver));
  return more ? [...first, ...more] : lastResort(week);
}

/** A week that is whole with some of the dishes is whole with all of them, and is found sooner. */
function withFewDishes({ task, ground, contents }: FoundWeek, hindrances: readonly Hindrance[]): FoundWeek {
  const some = new Set<Content>([
    ...contents,
    ...ground.fixed.map(({ dish }) => dish),
    ...ground.candidates.flat(),
    ...hindrances.flatMap(({ dishes }) => dishes.slice(0, FEW_DISHES)),
  ]);
  return { task: { ...task, dishes: ground.dishes.filter((dish) => some.has(dish)) }, ground, contents };
}

function fewChanges(week: FoundWeek, isOver: () => boolean): PreferenceChange[] | undefined {
  const sets = changeSets(gapsOf(week), hindrancesOf(week.contents, week.ground, week.task));
  return sets.find((changes) => !isOver() && isWhole(planAgain(week, changes)));
}

/** One gap after the other; then without whatever turned out not to be needed. */
function manyChanges(start: FoundWeek, isOver: () => boolean): PreferenceChange[] | undefined {
  const changes: PreferenceChange[] = [];
  for (let week = start; !isWhole(week);) {
    if (isOver()) return undefined;
    const next = nextChanges(week);
    changes.push(...next);
    week = planAgain(week, next);
  }
  let needed = changes;
  for (const change of changes) {
    const others = needed.filter((one) => one !== change);
    if (!isOver() && isWhole(planAgain(start, others))) needed = others;
  }
  return needed;
}

/** What fills one more gap, with the fewest changes; a slot for which there is nothing is left alone. */
function nextChanges(week: FoundWeek): PreferenceChange[] {
  const [rule] = impossibleRules(week);
  if (rule) return [softer(rule)];
  const hindrances = hindrancesOf(week.contents, week.ground, week.task);
  const [gap = 0] = gapsOf(week);
  const [few] = changeSets([gap], hindrances);
  const [best] = hindrances
    .filter(({ slot }) => slot === gap)
    .toSorted((one, other) => one.changes.length - other.changes.length);
  return few ?? best?.changes ?? [unplanned(week.ground.planned[gap] as Place)];
}

/** With the empty slots and the missed rules gone, the week is whole as it stands. */
function lastResort(week: FoundWeek): PreferenceChange[] {
  const { rules, planned } = week.ground;
  return [
    ...missedRules(rules, planned, week.contents).map(({ rule }) => softer(rule)),
    ...gapsOf(week).map((gap) => unplanned(planned[gap] as Place)),
  ];
}

function unplanned({ day, slot }: Place): PreferenceChange {
  return { kind: 'unplanned', day, slot };
}

function isWhole(week: FoundWeek): boolean {
  return gapsOf(week).length === 0 && impossibleRules(week).length === 0;
}

function gapsOf({ contents }: FoundWeek): number[] {
  return contents.flatMap((content, slot) => (content ? [] : slot));
}

/** Hard rules that ask for more dishes than there are slots; every other is kept where nothing is empty. */
function impossibleRules({ ground: { rules, planned } }: FoundWeek): RuleCount[] {
  return rules.filter(
    ({ isHard, atLeast, fixed, covers }) => isHard && planned.filter(covers).length + fixed < atLeast,
  );
}

/** Quickly, from where the week stands, if it shall be whole; from the start, as it will be, for the best. */
function planAgain(
  week: FoundWeek,
  changes: readonly PreferenceChange[],
  goal: 'whole' | 'best' = 'whole',
): FoundWeek {
  if (changes.length === 0) return week;
  const task = { ...week.task, wishes: changes.reduce(withPreferenceChange, week.task.wishes) };
  const ground = groundOf(task);
  const problem = problemOn(ground, task);
  const from = goal === 'whole' ? asNumbers(week, problem) : [];
  const found = findWeek(problem, { seed: task.seed, goal, isOver: () => false, from });
  return { task, ground, contents: menuOf(ground, problem, found).contents };
}

/** What stands in each slot of the problem, as far as the problem knows it. */
function asNumbers({ ground, contents }: FoundWeek, { slots, dishes }: Problem): number[] {
  return slots.map(({ place }) => {
    const content = contents[ground.planned.findIndex((slot) => isSamePlace(slot, place))];
    return content === 'leftovers' ? LEFTOVERS : dishes.findIndex(({ dish }) => dish === content);
  });
}
