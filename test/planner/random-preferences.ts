/**
 * Random preferences, from undemanding to infeasible. The severity from 0 to 3 sets the number of allergens, diets,
 * dislikes and hard rules, and the time limits.
 */
import { ALLERGENS, DIETS } from '#domain/food/food.ts';
import { SLOTS, type Place, type Slot } from '#domain/plan/plan.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import {
  DEFAULT_PREFERENCES,
  type Eater,
  foodTag,
  MIXES,
  PORTIONS,
  type Rule,
  type SlotSettings,
  type Tag,
  type Preferences,
} from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import { oneOf, type Random } from '#domain/random.ts';

/** Probabilities in percent, by severity. */
const DIET = [3, 12, 25, 60];
const ALLERGEN = [5, 20, 35, 60];
const HARD = [0, 30, 60, 80];
/** Maximum number of rules, by severity. */
const RULES = [0, 2, 4, 5];
const MINUTES = [
  [45, 60, 90, undefined],
  [25, 30, 45, 60, undefined],
  [15, 20, 30, 45],
  [10, 15, 20, 25],
];

export function randomPreferences(severity: number, dishes: readonly Dish[], random: Random): Preferences {
  if (random(40) === 0) return DEFAULT_PREFERENCES;
  const eaters = Array.from({ length: random(50) === 0 ? 30 : random(6) }, (_, at) =>
    randomEater(`eater-${at}`, severity, dishes, random),
  );
  const slotSettings = randomTable(severity, eaters, random);
  const slotCount = Object.values(slotSettings).flatMap((day) => Object.values(day)).length;
  return {
    eaters,
    slotSettings,
    budgetCents: random(2) === 0 ? (1 + slotCount) * (200 + random(1_500)) : undefined,
    rules: randomRules(severity, dishes, random),
    restWeeks: random(severity === 3 ? 8 : 4),
    cuisines: some(4, random, () => oneOf(random, dishes).cuisine).filter((cuisine) => cuisine !== ''),
    recurring: distinctPlaces(some(3, random, () => randomPlace(random))).map((place) => ({
      ...place,
      meal: randomRecurring(dishes, random),
    })),
    cooksDouble: random(2) === 0,
    mix: oneOf(random, [undefined, ...MIXES]),
    shoppingDay: oneOf(random, [undefined, ...DAYS]),
  };
}

function randomEater(id: string, severity: number, dishes: readonly Dish[], random: Random): Eater {
  return {
    id,
    name: id,
    diets: random(100) < at(DIET, severity) ? some(3, random, () => oneOf(random, DIETS)) : [],
    allergens:
      random(100) < at(ALLERGEN, severity)
        ? some(1 + severity * 2, random, () => oneOf(random, ALLERGENS))
        : [],
    dislikes: distinct(some(4, random, () => randomFoodKey(dishes, random))).map((foodId) => ({
      foodId,
      isHard: random(100) < at(HARD, severity),
    })),
    portion: oneOf(random, [undefined, ...PORTIONS]),
    goals:
      random(6) === 0
        ? {
            energyKcal: oneOf(random, [undefined, { min: 1_800 }, { min: 1_200, max: 1_600 }]),
            proteinG: oneOf(random, [undefined, { min: 90 }, { min: 40, max: 60 }]),
          }
        : undefined,
  };
}

