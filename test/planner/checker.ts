/**
 * Checks whether a proposal meets every hard constraint, from the preferences, the recipes and the foods. It shares
 * no code with the planner and uses nothing that the planner computed.
 */
import { isSamePlace, type Place, PLACES } from '#domain/plan/plan.ts';
import type { Proposal, ProposedMeal } from '#domain/proposal/proposal.ts';
import type { Rule } from '#domain/preferences/preferences.ts';
import type { Lock, PlanningTask } from '#planner/model/task.ts';
import { countErrors } from './blocking-constraints-check.ts';
import {
  canEat,
  exclusionsOf,
  fixedCount,
  isRepeated,
  leftoverExclusions,
  mayCook,
  mealCounts,
  ruleBounds,
} from './hard-constraints.ts';
import { type Facts, factsFor, type RecipeFacts } from './recipe-facts.ts';
import { eatersAt, fixedMeal, fixedRecipes, isPlanned, servingsAt, servingsFor, sum } from './slots.ts';

type Cooked = Extract<ProposedMeal, { kind: 'cooked' }>;
type Leftovers = Extract<ProposedMeal, { kind: 'leftovers' }>;

const nameOf = ({ day, slot }: Place): string => `${day} ${slot}`;
/** All violations of a proposal, one text each. */
export function violationsOf(task: PlanningTask, proposal: Proposal, facts: Facts): string[] {
  return [
    ...placeViolations(task, proposal),
    ...mealViolations(task, proposal, facts),
    ...unmetViolations(task, proposal, facts),
    ...lockViolations(task, proposal, facts),
    ...needlessGaps(task, proposal, facts),
    ...explanationViolations(task, proposal, facts),
  ];
}

/** What is wrong with the meals, whether or not more would be possible. */
export function mealViolations(
  task: PlanningTask,
  proposal: Pick<Proposal, 'meals'>,
  facts: Facts,
): string[] {
  const cooked = proposal.meals.filter((meal) => meal.kind === 'cooked');
  return [
    ...cooked.flatMap((meal) =>
      exclusionsOf(task, meal, factsFor(facts, meal.recipeId)).map((reason) => `${nameOf(meal)}: ${reason}`),
    ),
    ...cooked.flatMap((meal) => figureViolations(task, proposal, meal, factsFor(facts, meal.recipeId))),
    ...repeatViolations(task, cooked),
    ...proposal.meals.flatMap((meal) =>
      meal.kind === 'leftovers' ? leftoverViolations(task, proposal, meal, facts) : [],
    ),
    ...task.preferences.rules.flatMap((rule) =>
      rule.isHard ? ruleViolations(task, proposal, rule, facts) : [],
    ),
  ];
}

/** Every planned slot has one meal or gap, every recurring meal is there, and nothing else changes. */
function placeViolations(task: PlanningTask, { meals, week, seed }: Proposal): string[] {
  const expected = PLACES.flatMap((place) => {
    if (isPlanned(task, place)) return [nameOf(place)];
    const isFree = task.existingMeals[place.day]?.[place.slot] === undefined;
    return isFree && fixedMeal(task, place) ? [`${nameOf(place)} recurring`] : [];
  });
  const found = meals.map((meal) => (meal.kind === 'recurring' ? `${nameOf(meal)} recurring` : nameOf(meal)));
  const violations =
    expected.join() === found.join() ? [] : [`places: ${found.join()} instead of ${expected.join()}`];
  for (const meal of meals) {
    if (meal.kind === 'recurring' && JSON.stringify(meal.meal) !== JSON.stringify(fixedMeal(task, meal))) {
      violations.push(`${nameOf(meal)}: not the recurring meal`);
    }
  }
  if (week !== task.week || seed !== task.seed) violations.push('the week or the seed differs');
  return violations;
}

