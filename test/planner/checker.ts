/**
 * The checker: whether a proposal keeps every hard rule, judged from the wishes, the recipes and the foods
 * as people wrote them. It shares no code with the planner and believes nothing the planner worked out.
 */
import { DAYS } from '#domain/week/week.ts';
import { SLOTS, type Place } from '#domain/plan/plan.ts';
import type { Proposal, ProposedMeal } from '#domain/proposal/proposal.ts';
import type { Rule, Preferences } from '#domain/preferences/preferences.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { wrongFunnel } from './funnel.ts';
import { carriesTag, type RecipeFacts } from './recipe-facts.ts';

type Cooked = Extract<ProposedMeal, { kind: 'cooked' }>;
type Leftovers = Extract<ProposedMeal, { kind: 'leftovers' }>;
type Facts = ReadonlyMap<string, RecipeFacts>;

const nameOf = ({ day, slot }: Place): string => `${day} ${slot}`;
const PLACES = DAYS.flatMap((day) => SLOTS.map((slot): Place => ({ day, slot })));

/** Everything that is wrong with a proposal, as one sentence each. */
export function wrongsOf(task: PlanningTask, proposal: Proposal, facts: Facts): string[] {
  const cooked = proposal.meals.filter((meal) => meal.kind === 'cooked');
  return [
    ...wrongPlaces(task, proposal),
    ...cooked.flatMap((meal) =>
      whyNot(task, meal, factsFor(facts, meal)).map((why) => `${nameOf(meal)}: ${why}`),
    ),
    ...cooked.flatMap((meal) => wrongFigures(task, proposal, meal, factsFor(facts, meal))),
    ...repeated(task, cooked),
    ...proposal.meals.flatMap((meal) =>
      meal.kind === 'leftovers' ? wrongLeftovers(task, proposal, meal, facts) : [],
    ),
    ...task.preferences.rules.flatMap((rule) => (rule.isHard ? brokenRule(task, proposal, rule, facts) : [])),
    ...wrongUnmet(task, proposal, facts),
    ...lostLocks(task, proposal, facts),
    ...needlessGaps(task, proposal, facts),
    ...wrongReasons(task, proposal, facts),
  ];
}

function factsFor(facts: Facts, { recipeId }: { recipeId: string }): RecipeFacts {
  const found = facts.get(recipeId);
  if (!found) throw new Error(`There is no recipe ${recipeId}.`);
  return found;
}

/** What people placed, else what recurs. */
function fixedAt({ existingMeals: standing, preferences: wishes }: PlanningTask, { day, slot }: Place) {
  return (
    standing[day]?.[slot] ??
    wishes.recurring.find((recurring) => recurring.day === day && recurring.slot === slot)?.meal
  );
}

function isPlanned(task: PlanningTask, place: Place): boolean {
  return task.preferences.table[place.day]?.[place.slot] !== undefined && !fixedAt(task, place);
}

/** Every planned slot has one answer, every recurring meal stands, and nothing else is touched. */
function wrongPlaces(task: PlanningTask, { meals, week, seed }: Proposal): string[] {
  const expected = PLACES.flatMap((place) => {
    if (isPlanned(task, place)) return [nameOf(place)];
    const isFree = task.existingMeals[place.day]?.[place.slot] === undefined;
    return isFree && fixedAt(task, place) ? [`${nameOf(place)} recurring`] : [];
  });
  const found = meals.map((meal) => (meal.kind === 'recurring' ? `${nameOf(meal)} recurring` : nameOf(meal)));
  const wrongs =
    expected.join() === found.join() ? [] : [`places: ${found.join()} instead of ${expected.join()}`];
  for (const meal of meals) {
    if (meal.kind === 'recurring' && JSON.stringify(meal.meal) !== JSON.stringify(fixedAt(task, meal))) {
      wrongs.push(`${nameOf(meal)}: not what recurs there`);
    }
  }
  if (week !== task.week || seed !== task.seed) wrongs.push('another week or another seed');
  return wrongs;
}

/** Why this recipe may not be cooked there, whatever else is. */
function whyNot(task: PlanningTask, place: Place, facts: RecipeFacts): string[] {
  const { recipe } = facts;
  const { preferences: wishes, servedWeeksAway: served } = task;
  const minutes = wishes.table[place.day]?.[place.slot]?.minutes;
  const whys = wishes.eaters.flatMap((eater) =>
    whyNotFor(eater, facts).map((why) => `${recipe.id} ${why} (${eater.id})`),
  );
  if (!recipe.meals.includes(place.slot)) whys.push(`${recipe.id} is not for ${place.slot}`);
  if (minutes !== undefined && recipe.totalMinutes > minutes) {
    whys.push(`${recipe.id} takes ${recipe.totalMinutes} of ${minutes} minutes`);
  }
  const weeks = served[recipe.id];
  if (weeks !== undefined && weeks <= wishes.restWeeks) {
    whys.push(`${recipe.id} is served ${weeks} weeks away, and rests ${wishes.restWeeks}`);
  }
  if (isAvoided(task, place, recipe.id)) whys.push(`${recipe.id} was to be avoided there`);
  return whys;
}

