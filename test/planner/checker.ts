/**
 * Checks whether a proposal meets every hard constraint, from the preferences, the recipes and the foods. It shares
 * no code with the planner and uses nothing that the planner computed.
 */
import { DAYS } from '#domain/week/week.ts';
import { SLOTS, type Place } from '#domain/plan/plan.ts';
import type { Proposal, ProposedMeal } from '#domain/proposal/proposal.ts';
import type { Rule, Preferences } from '#domain/preferences/preferences.ts';
import type { Lock, PlanningTask } from '#planner/model/task.ts';
import { countErrors } from './blocking-constraints-check.ts';
import { recipeCounts, type RecipeFacts } from './recipe-facts.ts';
import { canEat, eatersAt, servingsAt, servingsFor, tableExclusions } from './table-check.ts';

type Cooked = Extract<ProposedMeal, { kind: 'cooked' }>;
type Leftovers = Extract<ProposedMeal, { kind: 'leftovers' }>;
type Facts = ReadonlyMap<string, RecipeFacts>;

const nameOf = ({ day, slot }: Place): string => `${day} ${slot}`;
const PLACES = DAYS.flatMap((day) => SLOTS.map((slot): Place => ({ day, slot })));

/** All violations of a proposal, one text each. */
export function violationsOf(task: PlanningTask, proposal: Proposal, facts: Facts): string[] {
  const cooked = proposal.meals.filter((meal) => meal.kind === 'cooked');
  return [
    ...placeViolations(task, proposal),
    ...cooked.flatMap((meal) =>
      exclusionsOf(task, meal, factsFor(facts, meal)).map((reason) => `${nameOf(meal)}: ${reason}`),
    ),
    ...cooked.flatMap((meal) => figureViolations(task, proposal, meal, factsFor(facts, meal))),
    ...repeatViolations(task, cooked),
    ...proposal.meals.flatMap((meal) =>
      meal.kind === 'leftovers' ? leftoverViolations(task, proposal, meal, facts) : [],
    ),
    ...task.preferences.rules.flatMap((rule) =>
      rule.isHard ? ruleViolations(task, proposal, rule, facts) : [],
    ),
    ...unmetViolations(task, proposal, facts),
    ...lockViolations(task, proposal, facts),
    ...needlessGaps(task, proposal, facts),
    ...explanationViolations(task, proposal, facts),
  ];
}

function factsFor(facts: Facts, { recipeId }: { recipeId: string }): RecipeFacts {
  const found = facts.get(recipeId);
  if (!found) throw new Error(`unknown recipe ${recipeId}`);
  return found;
}

/** The existing meal of a place, or else its recurring meal. */
function fixedAt({ existingMeals, preferences }: PlanningTask, { day, slot }: Place) {
  return (
    existingMeals[day]?.[slot] ??
    preferences.recurring.find((recurring) => recurring.day === day && recurring.slot === slot)?.meal
  );
}

function isPlanned(task: PlanningTask, place: Place): boolean {
  return task.preferences.slotSettings[place.day]?.[place.slot] !== undefined && !fixedAt(task, place);
}

/** Every planned slot has one meal or gap, every recurring meal is there, and nothing else changes. */
function placeViolations(task: PlanningTask, { meals, week, seed }: Proposal): string[] {
  const expected = PLACES.flatMap((place) => {
    if (isPlanned(task, place)) return [nameOf(place)];
    const isFree = task.existingMeals[place.day]?.[place.slot] === undefined;
    return isFree && fixedAt(task, place) ? [`${nameOf(place)} recurring`] : [];
  });
  const found = meals.map((meal) => (meal.kind === 'recurring' ? `${nameOf(meal)} recurring` : nameOf(meal)));
  const violations =
    expected.join() === found.join() ? [] : [`places: ${found.join()} instead of ${expected.join()}`];
  for (const meal of meals) {
    if (meal.kind === 'recurring' && JSON.stringify(meal.meal) !== JSON.stringify(fixedAt(task, meal))) {
      violations.push(`${nameOf(meal)}: not the recurring meal`);
    }
  }
  if (week !== task.week || seed !== task.seed) violations.push('the week or the seed differs');
  return violations;
}

/** Why this recipe may not be cooked in this place, independently of the other meals. */
function exclusionsOf(task: PlanningTask, place: Place, facts: RecipeFacts): string[] {
  const { recipe, clockMinutes } = facts;
  const { preferences, servedWeeksAway } = task;
  const minutes = preferences.slotSettings[place.day]?.[place.slot]?.minutes;
  const reasons = tableExclusions(eatersAt(preferences, place), facts);
  if (!recipe.meals.includes(place.slot)) reasons.push(`${recipe.id} is not for ${place.slot}`);
  if (minutes !== undefined && clockMinutes > minutes) {
    reasons.push(`${recipe.id} takes ${clockMinutes} of ${minutes} minutes`);
  }
  const weeks = servedWeeksAway[recipe.id];
  if (place.slot !== 'breakfast' && weeks !== undefined && weeks <= preferences.restWeeks) {
    reasons.push(`${recipe.id} is served ${weeks} weeks away, within the rest of ${preferences.restWeeks}`);
  }
  if (task.avoided.includes(recipe.id)) reasons.push(`${recipe.id} is to be avoided`);
  return reasons;
}

