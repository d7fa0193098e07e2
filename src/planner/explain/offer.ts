/**
 * Offers: for a week with empty slots or unmet rules, small sets of preference changes that make it complete. The first
 * is the smallest; the others change something else. Every offer was verified by planning a complete week with it. The
 * last resort, which always works, is not to plan the empty slots.
 */
import { isSamePlace, type Place } from '#domain/plan/plan.ts';
import type { Offer } from '#domain/proposal/proposal.ts';
import { type PreferenceChange, withPreferenceChange } from '#domain/preferences/preferences.ts';
import { type CompiledInstance, compileInstance, leftoversOf } from '#planner/model/compiled-instance.ts';
import { buildInstance, type Instance } from '#planner/model/instance.ts';
import { type Content, isLeftovers, type RuleConstraint, unmetRules } from '#planner/model/rules.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { menuOf } from '#planner/search/menu.ts';
import { searchWeek } from '#planner/search/search.ts';
import { changeSets, dishesAllowedBy } from './change-sets.ts';
import { causeOf } from './offer-cause.ts';
import { clausesOf, mergeChanges } from './offer-clauses.ts';
import { type Relaxation, relaxationsOf, softenRule } from './relaxations.ts';

/** Of each relaxation; more than a week has slots. */
const MAX_DISHES = 30;
const MAX_OFFERS = 3;
/** Nobody reads an offer with more clauses. */
const MAX_CLAUSES = 2;

/** The result of a search, complete or not. */
type FoundWeek = { task: PlanningTask; instance: Instance; contents: readonly Content[] };

/** What an offer may not change, because another offer changes it. */
type Excluded = (change: PreferenceChange) => boolean;
type Context = { readonly shouldStop: () => boolean; readonly isExcluded: Excluded };

/** `week`: an incomplete week. One to three offers. */
export function offersFor(week: FoundWeek, shouldStop: () => boolean): Offer[] {
  const relaxations = relaxationsOf(week.contents, week.instance, week.task);
  const reduced = withFewerDishes(week, relaxations);
  const found: PreferenceChange[][] = [];
  const excludedKinds = new Set<PreferenceChange['kind']>();
  const context: Context = { shouldStop, isExcluded: ({ kind }) => excludedKinds.has(kind) };
  while (found.length < MAX_OFFERS - 1 && !shouldStop()) {
    const changes = smallestChanges(reduced, context);
    // The last resort needs no search: the week is complete as it is.
    const offer = changes && !isLastResort(changes) && verified(week, mergeChanges(changes), context);
    if (!offer || isAmong(found, offer)) break;
    found.push(offer);
    const kinds = new Set(offer.map(({ kind }) => kind).filter((kind) => kind !== 'rule'));
    // The next search would find the same offer.
    if (kinds.isSubsetOf(excludedKinds)) break;
    for (const kind of kinds) excludedKinds.add(kind);
  }
  const leftToFamily = lastResort(week);
  // Not to plan a slot is no offer if a part of that change is enough.
  if (!found.some((changes) => isPartOf(changes, leftToFamily))) found.push(leftToFamily);
  const short = found.filter((changes) => clausesOf(changes) <= MAX_CLAUSES);
  return (short.length > 0 ? short : found.slice(-1))
    .toSorted((first, second) => Number(isLastResort(first)) - Number(isLastResort(second)))
    .map((changes) => ({
      changes,
      dishes: dishesAllowedBy(changes, relaxations).size,
      cause: causeOf(changes, relaxations, week.instance),
    }));
}

function isAmong(found: readonly PreferenceChange[][], changes: readonly PreferenceChange[]): boolean {
  return found.some((offered) => JSON.stringify(offered) === JSON.stringify(changes));
}

function isPartOf(changes: readonly PreferenceChange[], others: readonly PreferenceChange[]): boolean {
  const known = new Set(others.map((change) => JSON.stringify(change)));
  return changes.every((change) => known.has(JSON.stringify(change)));
}

function isLastResort(changes: readonly PreferenceChange[]): boolean {
  return changes.some(({ kind }) => kind === 'unplanned');
}

