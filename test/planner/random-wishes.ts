/**
 * What random families wish for, from nothing at all to more than any cookbook can give. Severity is from
 * 0 to 3: how many allergens, diets and dislikes there are, how little time, how many hard rules.
 */
import { ALLERGENS, DIETS } from '#domain/food/food.ts';
import { SLOTS, type Place, type Slot } from '#domain/plan/plan.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import {
  DEFAULT_PREFERENCES,
  type Eater,
  type Rule,
  type SlotSettings,
  type Tag,
  type Preferences,
} from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import { type Chance, oneOf } from '#test/chance.ts';

/** How often in a hundred, by severity. */
const DIET = [3, 12, 25, 60];
const ALLERGEN = [5, 20, 35, 60];
const HARD = [0, 30, 60, 80];
/** A family has so many rules at most. */
const RULES = [0, 2, 4, 5];
const MINUTES = [
  [45, 60, 90, undefined],
  [25, 30, 45, 60, undefined],
  [15, 20, 30, 45],
  [10, 15, 20, 25],
];

export function randomWishes(severity: number, dishes: readonly Dish[], chance: Chance): Preferences {
  if (chance(40) === 0) return DEFAULT_PREFERENCES;
  const table = randomTable(severity, chance);
  const sittings = Object.values(table).flatMap((day) => Object.values(day)).length;
  return {
    eaters: Array.from({ length: chance(50) === 0 ? 30 : chance(6) }, (_, at) =>
      randomEater(`eater-${at}`, severity, dishes, chance),
    ),
    table,
    budgetCents: chance(2) === 0 ? (1 + sittings) * (200 + chance(1_500)) : undefined,
    rules: randomRules(severity, dishes, chance),
    restWeeks: chance(severity === 3 ? 8 : 4),
    cuisines: some(4, chance, () => oneOf(chance, dishes).cuisine).filter((cuisine) => cuisine !== ''),
    recurring: distinctPlaces(some(3, chance, () => randomPlace(chance))).map((place) => ({
      ...place,
      meal: randomRecurring(dishes, chance),
    })),
    cooksDouble: chance(2) === 0,
  };
}

function randomEater(id: string, severity: number, dishes: readonly Dish[], chance: Chance): Eater {
  return {
    id,
    name: id,
    diets: chance(100) < at(DIET, severity) ? some(3, chance, () => oneOf(chance, DIETS)) : [],
    allergens:
      chance(100) < at(ALLERGEN, severity)
        ? some(1 + severity * 2, chance, () => oneOf(chance, ALLERGENS))
        : [],
    dislikes: distinct(some(4, chance, () => randomFood(dishes, chance))).map((foodId) => ({
      foodId,
      isHard: chance(100) < at(HARD, severity),
    })),
  };
}

/** Every slot of every day in its own right, or whole slots of the week: both are how families live. */
function randomTable(severity: number, chance: Chance): { [D in Day]?: { [S in Slot]?: SlotSettings } } {
  const kind = oneOf(chance, ['dinners', 'lunch and dinner', 'all', 'scattered', 'default'] as const);
  const isPlanned = (day: Day, slot: Slot): boolean => {
    if (kind === 'dinners') return slot === 'dinner';
    if (kind === 'lunch and dinner') return slot !== 'breakfast';
    if (kind === 'scattered') return chance(3) === 0;
    return kind === 'all' || DEFAULT_PREFERENCES.table[day]?.[slot] !== undefined;
  };
  const servings = 1 + chance(6);
  return Object.fromEntries(
    DAYS.map((day) => [
      day,
      Object.fromEntries(
        SLOTS.filter((slot) => isPlanned(day, slot)).map((slot) => [
          slot,
          {
            servings: chance(4) === 0 ? 1 + chance(8) : servings,
            minutes: day === 'Tuesday' && severity > 1 ? 10 : oneOf(chance, at(MINUTES, severity)),
          },
        ]),
      ),
    ]),
  );
}

function randomRules(severity: number, dishes: readonly Dish[], chance: Chance): Rule[] {
  const rules = some(1 + at(RULES, severity), chance, () => randomRule(severity, dishes, chance));
  // Two rules for one tag and scope could contradict, which a family is not let do.
  const byScope = new Map(rules.map((rule) => [JSON.stringify([rule.tag, rule.days, rule.slots]), rule]));
  return [...byScope.values()].map((rule, index) => ({ ...rule, id: `rule-${index}` }));
}

function randomRule(severity: number, dishes: readonly Dish[], chance: Chance): Rule {
  const dish = oneOf(chance, dishes);
  const tags: Tag[] = [
    `protein:${dish.protein}`,
    `protein:${oneOf(chance, ['fish', 'chicken', 'beans'])}`,
    `cuisine:${dish.cuisine}`,
    `diet:${oneOf(chance, DIETS)}`,
    `title:${oneOf(chance, ['pizza', 'soup', 'Curry', 'salad'])}`,
  ];
  const least = 1 + chance(severity === 3 ? 6 : 2);
  const bounds = oneOf(chance, [
    { atLeast: least },
    { atMost: chance(3) },
    { atLeast: 1, atMost: 1 + chance(2) },
  ]);
  return {
    id: '',
    tag: oneOf(chance, tags),
    days: chance(3) === 0 ? DAYS.filter(() => chance(3) === 0) : [],
    slots: chance(2) === 0 ? SLOTS.filter(() => chance(2) === 0) : [],
    isHard: chance(100) < at(HARD, severity),
    ...bounds,
  };
}

function randomRecurring(dishes: readonly Dish[], chance: Chance): Preferences['recurring'][number]['meal'] {
  return oneOf(chance, [
    { description: 'Pizza from the corner', kind: 'eating-out' as const },
    { description: 'Whatever is left', kind: 'leftovers' as const },
    { description: 'As every week', recipeId: oneOf(chance, dishes).id },
    { description: 'A recipe that is no more', recipeId: 'gone' },
  ]);
}

export function randomPlace(chance: Chance): Place {
  return { day: oneOf(chance, DAYS), slot: oneOf(chance, SLOTS) };
}

export function distinctPlaces(places: Place[]): Place[] {
  return [...new Map(places.map((place) => [`${place.day} ${place.slot}`, place])).values()];
}

/** A food that dishes use, the common ones more often. */
export function randomFood(dishes: readonly Dish[], chance: Chance): string {
  const { foods } = oneOf(chance, dishes);
  return foods.length > 0 ? oneOf(chance, foods).foodId : 'onion';
}

/** Up to so many, without that many itself. */
export function some<Item>(limit: number, chance: Chance, make: () => Item): Item[] {
  return Array.from({ length: chance(limit) }, make);
}

export function distinct<Item>(items: Item[]): Item[] {
  return [...new Set(items)];
}

function at<Item>(items: readonly Item[], severity: number): Item {
  return items[severity] as Item;
}