/** The servings include those of the leftovers; title and minutes are those of the recipe. */
function figureViolations(
  { preferences }: PlanningTask,
  { meals }: Proposal,
  meal: Cooked,
  facts: RecipeFacts,
): string[] {
  const { recipe } = facts;
  const eating = meals.filter((each) => each.kind === 'leftovers' && nameOf(each.of) === nameOf(meal));
  const places: Place[] = [meal, ...eating];
  const expected = total(places.map((place) => servingsAt(preferences, place)));
  const violations = [];
  if (meal.servings !== expected) violations.push(`${meal.servings} servings, not ${expected}`);
  if (meal.title !== recipe.title) violations.push('the title differs from that of the recipe');
  if (meal.minutes !== facts.clockMinutes || meal.activeMinutes !== recipe.activeMinutes) {
    violations.push('the minutes differ from those of the recipe');
  }
  if (meal.reasons.length > 3) violations.push(`${meal.reasons.length} reasons`);
  if (eating.length > 1) violations.push('two meals eat the leftovers');
  const variant = expectedVariant(preferences, places, facts);
  if (JSON.stringify(meal.variant) !== JSON.stringify(variant)) {
    violations.push(`${JSON.stringify(meal.variant)} instead of ${JSON.stringify(variant)}`);
  }
  return violations.map((violation) => `${nameOf(meal)}: ${violation}`);
}

/** Exactly those get the variant who cannot eat the dish itself. */
function expectedVariant(
  preferences: Preferences,
  places: readonly Place[],
  facts: RecipeFacts,
): Cooked['variant'] {
  const others = places.map((place) => eatersAt(preferences, place).filter((eater) => !canEat(eater, facts)));
  const eaterIds = [...new Set(others.flat().map(({ id }) => id))];
  if (eaterIds.length === 0) return undefined;
  const servings = others.map((eaters, at) =>
    eaters.length > 0 ? Math.min(servingsFor(eaters), servingsAt(preferences, places[at] as Place)) : 0,
  );
  return { eaterIds, servings: total(servings), title: facts.variantTitle ?? '' };
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}

type FixedRecipe = Place & { recipeId: string; isEaten: boolean };

/** The recipes of fixed meals. What a meal eaten out consists of is not known, whatever its recipe. */
function fixedRecipes(task: PlanningTask): FixedRecipe[] {
  const known = new Set(task.dishes.map(({ id }) => id));
  return PLACES.flatMap((place) => {
    const { recipeId, kind } = fixedAt(task, place) ?? {};
    return recipeId !== undefined && known.has(recipeId)
      ? [{ ...place, recipeId, isEaten: kind !== 'eating-out' }]
      : [];
  });
}

/** Only a breakfast may be cooked again, for breakfast. */
function repeatViolations(task: PlanningTask, cooked: readonly Cooked[]): string[] {
  return cooked.flatMap((meal, at) =>
    isRepeated(meal, [...fixedRecipes(task), ...cooked.slice(0, at)])
      ? [`${meal.recipeId} is used twice`]
      : [],
  );
}

type PlacedRecipe = Place & { recipeId: string };

function isRepeated({ recipeId, slot }: PlacedRecipe, others: readonly PlacedRecipe[]): boolean {
  return others.some(
    (other) => other.recipeId === recipeId && !(slot === 'breakfast' && other.slot === 'breakfast'),
  );
}

function leftoverViolations(
  task: PlanningTask,
  { meals }: Proposal,
  meal: Leftovers,
  facts: Facts,
): string[] {
  const source = meals.find((each) => nameOf(each) === nameOf(meal.of));
  const violations = leftoverExclusions(task, meal.of, meal, factsFor(facts, meal));
  if (source?.kind !== 'cooked' || source.recipeId !== meal.recipeId)
    violations.push('leftovers of a meal that is not cooked');
  return violations.map((violation) => `${nameOf(meal)}: ${violation}`);
}

/** Why the leftovers of a meal may not be eaten at a later one. */
function leftoverExclusions(
  { preferences }: PlanningTask,
  cooked: Place,
  eating: Place,
  facts: RecipeFacts,
): string[] {
  const { recipe, freezes } = facts;
  const days = DAYS.indexOf(eating.day) - DAYS.indexOf(cooked.day);
  const lasts = freezes || (recipe.keeps && days === 1);
  const violations = tableExclusions(eatersAt(preferences, eating), facts);
  if (!preferences.cooksDouble) violations.push('the family does not cook double');
  if (cooked.slot === 'breakfast' || eating.slot === 'breakfast') violations.push('leftovers at breakfast');
  if (days < 1 || !lasts) violations.push(`${recipe.id} does not last for ${days} days`);
  return violations;
}