/** Adds changes until the search from scratch, as the family will run it, finds a complete week. */
function verified(
  week: FoundWeek,
  offered: readonly PreferenceChange[],
  context: Context,
): PreferenceChange[] | undefined {
  let changes = [...offered];
  for (let found = replan(week, changes, context, 'full'); !isComplete(found);) {
    if (context.shouldStop() || clausesOf(changes) > MAX_CLAUSES) return undefined;
    changes = mergeChanges([...changes, ...nextChanges(found, context)]);
    found = replan(week, changes, context, 'full');
  }
  return changes;
}

/** Undefined if no set of changes is found that the context allows. */
function smallestChanges(week: FoundWeek, context: Context): PreferenceChange[] | undefined {
  const ruleChanges = impossibleRules(week).map(softenRule);
  const start = replan(week, ruleChanges, context);
  const more = isComplete(start) ? [] : (fewChanges(start, context) ?? manyChanges(start, context));
  return more && [...ruleChanges, ...more];
}

/** A week that is complete with fewer dishes is complete with all, and the search is faster. */
function withFewerDishes(
  { task, instance, contents }: FoundWeek,
  relaxations: readonly Relaxation[],
): FoundWeek {
  const needed = new Set<Content>([
    ...contents,
    ...[...instance.fixedDishes, ...instance.fixedSides].map(({ dish }) => dish),
    ...instance.candidates.flat(),
    ...relaxations.flatMap(({ dishes }) => dishes.slice(0, MAX_DISHES)),
  ]);
  const dishes = instance.dishes.filter((dish) => needed.has(dish));
  return { task: { ...task, dishes }, instance, contents };
}

function fewChanges(week: FoundWeek, context: Context): PreferenceChange[] | undefined {
  const sets = changeSets(gapsOf(week), allowedRelaxations(week, context));
  return sets.find((changes) => !context.shouldStop() && isComplete(replan(week, changes, context)));
}

function allowedRelaxations({ contents, instance, task }: FoundWeek, { isExcluded }: Context): Relaxation[] {
  return relaxationsOf(contents, instance, task).filter(({ changes }) => !changes.some(isExcluded));
}

/** Fills one gap after the other, then removes the changes that are not necessary. */
function manyChanges(start: FoundWeek, context: Context): PreferenceChange[] | undefined {
  const changes: PreferenceChange[] = [];
  for (let week = start; !isComplete(week);) {
    const next = nextChanges(week, context);
    if (context.shouldStop() || next.some(context.isExcluded)) return undefined;
    changes.push(...next);
    week = replan(week, next, context);
  }
  let necessary = changes;
  for (const change of changes) {
    const others = necessary.filter((required) => required !== change);
    if (!context.shouldStop() && isComplete(replan(start, others, context))) necessary = others;
  }
  return necessary;
}

/** The fewest changes that fill the first gap; if no dish can fill it, the slot is no longer planned. */
function nextChanges(week: FoundWeek, context: Context): PreferenceChange[] {
  const [rule] = impossibleRules(week);
  if (rule) return [softenRule(rule)];
  const relaxations = allowedRelaxations(week, context);
  const [gap = 0] = gapsOf(week);
  const [best] = changeSets([gap], relaxations);
  const [fewest] = relaxations
    .filter(({ slot }) => slot === gap)
    .toSorted((first, second) => first.changes.length - second.changes.length);
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

/** `short`: a search that starts from the found week. `full`: a search from scratch. */
function replan(
  week: FoundWeek,
  changes: readonly PreferenceChange[],
  { shouldStop }: Context,
  effort: 'short' | 'full' = 'short',
): FoundWeek {
  if (changes.length === 0) return week;
  const task = { ...week.task, preferences: changes.reduce(withPreferenceChange, week.task.preferences) };
  // How much people like a dish is the same as before, unless a food is no longer refused.
  const dishUtility = changes.some(({ kind }) => kind === 'dislike') ? undefined : week.instance.dishUtility;
  const instance = buildInstance(task, task.dishes, dishUtility);
  const compiled = compileInstance(instance, task);
  const start = effort === 'short' ? assignmentOf(week, compiled) : [];
  const assignment = searchWeek(compiled, { seed: task.seed, goal: 'complete', effort, shouldStop, start });
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
