/**
 * The offer: for a week with empty slots or unmet rules, the smallest set of preference changes that makes
 * it complete. Tries one change, then two, then more. Every offer was verified by planning a complete week
 * with it. The last resort, which always works, is not to plan the empty slots.
 */
import type { Place } from '#domain/plan/plan.ts';
import type { Offer } from '#domain/proposal/proposal.ts';
import { type PreferenceChange, withPreferenceChange } from '#domain/preferences/preferences.ts';
import { type CompiledInstance, compileInstance, leftoversOf } from '#planner/model/compiled-instance.ts';
import { buildInstance, type Instance } from '#planner/model/instance.ts';
import { type Content, isLeftovers, type RuleConstraint, unmetRules } from '#planner/model/rules.ts';
import { isSamePlace } from '#planner/model/slots.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { menuOf } from '#planner/search/menu.ts';
import { searchWeek } from '#planner/search/search.ts';
import { changeSets, dishesAllowedBy } from './change-sets.ts';
import { type Relaxation, relaxationsOf, softenRule } from './relaxations.ts';

/** Of each relaxation; more than a week has slots. */
const MAX_DISHES = 30;

/** The result of a search, complete or not. */
type FoundWeek = { task: PlanningTask; instance: Instance; contents: readonly Content[] };

/** `week`: an incomplete week. */
export function offerFor(week: FoundWeek, shouldStop: () => boolean): Offer {
  const relaxations = relaxationsOf(week.contents, week.instance, week.task);
  const reduced = withFewerDishes(week, relaxations);
  const changes = shouldStop()
    ? lastResort(week)
    : verified(week, smallestChanges(reduced, shouldStop), shouldStop);
  return { changes, dishes: dishesAllowedBy(changes, relaxations).size };
}

/** Adds changes until a full search from scratch, as the family will run it, finds a complete week. */
function verified(
  week: FoundWeek,
  offered: readonly PreferenceChange[],
  shouldStop: () => boolean,
): PreferenceChange[] {
  const changes = [...offered];
  for (let found = replan(week, changes, 'best'); !isComplete(found);) {
    if (shouldStop()) return lastResort(week);
    changes.push(...nextChanges(found));
    found = replan(week, changes, 'best');
  }
  return changes;
}

function smallestChanges(week: FoundWeek, shouldStop: () => boolean): PreferenceChange[] {
  const ruleChanges = impossibleRules(week).map(softenRule);
  const start = replan(week, ruleChanges);
  const more = isComplete(start) ? [] : (fewChanges(start, shouldStop) ?? manyChanges(start, shouldStop));
  return more ? [...ruleChanges, ...more] : lastResort(week);
}

/** A week that is complete with fewer dishes is complete with all, and the search is faster. */
function withFewerDishes(
  { task, instance, contents }: FoundWeek,
  relaxations: readonly Relaxation[],
): FoundWeek {
  const needed = new Set<Content>([
    ...contents,
    ...instance.fixedDishes.map(({ dish }) => dish),
    ...instance.candidates.flat(),
    ...relaxations.flatMap(({ dishes }) => dishes.slice(0, MAX_DISHES)),
  ]);
  const dishes = instance.dishes.filter((dish) => needed.has(dish));
  return { task: { ...task, dishes }, instance, contents };
}

function fewChanges(week: FoundWeek, shouldStop: () => boolean): PreferenceChange[] | undefined {
  const sets = changeSets(gapsOf(week), relaxationsOf(week.contents, week.instance, week.task));
  return sets.find((changes) => !shouldStop() && isComplete(replan(week, changes)));
}

/** Fills one gap after the other, then removes the changes that are not necessary. */
function manyChanges(start: FoundWeek, shouldStop: () => boolean): PreferenceChange[] | undefined {
  const changes: PreferenceChange[] = [];
  for (let week = start; !isComplete(week);) {
    if (shouldStop()) return undefined;
    const next = nextChanges(week);
    changes.push(...next);
    week = replan(week, next);
  }
  let necessary = changes;
  for (const change of changes) {
    const others = necessary.filter((one) => one !== change);
    if (!shouldStop() && isComplete(replan(start, others))) necessary = others;
  }
  return necessary;
}

/** The fewest changes that fill the first gap; if no dish can fill it, the slot is no longer planned. */
function nextChanges(week: FoundWeek): PreferenceChange[] {
  const [rule] = impossibleRules(week);
  if (rule) return [softenRule(rule)];
  const relaxations = relaxationsOf(week.contents, week.instance, week.task);
  const [gap = 0] = gapsOf(week);
  const [best] = changeSets([gap], relaxations);
  const [fewest] = relaxations
    .filter(({ slot }) => slot === gap)
    .toSorted((one, other) => one.changes.length - other.changes.length);
  return best ?? fewest?.changes ?? [leaveUnplanned(week.instance.planned[gap] as Place)];
}

/** Softens the unmet rules and leaves the empty slots unplanned: then the week is complete as it is. */
function lastResort(week: FoundWeek): PreferenceChange[] {
  const { rules, planned } = week.instance;
  return [
    ...unmetRules(rules, planned, week.contents).map(({ rule }) => softenRule(rule)),
    ...gapsOf(week).map((gap) => leaveUnplanned(planned[gap] as Place)),
  ];
}

function leaveUnplanned({ day, slot }: Place): PreferenceChange {
  return { kind: 'unplanned', day, slot };
}

function isComplete(week: FoundWeek): boolean {
  return gapsOf(week).length === 0 && impossibleRules(week).length === 0;
}

function gapsOf({ contents }: FoundWeek): number[] {
  return contents.flatMap((content, slot) => (content ? [] : slot));
}

/** Hard rules that ask for more dishes than there are slots. All others are met if no slot is empty. */
function impossibleRules({ instance: { rules, planned } }: FoundWeek): RuleConstraint[] {
  return rules.filter(
    ({ isHard, atLeast, fixedCount, covers }) =>
      isHard && planned.filter(covers).length + fixedCount < atLeast,
  );
}

/** `complete`: a short search that starts from the found week. `best`: a full search from scratch. */
function replan(
  week: FoundWeek,
  changes: readonly PreferenceChange[],
  goal: 'complete' | 'best' = 'complete',
): FoundWeek {
  if (changes.length === 0) return week;
  const task = { ...week.task, preferences: changes.reduce(withPreferenceChange, week.task.preferences) };
  const instance = buildInstance(task);
  const compiled = compileInstance(instance, task);
  const start = goal === 'complete' ? assignmentOf(week, compiled) : [];
  const assignment = searchWeek(compiled, { seed: task.seed, goal, shouldStop: () => false, start });
  return { task, instance, contents: menuOf(instance, compiled, assignment).contents };
}

/** Slots and dishes that the compiled instance does not have are left empty. */
function assignmentOf({ instance, contents }: FoundWeek, { slots, dishes }: CompiledInstance): number[] {
  return slots.map(({ place }) => {
    const content = contents[instance.planned.findIndex((slot) => isSamePlace(slot, place))];
    if (!isLeftovers(content)) return dishes.findIndex(({ dish }) => dish === content);
    const source = instance.planned[content.leftoversOf] as Place;
    return leftoversOf(slots.findIndex((slot) => isSamePlace(slot.place, source)));
  });
}
