/** The terms of the objective of a whole week but for shopping and nutrition, stated again from docs/planner.md. */
import { DAYS } from '#domain/week/week.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import {
  addConvexPenalty,
  addPenalty,
  addReward,
  type IntegerProgram,
  type Linear,
  times,
} from '../integer-program.ts';
import { type Cooked, isMain, mainMeals, type PlannedSlot, sum } from '../slots.ts';
import { eaterValue, hasTrait, isKnown, isNearIdentical, type Trait } from './meal-value.ts';
import { type Choice, counted, each, type Model, once } from './model.ts';
import { FAVOURITE_SHARE, MIX_RANGES, WEEK_WEIGHTS as WEIGHTS } from './weights.ts';

export function addSoftTerms(model: Model): void {
  addSoftRules(model);
  addFairness(model);
  addSimilarPairs(model);
  addRepetitions(model);
  addNeighbours(model);
  addBreakfasts(model);
  addCounters(model);
  addWanted(model);
}

function addSoftRules(model: Model): void {
  for (const rule of model.task.preferences.rules.filter(({ isHard }) => !isHard)) {
    const count = counted(model, rule);
    const { atLeast, atMost } = rule;
    if (atLeast !== undefined) addPenalty(model.program, -WEIGHTS.rule, [times(count, -1, atLeast)]);
    if (atMost !== undefined) addPenalty(model.program, -WEIGHTS.rule, [times(count, 1, -atMost)]);
  }
}

function addFairness({ task, choices, program }: Model): void {
  const { eaters } = task.preferences;
  if (eaters.length < 2) return;
  const sums = eaters.map((eater) => {
    const values = new Map<Dish, number>();
    const valueOf = (dish: Dish): number =>
      values.getOrInsertComputed(dish, () => eaterValue(task, eater, dish));
    return each(
      choices,
      ({ dish, slots }) => valueOf(dish) * slots.filter((slot) => slot.eaters.includes(eater)).length,
    );
  });
  addReward(program, 1, sums, Infinity);
}

/**
 * Each pair costs the same, so that c dishes of a clique of near-identical ones cost c (c - 1) / 2 times as much. Few
 * cliques with all pairs give a tighter relaxation than the pairs.
 */
function addSimilarPairs(model: Model): void {
  const { program } = model;
  const { choices, fixed } = mainOnes(model);
  const cost = -WEIGHTS.similarPair;
  const byDish = Map.groupBy(choices, ({ dish }) => dish);
  for (const [dish, ofDish] of byDish) {
    const beside = fixed.filter((meal) => isNearIdentical(dish, meal.dish)).length;
    for (const { column } of ofDish) addObjective(program, column, -cost * beside);
  }
  const pairs = fixed.map(
    ({ dish }, at) => fixed.slice(at + 1).filter((later) => isNearIdentical(dish, later.dish)).length,
  );
  program.constant -= cost * sum(pairs);
  for (const clique of cliquesOf([...byDish.keys()])) {
    const count = each(
      clique.flatMap((dish) => byDish.get(dish) as Choice[]),
      once,
    );
    addConvexPenalty(program, count, clique.length, (c) => (cost * c * (c - 1)) / 2);
  }
}

function addObjective({ columns }: IntegerProgram, column: number, change: number): void {
  (columns[column] as { objective: number }).objective += change;
}

/** Cliques that together have every pair of near-identical dishes exactly once. */
function cliquesOf(dishes: readonly Dish[]): Dish[][] {
  const near = new Map(dishes.map((dish) => [dish, new Set<Dish>()]));
  for (const [dish, ofDish] of near) {
    for (const other of dishes) if (isNearIdentical(dish, other)) ofDish.add(other);
  }
  const cliques: Dish[][] = [];
  for (const [dish, others] of near) {
    while (others.size > 0) {
      const clique = [dish];
      for (const other of others) {
        if (clique.every((member) => near.get(member)?.has(other))) clique.push(other);
      }
      for (const member of clique) for (const other of clique) near.get(member)?.delete(other);
      cliques.push(clique);
    }
  }
  return cliques;
}

function mainOnes(model: Model): { choices: Choice[]; fixed: Cooked[] } {
  return { choices: model.choices.filter(isMain), fixed: model.fixed.filter(isMain) };
}

/** How many of these meals have a dish of a kind. */
function countOf(
  { choices, fixed }: { choices: Choice[]; fixed: Cooked[] },
  has: (dish: Dish) => boolean,
): Linear {
  const cache = new Map<Dish, boolean>();
  const isCounted = ({ dish }: Cooked): boolean => cache.getOrInsertComputed(dish, has);
  return each(choices.filter(isCounted), once, fixed.filter(isCounted).length);
}

const REPEATED_TRAITS = ['protein', 'cuisine', 'form', 'starch', 'mainFood'] as const;
const NEIGHBOUR_TRAITS = ['protein', 'cuisine', 'form', 'starch'] as const;

/** The value of a trait for variety: the different pulses are one protein. */
function varietyOf(dish: Dish, trait: Trait): string {
  const value = dish[trait].toLowerCase();
  return trait === 'protein' && /^(beans|chickpeas|lentils)$/.test(value) ? 'pulses' : value;
}

/** The known values of a trait, and whether a dish has one of them. */
function varietiesOf(meals: readonly { dish: Dish }[], trait: Trait): string[] {
  return [...new Set(meals.map(({ dish }) => varietyOf(dish, trait)))].filter(isKnown);
}
function isOfVariety(dish: Dish, trait: Trait, value: string): boolean {
  return varietyOf(dish, trait) === value;
}

