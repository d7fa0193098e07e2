/**
 * The hard constraints, stated again from docs/planner.md, on the preferences and the contents of the recipes: they share
 * no code with the planner. The checker judges proposals by them; the integer program has no other choices.
 */
import { type Dish as PlacedDish, type Place, PLACES } from '#domain/plan/plan.ts';
import type { Course } from '#domain/recipe/course.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import type { Eater, Rule } from '#domain/preferences/preferences.ts';
import { DAYS } from '#domain/week/week.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { type Contents, type Facts, factsFor, recipeCounts, type RecipeFacts } from './recipe-facts.ts';
import { eatersAt, fixedMeals, fixedRecipes, isMain, isPlanned } from './slots.ts';

/** Why this recipe may not be cooked in this place, independently of the other meals. */
export function exclusionsOf(task: PlanningTask, place: Place, facts: RecipeFacts): string[] {
  const { recipe, clockMinutes } = facts;
  const { preferences, servedWeeksAway } = task;
  const minutes = preferences.slotSettings[place.day]?.[place.slot]?.minutes;
  const reasons = tableExclusions(eatersAt(task, place), facts);
  if (!suits(recipe, place)) reasons.push(`${recipe.id} is not for ${place.slot}`);
  if (minutes !== undefined && clockMinutes > minutes) {
    reasons.push(`${recipe.id} takes ${clockMinutes} of ${minutes} minutes`);
  }
  const weeks = servedWeeksAway[recipe.id];
  if (isMain(place) && weeks !== undefined && weeks <= preferences.restWeeks) {
    reasons.push(`${recipe.id} is served ${weeks} weeks away, within the rest of ${preferences.restWeeks}`);
  }
  if (task.avoided.includes(recipe.id)) reasons.push(`${recipe.id} is to be avoided`);
  return reasons;
}

export type PlacedRecipe = Place & { recipeId: string };

/** Only a breakfast may be cooked again, for breakfast. */
export function isRepeated(meal: PlacedRecipe, others: readonly PlacedRecipe[]): boolean {
  return others.some((placed) => placed.recipeId === meal.recipeId && (isMain(meal) || isMain(placed)));
}

/** Whether the recipe is a meal of its own in the place. Sweets and drinks are only snacks. */
export function suits({ course, meals }: Recipe, { slot }: Place): boolean {
  const courses: readonly Course[] = slot === 'snack' ? ['main', 'dessert', 'drink'] : ['main'];
  return meals.includes(slot) && courses.includes(course);
}

/** Whether the recipe may be cooked in the place, whatever the other planned slots have. */
export function mayCook(task: PlanningTask, place: Place, facts: RecipeFacts): boolean {
  return (
    isPlanned(task, place) &&
    !isRepeated({ ...place, recipeId: facts.recipe.id }, fixedRecipes(task)) &&
    exclusionsOf(task, place, facts).length === 0
  );
}

/** Why the leftovers of a meal may not be eaten at a later one. */
export function leftoverExclusions(
  task: PlanningTask,
  cooked: Place,
  eating: Place,
  facts: RecipeFacts,
): string[] {
  const { recipe, freezes } = facts;
  const days = DAYS.indexOf(eating.day) - DAYS.indexOf(cooked.day);
  const lasts = freezes || (recipe.keeps && days === 1);
  const violations = tableExclusions(eatersAt(task, eating), facts);
  if (!task.preferences.cooksDouble) violations.push('the family does not cook double');
  if (!isMain(cooked) || !isMain(eating)) violations.push('leftovers at breakfast');
  if (days < 1 || !lasts) violations.push(`${recipe.id} does not last for ${days} days`);
  return violations;
}

/** Whether any dish may be eaten in the slot, whatever the other slots have. */
function isFillable(task: PlanningTask, place: Place, facts: Facts): boolean {
  return task.dishes.some(({ id }) => {
    const recipe = factsFor(facts, id);
    return (
      mayCook(task, place, recipe) ||
      PLACES.some(
        (source) =>
          leftoverExclusions(task, source, place, recipe).length === 0 && mayCook(task, source, recipe),
      )
    );
  });
}

function isInScope({ days, slots }: Rule, { day, slot }: Place): boolean {
  return (days.length === 0 || days.includes(day)) && (slots.length === 0 || slots.includes(slot));
}

/** Whether a planned meal counts for a rule. The variant does only if somebody at the table gets it. */
export function mealCounts(task: PlanningTask, rule: Rule, place: Place, facts: RecipeFacts): boolean {
  if (!isInScope(rule, place)) return false;
  const isShared = eatersAt(task, place).every((eater) => canEat(eater, facts));
  return recipeCounts(facts, rule, isShared ? undefined : facts.variant);
}