function isAvoided({ avoided }: PlanningTask, place: Place, recipeId: string): boolean {
  return avoided.some((each) => each.recipeId === recipeId && nameOf(each) === nameOf(place));
}

function whyNotFor(
  { allergens, diets, dislikes }: Preferences['eaters'][number],
  facts: RecipeFacts,
): string[] {
  const never = dislikes.filter(({ isHard }) => isHard);
  const isAsking = allergens.length + diets.length + never.length > 0;
  return [
    ...(isAsking && !facts.isCertain ? ['could contain anything'] : []),
    ...allergens
      .filter((allergen) => facts.allergens.has(allergen))
      .map((allergen) => `contains ${allergen}`),
    ...diets.filter((diet) => facts.broken.has(diet)).map((diet) => `is not ${diet}`),
    ...never.filter(({ foodId }) => facts.foodIds.has(foodId)).map(({ foodId }) => `has ${foodId}`),
  ];
}

/** The servings are for all who eat of it, and the rest is what the recipe says. */
function wrongFigures(
  task: PlanningTask,
  { meals }: Proposal,
  meal: Cooked,
  { recipe }: RecipeFacts,
): string[] {
  const eating = meals.flatMap((each) =>
    each.kind === 'leftovers' && nameOf(each.of) === nameOf(meal) ? [each] : [],
  );
  const servings = [meal, ...eating].map(
    ({ day, slot }) => task.preferences.table[day]?.[slot]?.servings ?? 0,
  );
  const expected = servings.reduce((one, other) => one + other);
  const wrongs = [];
  if (meal.servings !== expected) wrongs.push(`${nameOf(meal)}: ${meal.servings} servings, not ${expected}`);
  if (meal.title !== recipe.title || meal.minutes !== recipe.totalMinutes) {
    wrongs.push(`${nameOf(meal)}: another title or another time than the recipe's`);
  }
  if (meal.reasons.length < 1 || meal.reasons.length > 3)
    wrongs.push(`${nameOf(meal)}: ${meal.reasons.length} reasons`);
  return wrongs;
}

type FixedRecipe = Place & { recipeId: string; isCooked: boolean };

/** The recipes that stand there already. What is eaten out, or again, is not cooked. */
function fixedRecipes(task: PlanningTask): FixedRecipe[] {
  const known = new Set(task.dishes.map(({ id }) => id));
  return PLACES.flatMap((place) => {
    const { recipeId, kind } = fixedAt(task, place) ?? {};
    return recipeId !== undefined && known.has(recipeId)
      ? [{ ...place, recipeId, isCooked: kind === undefined }]
      : [];
  });
}

function repeated(task: PlanningTask, cooked: readonly Cooked[]): string[] {
  const seen = new Set(fixedRecipes(task).map(({ recipeId }) => recipeId));
  return cooked.flatMap(({ recipeId }) => {
    if (seen.has(recipeId)) return [`${recipeId} stands there twice`];
    seen.add(recipeId);
    return [];
  });
}

function wrongLeftovers(task: PlanningTask, { meals }: Proposal, meal: Leftovers, facts: Facts): string[] {
  const source = meals.find((each) => nameOf(each) === nameOf(meal.of));
  const isTomorrow = DAYS.indexOf(meal.day) === DAYS.indexOf(meal.of.day) + 1;
  const wrongs = [];
  if (!task.preferences.cooksDouble) wrongs.push('nobody wants to cook double');
  if (meal.slot !== 'lunch' || meal.of.slot !== 'dinner' || !isTomorrow)
    wrongs.push(`leftovers of ${nameOf(meal.of)}`);
  if (source?.kind !== 'cooked' || source.recipeId !== meal.recipeId)
    wrongs.push('leftovers of what is not cooked');
  if (isAvoided(task, meal, meal.recipeId)) wrongs.push(`${meal.recipeId} was to be avoided there`);
  if (!factsFor(facts, meal).recipe.keeps) wrongs.push(`${meal.recipeId} does not keep`);
  return wrongs.map((wrong) => `${nameOf(meal)}: ${wrong}`);
}

function isInScope({ days, slots }: Rule, { day, slot }: Place): boolean {
  return (days.length === 0 || days.includes(day)) && (slots.length === 0 || slots.includes(slot));
}

/** How often the rule's kind is cooked in its scope: by the planner, and by what stood before. */
function counts(task: PlanningTask, { meals }: Pick<Proposal, 'meals'>, rule: Rule, facts: Facts) {
  const count = (cooked: readonly (Place & { recipeId: string })[]): number =>
    cooked.filter((meal) => isInScope(rule, meal) && carriesTag(factsFor(facts, meal), rule.tag)).length;
  const fixed = count(fixedRecipes(task).filter(({ isCooked }) => isCooked));
  return { fixed, all: fixed + count(meals.filter((meal) => meal.kind === 'cooked')) };
}

