/**
 * The ground on which a week is planned: what stands fixed or locked, and for every other slot the dishes
 * that may stand there, as far as that follows from one dish and one place. What dishes do to each other
 * is for later.
 */
import type { Place } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import type { SlotSettings } from '#domain/preferences/preferences.ts';
import { bestCandidates, FEW, ranked } from '#planner/search/candidates.ts';
import type { Dish, DishFood } from './dish.ts';
import { type Gate, gateOf } from './hard-filter.ts';
import { type FixedMeal, layOut } from './slots.ts';
import { settleLocks } from './locks.ts';
import { type Content, type RuleCount, ruleCounts } from './rules.ts';
import type { PlanningTask } from './task.ts';
import { type Taste, tasteOf } from './dish-utility.ts';
import { type FindThing, thingFinder } from './purchases.ts';

export type Ground = {
  /** In order of id, each once. */
  readonly dishes: readonly Dish[];
  readonly planned: readonly (Place & SlotSettings)[];
  readonly meals: readonly FixedMeal[];
  /** The fixed meals of which the recipe is known. */
  readonly fixed: readonly FixedDish[];
  readonly gate: Gate;
  readonly rules: readonly RuleCount[];
  readonly taste: Taste;
  readonly findThing: FindThing;
  /** For each planned slot what a lock holds there. */
  readonly held: readonly Content[];
  /** For each planned slot the dishes that may be cooked for it. */
  readonly candidates: readonly (readonly Dish[])[];
  /** For each planned slot the one of the dinner before, whose leftovers it may eat; -1 where there is none. */
  readonly dinners: readonly number[];
  /** For each planned slot the dishes of that dinner of which there may be leftovers. */
  readonly keepers: readonly (readonly Dish[])[];
};

type FixedDish = Place & {
  readonly dish: Dish;
  readonly servings: number;
  /** Otherwise it is eaten again: it counts for the nutrition of its day and for nothing else. */
  readonly isCooked: boolean;
};

export function groundOf(task: PlanningTask): Ground {
  const dishes = sortedDishes(task.dishes);
  const byId = new Map(dishes.map((dish) => [dish.id, dish]));
  const { planned, fixed: meals } = layOut(task);
  const fixed = meals.flatMap((meal) => fixedDish(meal, byId) ?? []);
  const rules = ruleCounts(task.wishes.rules, planned, fixed, dishes);
  const gate = gateOf(task);
  const dinners = planned.map((slot) => (task.wishes.cooksDouble ? findDinnerBefore(slot, planned) : -1));
  const taken = new Set(meals.flatMap(({ meal }) => byId.get(meal.recipeId ?? '') ?? []));
  const held = settleLocks(task.locked, { planned, dinners, byId, taken, gate, rules });
  const free = dishes.filter((dish) => gate.isWelcome(dish) && !taken.has(dish) && !held.includes(dish));
  const taste = tasteOf(task);
  const findThing = thingFinder(task);
  const site = { dishes, planned, meals, fixed, gate, rules, taste, findThing, held, dinners };
  const candidates = candidatesOn(site, free);
  return { ...site, candidates, keepers: keepersOn(site, candidates) };
}

type Site = Omit<Ground, 'candidates' | 'keepers'>;

function candidatesOn(site: Site, free: readonly Dish[]): Ground['candidates'] {
  const { planned, gate, rules, held } = site;
  const open = planned.filter((_, index) => !held[index]);
  const usable = free.filter((dish) => open.some((slot) => gate.fits(dish, slot)));
  const inOrder = usable.length > FEW ? ranked(usable, prospectsOn(site)) : usable;
  return planned.map((slot, index) => {
    const content = held[index];
    if (content) return content === 'leftovers' ? [] : [content];
    const within = rules.filter(({ covers }) => covers(slot));
    const possible = inOrder.filter((dish) => gate.fits(dish, slot) && !isRuledOut(dish, within));
    return possible.length > FEW ? bestCandidates(possible, within) : possible;
  });
}

/** What a dish is worth next to what stands already, as far as that can be said before the rest is known. */
function prospectsOn({ fixed, held, taste, findThing }: Site): (dish: Dish) => number {
  const standing = [
    ...fixed.map(({ dish }) => dish),
    ...held.filter((content) => content !== undefined && content !== 'leftovers'),
  ];
  // Of each food, worked out when it is first met: thousands of dishes share a few hundred of them.
  const gains = new Map(standing.flatMap(({ foods }) => foods.map(({ foodId }) => [foodId, 0])));
  const gainOf = (food: DishFood): number => {
    let gain = gains.get(food.foodId);
    if (gain === undefined) gains.set(food.foodId, (gain = findThing(food)?.gain ?? 0));
    return gain;
  };
  return (dish) => dish.foods.reduce((sum, food) => sum + gainOf(food), taste.pointsOf(dish));
}

function keepersOn(
  { planned, gate, rules, held, dinners }: Site,
  candidates: Ground['candidates'],
): Ground['keepers'] {
  return planned.map((slot, index) => {
    const dinner = dinners[index] as number;
    // A lock that is not double stays as it is, and so does a lunch that is locked.
    if (held[index] !== 'leftovers' && (held[index] ?? held[dinner])) return [];
    if (rules.some(({ covers, mostOthers }) => covers(slot) && mostOthers === 0)) return [];
    return (candidates[dinner] ?? []).filter((dish) => dish.keeps && !gate.isAvoided(dish, slot));
  });
}

/** Each id once. */
function sortedDishes(dishes: readonly Dish[]): Dish[] {
  return dishes
    .toSorted((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))
    .filter(({ id }, index, all) => all[index - 1]?.id !== id);
}

/** Whoever eats out eats what nobody here has cooked. */
function fixedDish(
  { day, slot, meal: { recipeId = '', kind }, servings }: FixedMeal,
  byId: ReadonlyMap<string, Dish>,
): FixedDish | undefined {
  const dish = byId.get(recipeId);
  return dish && kind !== 'eating-out' ? { day, slot, dish, servings, isCooked: !kind } : undefined;
}

function findDinnerBefore({ day, slot }: Place, planned: readonly Place[]): number {
  const before = DAYS[DAYS.indexOf(day) - 1];
  return planned.findIndex((one) => slot === 'lunch' && one.slot === 'dinner' && one.day === before);
}

/** By a rule that leaves no room for it, whatever else is planned. */
function isRuledOut(dish: Dish, rules: readonly RuleCount[]): boolean {
  return rules.some(({ tagged, mostTagged, mostOthers }) =>
    tagged.has(dish) ? mostTagged === 0 : mostOthers === 0,
  );
}

/** Whether it stands in the week already, planned or fixed. */
export function isUsed(dish: Dish, contents: readonly Content[], { meals }: Ground): boolean {
  return contents.includes(dish) || meals.some(({ meal }) => meal.recipeId === dish.id);
}