/** Whether a fixed meal counts for a rule. What a meal eaten out consists of is not known. */
export function fixedCount(task: PlanningTask, rule: Rule, facts: Facts): number {
  return fixedMeals(task).filter(
    (meal) =>
      meal.kind !== 'eating-out' &&
      isInScope(rule, meal) &&
      recipeCounts(factsFor(facts, meal.recipeId), rule),
  ).length;
}

type RuleBounds = { slots: Place[]; least: number; most: number };
/** The same for all weeks of a task: every gap is compared with every dish. */
const boundsByTask = new WeakMap<PlanningTask, Map<Rule, RuleBounds>>();

/**
 * The bounds of a hard rule. A slot must stay empty rather than exceed the upper one, or miss the lower one: an empty slot
 * counts for that. One that no dish fits does not take the place of one that the rule asks for.
 */
export function ruleBounds(task: PlanningTask, rule: Rule, facts: Facts): RuleBounds {
  return boundsByTask
    .getOrInsertComputed(task, () => new Map<Rule, RuleBounds>())
    .getOrInsertComputed(rule, () => computeRuleBounds(task, rule, facts));
}

function computeRuleBounds(task: PlanningTask, rule: Rule, facts: Facts): RuleBounds {
  const fixed = fixedCount(task, rule, facts);
  const slots = PLACES.filter(
    (place) => isInScope(rule, place) && isPlanned(task, place) && isFillable(task, place, facts),
  );
  return {
    slots,
    least: Math.min(rule.atLeast ?? 0, fixed + slots.length),
    most: Math.max(rule.atMost ?? Infinity, fixed),
  };
}

/** An eater has such a constraint, and the contents violate it, or may violate it. */
function violates<Asked>(
  asked: readonly Asked[],
  { isCertain }: Contents,
  has: (item: Asked) => boolean,
): boolean {
  return asked.length > 0 && (!isCertain || asked.some(has));
}

export function hasAllergen({ allergens }: Eater, contents: Contents): boolean {
  return violates(allergens, contents, (allergen) => contents.allergens.has(allergen));
}

export function breaksDiet({ diets }: Eater, contents: Contents): boolean {
  return violates(diets, contents, (diet) => contents.broken.has(diet));
}

/** Traces of it matter: allergens, and gluten and dairy for those who avoid them. */
function isHarmful(eater: Eater, contents: Contents): boolean {
  const diets = eater.diets.filter((diet) => diet === 'gluten-free' || diet === 'dairy-free');
  return hasAllergen(eater, contents) || breaksDiet({ ...eater, diets }, contents);
}

function hasNeverEaten({ dislikes }: Eater, contents: Contents): boolean {
  const never = dislikes.filter(({ isHard }) => isHard);
  return violates(never, contents, ({ foodId }) => contents.foodIds.has(foodId));
}

export function canEat(eater: Eater, contents: Contents): boolean {
  return !hasAllergen(eater, contents) && !breaksDiet(eater, contents) && !hasNeverEaten(eater, contents);
}

/** Whether an eater should not have a placed dish. A variant and its dish are cooked in one kitchen. */
export function isNotFor(
  eater: Eater,
  { variant, exceptEaters, eaterIds }: PlacedDish,
  facts: RecipeFacts,
): boolean {
  if (exceptEaters?.includes(eater.id) || eaterIds?.includes(eater.id) === false) return false;
  if (!variant || !facts.variant) return !canEat(eater, facts);
  const [own, other] = variant.eaterIds.includes(eater.id) ? [facts.variant, facts] : [facts, facts.variant];
  return !canEat(eater, own) || isHarmful(eater, other);
}

/** Why a table cannot eat a recipe; empty if everyone eats it, or some eat it and the others its variant. */
export function tableExclusions(eaters: readonly Eater[], facts: RecipeFacts): string[] {
  const others = eaters.filter((eater) => !canEat(eater, facts));
  const name = facts.recipe.id;
  if (others.length === 0) return [];
  const { variant } = facts;
  if (!variant) return others.map(({ id }) => `${name} is not for ${id}`);
  return [
    ...eaters.filter((eater) => isHarmful(eater, facts)).map(({ id }) => `${name} harms ${id}`),
    ...eaters
      .filter((eater) => isHarmful(eater, variant))
      .map(({ id }) => `the variant of ${name} harms ${id}`),
    ...others
      .filter((eater) => !canEat(eater, variant))
      .map(({ id }) => `no variant of ${name} is for ${id}`),
    ...(others.length === eaters.length ? [`nobody eats ${name} itself`] : []),
  ];
}