/** What c main meals with the same value of a trait cost. */
function repetitionCost(task: PlanningTask, trait: Trait, c: number): number {
  const pairs = (c * (c - 1)) / 2;
  return Math.round((-WEIGHTS.repetition[trait] * pairs * 9) / Math.max(9, mainMeals(task)));
}

function addRepetitions(model: Model): void {
  const main = mainOnes(model);
  const most = mainMeals(model.task);
  for (const trait of REPEATED_TRAITS) {
    const costs = Array.from({ length: most + 1 }, (_, c) => repetitionCost(model.task, trait, c));
    for (const value of varietiesOf([...main.choices, ...main.fixed], trait)) {
      const count = countOf(main, (dish) => isOfVariety(dish, trait, value));
      addConvexPenalty(model.program, count, most, (c) => costs[c] as number);
    }
  }
}

function addNeighbours(model: Model): void {
  const main = mainOnes(model);
  for (const trait of NEIGHBOUR_TRAITS) {
    for (const value of varietiesOf([...main.choices, ...main.fixed], trait)) {
      const has = ({ dish }: Cooked): boolean => isOfVariety(dish, trait, value);
      addNeighbourPenalty(model.program, -WEIGHTS.neighbours[trait], {
        choices: main.choices.filter(has),
        fixed: main.fixed.filter(has),
      });
    }
  }
}

/** A dish that is eaten on both days, as leftovers on the second, counts once. */
function addNeighbourPenalty(
  program: IntegerProgram,
  cost: number,
  { choices, fixed }: { choices: Choice[]; fixed: Cooked[] },
): void {
  for (const days of DAYS.slice(1).map((day, at) => [DAYS[at], day])) {
    const isClose = ({ day }: PlannedSlot | Cooked): boolean => days.includes(day);
    const close = each(
      choices.filter(({ slots }) => slots.some(isClose)),
      once,
      fixed.filter(isClose).length - 1,
    );
    if (close.terms.length + close.constant > 0) addPenalty(program, cost, [close]);
  }
}

function addBreakfasts({ choices, fixed, program }: Model): void {
  const breakfasts = {
    choices: choices.filter((choice) => !isMain(choice)),
    fixed: fixed.filter((meal) => !isMain(meal)),
  };
  const dishes = new Set([...breakfasts.choices, ...breakfasts.fixed].map(({ dish }) => dish));
  for (const dish of dishes) {
    const ofDish = breakfasts.choices.filter((choice) => choice.dish === dish);
    const already = breakfasts.fixed.filter((meal) => meal.dish === dish);
    const count = each(ofDish, once, already.length);
    addConvexPenalty(program, count, DAYS.length, (c) => (-WEIGHTS.sameBreakfast * c * (c - 1)) / 2);
    addNeighbourPenalty(program, -WEIGHTS.sameBreakfastNextDay, { choices: ofDish, fixed: already });
  }
}

function isFavourite({ preferences }: PlanningTask): (dish: Dish) => boolean {
  return (dish) => preferences.cuisines.some((cuisine) => hasTrait(dish, 'cuisine', cuisine));
}

function favouriteLimit(task: PlanningTask): number {
  return Math.round(FAVOURITE_SHARE * mainMeals(task));
}

function isOfKind(kind: 'meat' | 'fish'): (dish: Dish) => boolean {
  return ({ mainKind }) => mainKind === kind;
}

type Bounds = { min: number; max: number };

function mixRange(task: PlanningTask, kind: 'meat' | 'fish'): Bounds {
  const [min, max] = MIX_RANGES[task.preferences.mix ?? 'balanced'][kind];
  const meals = mainMeals(task);
  return { min: Math.round(min * meals), max: Math.round(max * meals) };
}

function isNew({ servedWeeksAway, stars }: PlanningTask): (dish: Dish) => boolean {
  return ({ id }) =>
    servedWeeksAway[id] === undefined && Object.values(stars).every((given) => given[id] === undefined);
}

/** A family that likes many dishes needs few new ones. */
function newLimit(task: PlanningTask): number {
  const given = task.preferences.eaters.map(({ id }) => task.stars[id] ?? {});
  const liked = [...new Set(given.flatMap((stars) => Object.keys(stars)))].filter((recipeId) => {
    const all = given.flatMap((stars) => stars[recipeId] ?? []);
    return sum(all) / all.length >= 3.5;
  });
  return Math.max(3, Math.ceil(mainMeals(task) - liked.length / 2));
}

function addCounters(model: Model): void {
  const { task, program } = model;
  const main = mainOnes(model);
  addReward(program, WEIGHTS.favourite, [countOf(main, isFavourite(task))], favouriteLimit(task));
  for (const kind of ['meat', 'fish'] as const) {
    const count = countOf(main, isOfKind(kind));
    const { min, max } = mixRange(task, kind);
    addPenalty(program, -WEIGHTS.mix, [times(count, -1, min), times(count, 1, -max)]);
  }
  addPenalty(program, -WEIGHTS.newDish, [times(countOf(main, isNew(task)), 1, -newLimit(task))]);
}

/** Each wanted dish counts once, whatever the meal. */
function addWanted({ task, choices, fixed, program }: Model): void {
  for (const id of new Set(task.wanted)) {
    const isWanted = ({ dish }: Cooked): boolean => dish.id === id;
    const count = each(choices.filter(isWanted), once, fixed.filter(isWanted).length);
    if (count.terms.length + count.constant > 0) addReward(program, WEIGHTS.wanted, [count], 1);
  }
}