function isInScope({ days, slots }: Rule, { day, slot }: Place): boolean {
  return (days.length === 0 || days.includes(day)) && (slots.length === 0 || slots.includes(slot));
}

/** How many planned and fixed meals in the rule's scope have its tag, leftovers too. */
function counts(task: PlanningTask, { meals }: Pick<Proposal, 'meals'>, rule: Rule, facts: Facts) {
  const inScope = <Meal extends Place>(eaten: readonly Meal[]): Meal[] =>
    eaten.filter((meal) => isInScope(rule, meal));
  const fixed = inScope(fixedRecipes(task)).filter(
    (meal) => meal.isEaten && recipeCounts(factsFor(facts, meal), rule),
  ).length;
  const planned = inScope(meals.filter((meal) => 'recipeId' in meal)).filter((meal) => {
    const recipe = factsFor(facts, meal);
    return recipeCounts(recipe, rule, variantAt(task, meal, recipe));
  }).length;
  return { fixed, all: fixed + planned };
}

/** The variant, if somebody at the table gets it. */
function variantAt({ preferences }: PlanningTask, place: Place, facts: RecipeFacts): RecipeFacts['variant'] {
  return eatersAt(preferences, place).every((eater) => canEat(eater, facts)) ? undefined : facts.variant;
}

/** Whether any dish may be eaten in the slot, whatever the other slots have. */
function isFillable(task: PlanningTask, place: Place, facts: Facts): boolean {
  const canCook = (at: Place, recipe: RecipeFacts): boolean =>
    isPlanned(task, at) &&
    !isRepeated({ ...at, recipeId: recipe.recipe.id }, fixedRecipes(task)) &&
    exclusionsOf(task, at, recipe).length === 0;
  return task.dishes.some(({ id }) => {
    const recipe = factsFor(facts, { recipeId: id });
    return (
      canCook(place, recipe) ||
      PLACES.some(
        (source) => leftoverExclusions(task, source, place, recipe).length === 0 && canCook(source, recipe),
      )
    );
  });
}

/**
 * A slot must stay empty rather than exceed an upper bound or miss a lower bound. A slot that no dish fits does not take
 * the place of one that the rule asks for.
 */
function ruleViolations(
  task: PlanningTask,
  proposal: Pick<Proposal, 'meals'>,
  rule: Rule,
  facts: Facts,
): string[] {
  const { fixed, all } = counts(task, proposal, rule, facts);
  const places = proposal.meals.filter(
    (meal) =>
      isInScope(rule, meal) &&
      meal.kind !== 'recurring' &&
      (meal.kind !== 'gap' || isFillable(task, meal, facts)),
  );
  const empty = places.filter(({ kind }) => kind === 'gap').length;
  const violations = [];
  if (rule.atMost !== undefined && all > Math.max(rule.atMost, fixed))
    violations.push(`${all} times, at most ${rule.atMost}`);
  const least = Math.min(rule.atLeast ?? 0, fixed + places.length);
  if (all + empty < least) violations.push(`${all} times and ${empty} slots empty, at least ${least}`);
  return violations.map((violation) => `${rule.id} (${rule.tag}): ${violation}`);
}

function unmetViolations(task: PlanningTask, proposal: Proposal, facts: Facts): string[] {
  const expected = task.preferences.rules.flatMap((rule) => {
    const { all } = counts(task, proposal, rule, facts);
    return rule.isHard && all < (rule.atLeast ?? 0) ? [`${rule.id} ${all} of ${rule.atLeast}`] : [];
  });
  const found = proposal.unmet.map(({ ruleId, wanted, possible }) => `${ruleId} ${possible} of ${wanted}`);
  return expected.join() === found.join() ? [] : [`unmet: ${found.join()} instead of ${expected.join()}`];
}

/** A lock that violates no constraint must stay. If locks exclude each other, any of them may be dropped. */
function lockViolations(task: PlanningTask, { meals }: Proposal, facts: Facts): string[] {
  const allowed = task.locked.filter(
    (lock) =>
      isPlanned(task, lock) &&
      !isRepeated(lock, fixedRecipes(task)) &&
      exclusionsOf(task, lock, factsFor(facts, lock)).length === 0 &&
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
        allowed.filter((other) => other !== lock),
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
    isPlanned(task, eating) && leftoverExclusions(task, lock, eating, factsFor(facts, lock)).length === 0
  );
}

/** A slot may be empty only if no unused dish fits it. */
function needlessGaps(task: PlanningTask, { meals }: Proposal, facts: Facts): string[] {
  const used = [...fixedRecipes(task), ...meals.filter((meal) => meal.kind === 'cooked')];
  return meals.flatMap((gap) => {
    if (gap.kind !== 'gap') return [];
    const fitting = task.dishes.find(({ id }) => {
      const recipe = factsFor(facts, { recipeId: id });
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
  const all = task.dishes.map(({ id }) => factsFor(facts, { recipeId: id }));
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