/** The same slots every day, or scattered ones. */
function randomTable(
  severity: number,
  eaters: readonly Eater[],
  random: Random,
): { [D in Day]?: { [S in Slot]?: SlotSettings } } {
  const kind = oneOf(random, ['dinners', 'lunch and dinner', 'all', 'scattered', 'default'] as const);
  const isPlanned = (day: Day, slot: Slot): boolean => {
    if (kind === 'dinners') return slot === 'dinner';
    if (kind === 'lunch and dinner') return slot === 'lunch' || slot === 'dinner';
    if (kind === 'scattered') return random(3) === 0;
    if (kind === 'all') return slot !== 'lunchbox' && slot !== 'snack';
    return DEFAULT_PREFERENCES.slotSettings[day]?.[slot] !== undefined;
  };
  const servings = 1 + random(6);
  return Object.fromEntries(
    DAYS.map((day) => [
      day,
      Object.fromEntries(
        SLOTS.filter((slot) => isPlanned(day, slot)).map((slot) => [
          slot,
          {
            servings: oneOf(random, [undefined, servings, servings, 1 + random(8)]),
            away: random(4) === 0 ? eaters.filter(() => random(2) === 0).map(({ id }) => id) : undefined,
            guests: random(6) === 0 ? random(4) : undefined,
            minutes: day === 'Tuesday' && severity > 1 ? 10 : oneOf(random, at(MINUTES, severity)),
          },
        ]),
      ),
    ]),
  );
}

function randomRules(severity: number, dishes: readonly Dish[], random: Random): Rule[] {
  const rules = some(1 + at(RULES, severity), random, () => randomRule(severity, dishes, random));
  // The app does not allow two rules with the same tag and scope.
  const byScope = new Map(rules.map((rule) => [JSON.stringify([rule.tag, rule.days, rule.slots]), rule]));
  return [...byScope.values()].map((rule, index) => ({ ...rule, id: `rule-${index}` }));
}

function randomRule(severity: number, dishes: readonly Dish[], random: Random): Rule {
  const dish = oneOf(random, dishes);
  const tags: Tag[] = [
    `protein:${dish.protein}`,
    `protein:${oneOf(random, ['fish', 'chicken', 'beans'])}`,
    `cuisine:${dish.cuisine}`,
    `diet:${oneOf(random, DIETS)}`,
    `title:${oneOf(random, ['pizza', 'soup', 'Curry', 'salad'])}`,
    foodTag(randomFoodKey(dishes, random)),
  ];
  const least = 1 + random(severity === 3 ? 6 : 2);
  const bounds = oneOf(random, [
    { atLeast: least },
    { atMost: random(3) },
    { atLeast: 1, atMost: 1 + random(2) },
  ]);
  return {
    id: '',
    tag: oneOf(random, tags),
    days: random(3) === 0 ? DAYS.filter(() => random(3) === 0) : [],
    slots: random(2) === 0 ? SLOTS.filter(() => random(2) === 0) : [],
    isHard: random(100) < at(HARD, severity),
    ...bounds,
  };
}

function randomRecurring(dishes: readonly Dish[], random: Random): Preferences['recurring'][number]['meal'] {
  return oneOf(random, [
    { description: 'Pizza from the corner', kind: 'eating-out' as const },
    { description: 'Whatever is left', kind: 'leftovers' as const },
    { description: 'As every week', recipeId: oneOf(random, dishes).id },
    { description: 'A recipe that is no more', recipeId: 'gone' },
  ]);
}

export function randomPlace(random: Random): Place {
  return { day: oneOf(random, DAYS), slot: oneOf(random, SLOTS) };
}

export function distinctPlaces(places: Place[]): Place[] {
  return [...new Map(places.map((place) => [`${place.day} ${place.slot}`, place])).values()];
}

/** A food of a random dish, so common foods are more frequent. */
export function randomFood(dishes: readonly Dish[], random: Random): string {
  const { foods } = oneOf(random, dishes);
  return foods.length > 0 ? oneOf(random, foods).foodId : 'onion';
}

/** A food or a food group of a random dish. */
function randomFoodKey(dishes: readonly Dish[], random: Random): string {
  const { foodKeys } = oneOf(random, dishes);
  return foodKeys.length > 0 ? oneOf(random, foodKeys) : 'group:onions';
}

/** A random number of items, less than the limit. */
export function some<Item>(limit: number, random: Random, make: () => Item): Item[] {
  return Array.from({ length: random(limit) }, make);
}

export function distinct<Item>(items: Item[]): Item[] {
  return [...new Set(items)];
}

function at<Item>(items: readonly Item[], severity: number): Item {
  return items[severity] as Item;
}