/** The servings include those of the leftovers; title and minutes are those of the recipe. */
function figureViolations(
  task: PlanningTask,
  { meals }: Pick<Proposal, 'meals'>,
  meal: Cooked,
  facts: RecipeFacts,
): string[] {
  const { recipe } = facts;
  const eating = meals.filter((each) => each.kind === 'leftovers' && nameOf(each.of) === nameOf(meal));
  const places: Place[] = [meal, ...eating];
  const expected = sum(places.map((place) => servingsAt(task, place)));
  const violations = [];
  if (meal.servings !== expected) violations.push(`${meal.servings} servings, not ${expected}`);
  if (meal.title !== recipe.title) violations.push('the title differs from that of the recipe');
  if (meal.minutes !== facts.clockMinutes || meal.activeMinutes !== recipe.activeMinutes) {
    violations.push('the minutes differ from those of the recipe');
  }
  if (meal.reasons.length > 3) violations.push(`${meal.reasons.length} reasons`);
  if (eating.length > 1) violations.push('two meals eat the leftovers');
  const variant = expectedVariant(task, places, facts);
  if (JSON.stringify(meal.variant) !== JSON.stringify(variant)) {
    violations.push(`${JSON.stringify(meal.variant)} instead of ${JSON.stringify(variant)}`);
  }
  return violations.map((violation) => `${nameOf(meal)}: ${violation}`);
}

/** Exactly those get the variant who cannot eat the dish itself. */
function expectedVariant(
  task: PlanningTask,
  places: readonly Place[],
  facts: RecipeFacts,
): Cooked['variant'] {
  const others = places.map((place) => eatersAt(task, place).filter((eater) => !canEat(eater, facts)));
  const eaterIds = [...new Set(others.flat().map(({ id }) => id))];
  if (eaterIds.length === 0) return undefined;
  const servings = others.map((eaters, at) =>
    eaters.length > 0 ? Math.min(servingsFor(eaters), servingsAt(task, places[at] as Place)) : 0,
  );
  return { eaterIds, servings: sum(servings), title: facts.variantTitle ?? '' };
}

function repeatViolations(task: PlanningTask, cooked: readonly Cooked[]): string[] {
  return cooked.flatMap((meal, at) =>
    isRepeated(meal, [...fixedRecipes(task), ...cooked.slice(0, at)])
      ? [`${meal.recipeId} is used twice`]
      : [],
  );
}

function leftoverViolations(
  task: PlanningTask,
  { meals }: Pick<Proposal, 'meals'>,
  meal: Leftovers,
  facts: Facts,
): string[] {
  const source = meals.find((each) => nameOf(each) === nameOf(meal.of));
  const violations = leftoverExclusions(task, meal.of, meal, factsFor(facts, meal.recipeId));
  if (source?.kind !== 'cooked' || source.recipeId !== meal.recipeId)
    violations.push('leftovers of a meal that is not cooked');
  return violations.map((violation) => `${nameOf(meal)}: ${violation}`);
}

/** How many planned and fixed meals count for a rule, leftovers too. */
function countOf(task: PlanningTask, { meals }: Pick<Proposal, 'meals'>, rule: Rule, facts: Facts): number {
  const planned = meals
    .filter((meal) => 'recipeId' in meal)
    .filter((meal) => mealCounts(task, rule, meal, factsFor(facts, meal.recipeId)));
  return fixedCount(task, rule, facts) + planned.length;
}

function ruleViolations(
  task: PlanningTask,
  proposal: Pick<Proposal, 'meals'>,
  rule: Rule,
  facts: Facts,
): string[] {
  const count = countOf(task, proposal, rule, facts);
  const { slots, least, most } = ruleBounds(task, rule, facts);
  const empty = proposal.meals.filter(
    (meal) => meal.kind === 'gap' && slots.some((place) => isSamePlace(place, meal)),
  ).length;
  const violations = [];
  if (count > most) violations.push(`${count} times, at most ${rule.atMost}`);
  if (count + empty < least) {
    violations.push(`${count} times and ${empty} slots empty, at least ${least}`);
  }
  return violations.map((violation) => `${rule.id} (${rule.tag}): ${violation}`);
}

function unmetViolations(task: PlanningTask, proposal: Proposal, facts: Facts): string[] {
  const expected = task.preferences.rules.flatMap((rule) => {
    const count = countOf(task, proposal, rule, facts);
    return rule.isHard && count < (rule.atLeast ?? 0) ? [`${rule.id} ${count} of ${rule.atLeast}`] : [];
  });
  const found = proposal.unmet.map(({ ruleId, wanted, possible }) => `${ruleId} ${possible} of ${wanted}`);
  return expected.join() === found.join() ? [] : [`unmet: ${found.join()} instead of ${expected.join()}`];
}