/** Rather an empty slot than one too many, or than one that leaves too few. */
function brokenRule(
  task: PlanningTask,
  proposal: Pick<Proposal, 'meals'>,
  rule: Rule,
  facts: Facts,
): string[] {
  const { fixed, all } = counts(task, proposal, rule, facts);
  const places = proposal.meals.filter((meal) => isInScope(rule, meal) && meal.kind !== 'recurring');
  const empty = places.filter(({ kind }) => kind === 'gap').length;
  const wrongs = [];
  if (rule.atMost !== undefined && all > Math.max(rule.atMost, fixed))
    wrongs.push(`${all} times, at most ${rule.atMost}`);
  const least = Math.min(rule.atLeast ?? 0, fixed + places.length);
  if (all + empty < least) wrongs.push(`${all} times and ${empty} slots empty, at least ${least}`);
  return wrongs.map((wrong) => `${rule.id} (${rule.tag}): ${wrong}`);
}

function wrongUnmet(task: PlanningTask, proposal: Proposal, facts: Facts): string[] {
  const expected = task.preferences.rules.flatMap((rule) => {
    const { all } = counts(task, proposal, rule, facts);
    return rule.isHard && all < (rule.atLeast ?? 0) ? [`${rule.id} ${all} of ${rule.atLeast}`] : [];
  });
  const found = proposal.unmet.map(({ ruleId, wanted, possible }) => `${ruleId} ${possible} of ${wanted}`);
  return expected.join() === found.join() ? [] : [`unmet: ${found.join()} instead of ${expected.join()}`];
}

/** A lock that nothing forbids stands as it is. Where locks stand in each other's way, any may give way. */
function lostLocks(task: PlanningTask, { meals }: Proposal, facts: Facts): string[] {
  const fixed = new Set(fixedRecipes(task).map(({ recipeId }) => recipeId));
  const allowed = task.locked.filter(
    (lock) =>
      isPlanned(task, lock) &&
      !fixed.has(lock.recipeId) &&
      whyNot(task, lock, factsFor(facts, lock)).length === 0 &&
      (!lock.isDouble || mayDouble(task, lock, facts)),
  );
  const taken = allowed.flatMap((lock) => [
    nameOf(lock),
    ...(lock.isDouble ? [nameOf(lunchAfter(lock))] : []),
  ]);
  const isCrowded =
    new Set([...taken, ...allowed.map(({ recipeId }) => recipeId)]).size < taken.length + allowed.length;
  if (isCrowded || task.preferences.rules.some(({ isHard }) => isHard)) return [];
  return allowed.flatMap((lock) => {
    const meal = meals.find((each) => nameOf(each) === nameOf(lock));
    if (meal?.kind !== 'cooked' || meal.recipeId !== lock.recipeId) return [`${nameOf(lock)}: lost its lock`];
    const isDouble = meals.some((each) => each.kind === 'leftovers' && nameOf(each.of) === nameOf(lock));
    return isDouble === lock.isDouble
      ? []
      : [`${nameOf(lock)}: locked ${lock.isDouble ? 'double' : 'single'}`];
  });
}

function mayDouble(task: PlanningTask, lock: PlanningTask['locked'][number], facts: Facts): boolean {
  const lunch = lunchAfter(lock);
  return (
    task.preferences.cooksDouble &&
    lock.slot === 'dinner' &&
    lock.day !== 'Sunday' &&
    isPlanned(task, lunch) &&
    !isAvoided(task, lunch, lock.recipeId) &&
    factsFor(facts, lock).recipe.keeps
  );
}

function lunchAfter({ day }: Place): Place {
  return { day: DAYS[(DAYS.indexOf(day) + 1) % 7] ?? 'Monday', slot: 'lunch' };
}

/** An empty slot is honest only if no dish that is left over could simply be put there. */
function needlessGaps(task: PlanningTask, { meals }: Proposal, facts: Facts): string[] {
  const used = new Set(
    [...fixedRecipes(task), ...meals.filter((meal) => meal.kind === 'cooked')].map(
      ({ recipeId }) => recipeId,
    ),
  );
  return meals.flatMap((gap) => {
    if (gap.kind !== 'gap') return [];
    const fitting = task.dishes.find(({ id }) => {
      const recipe = factsFor(facts, { recipeId: id });
      if (used.has(id) || whyNot(task, gap, recipe).length > 0) return false;
      const filled = meals.map((meal) => (meal === gap ? cookedInstead(gap, id) : meal));
      return task.preferences.rules.every(
        (rule) => !rule.isHard || brokenRule(task, { meals: filled }, rule, facts).length === 0,
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
    costCents: 0,
    reasons: [],
  };
}

/** Where something is missing it is said why, with counts that are right, and something is offered. */
function wrongReasons(task: PlanningTask, { meals, unmet, offer }: Proposal, facts: Facts): string[] {
  const all = task.dishes.map(({ id }) => factsFor(facts, { recipeId: id }));
  const gaps = meals.filter((meal) => meal.kind === 'gap');
  const wrongs = gaps.flatMap((gap) =>
    wrongFunnel(task, gap, gap.obstacles, all).map((wrong) => `${nameOf(gap)}: ${wrong}`),
  );
  const isMissing = gaps.length + unmet.length > 0;
  if (isMissing !== (offer !== undefined && offer.changes.length > 0))
    wrongs.push('an offer where nothing is missing, or none');
  return wrongs;
}