/** A lock that violates no constraint must stay. If locks exclude each other, any of them may be dropped. */
function lockViolations(task: PlanningTask, { meals }: Proposal, facts: Facts): string[] {
  const allowed = task.locked.filter(
    (lock) =>
      mayCook(task, lock, factsFor(facts, lock.recipeId)) &&
      (!lock.leftoversAt || mayEatLeftovers(task, lock, lock.leftoversAt, facts)),
  );
  const taken = allowed.flatMap((lock) =>
    [lock, ...(lock.leftoversAt ? [lock.leftoversAt] : [])].map(nameOf),
  );
  const haveConflicts =
    new Set(taken).size < taken.length ||
    allowed.some((lock) =>
      isRepeated(
        lock,
        allowed.filter((rival) => rival !== lock),
      ),
    );
  if (haveConflicts || task.preferences.rules.some(({ isHard }) => isHard)) return [];
  return allowed.flatMap((lock) => {
    const meal = meals.find((each) => nameOf(each) === nameOf(lock));
    if (meal?.kind !== 'cooked' || meal.recipeId !== lock.recipeId) return [`${nameOf(lock)}: lost its lock`];
    const { leftoversAt } = lock;
    if (!leftoversAt) return [];
    const eating = meals.find((each) => nameOf(each) === nameOf(leftoversAt));
    const isRetained = eating?.kind === 'leftovers' && nameOf(eating.of) === nameOf(lock);
    return isRetained ? [] : [`${nameOf(lock)}: lost its leftovers`];
  });
}

function mayEatLeftovers(task: PlanningTask, lock: Lock, eating: Place, facts: Facts): boolean {
  return (
    isPlanned(task, eating) &&
    leftoverExclusions(task, lock, eating, factsFor(facts, lock.recipeId)).length === 0
  );
}

/** A slot may be empty only if no unused dish fits it. */
function needlessGaps(task: PlanningTask, { meals }: Proposal, facts: Facts): string[] {
  const used = [...fixedRecipes(task), ...meals.filter((meal) => meal.kind === 'cooked')];
  return meals.flatMap((gap) => {
    if (gap.kind !== 'gap') return [];
    const fitting = task.dishes.find(({ id }) => {
      const recipe = factsFor(facts, id);
      if (isRepeated({ ...gap, recipeId: id }, used) || exclusionsOf(task, gap, recipe).length > 0)
        return false;
      const filled = meals.map((meal) => (meal === gap ? cookedInstead(gap, id) : meal));
      return task.preferences.rules.every(
        (rule) => !rule.isHard || ruleViolations(task, { meals: filled }, rule, facts).length === 0,
      );
    });
    return fitting ? [`${nameOf(gap)}: empty, though ${fitting.id} fits`] : [];
  });
}

function cookedInstead({ day, slot }: Place, recipeId: string): Cooked {
  return {
    day,
    slot,
    kind: 'cooked',
    recipeId,
    title: '',
    servings: 0,
    minutes: 0,
    activeMinutes: 0,
    costCents: 0,
    reasons: [],
  };
}

/** Every gap has correct counts of blocking constraints, and an incomplete week has an offer. */
function explanationViolations(
  task: PlanningTask,
  { meals, unmet, offers }: Proposal,
  facts: Facts,
): string[] {
  const all = task.dishes.map(({ id }) => factsFor(facts, id));
  const gaps = meals.filter((meal) => meal.kind === 'gap');
  const violations = gaps.flatMap((gap) =>
    countErrors(task, gap, gap.blockingConstraints, all).map((violation) => `${nameOf(gap)}: ${violation}`),
  );
  const isMissing = gaps.length + unmet.length > 0;
  if (isMissing ? offers.length < 1 || offers.length > 3 : offers.length > 0)
    violations.push(`${offers.length} offers`);
  if (offers.some(({ changes }) => changes.length === 0)) violations.push('an offer that changes nothing');
  return violations;
}
