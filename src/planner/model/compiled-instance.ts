/**
 * The instance in integers, for the search and the objective. Dishes, slots, purchases, variety groups and
 * rules are indices into the lists here. All terms that depend on one dish alone are precomputed; the only
 * decision left is which candidate each slot gets.
 */
import type { Place, Slot } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import type { Dish } from './dish.ts';
import { buildInstance, type Instance } from './instance.ts';
import type { Purchase } from './purchases.ts';
import type { RuleConstraint } from './rules.ts';
import type { PlanningTask } from './task.ts';

/** Contents of a slot other than a dish. */
export const EMPTY = -1;
export const LEFTOVERS = -2;
/** For each slot a dish, `LEFTOVERS` or `EMPTY`. */
export type Assignment = ArrayLike<number>;

export type CompiledInstance = {
  /** All candidates and all dishes of fixed meals, sorted by id. */
  readonly dishes: readonly CompiledDish[];
  /** The slots to plan, in the order of the week. */
  readonly slots: readonly CompiledSlot[];
  readonly fixedMeals: readonly CompiledFixedMeal[];
  readonly purchases: readonly Purchase[];
  readonly varietyGroups: readonly VarietyGroup[];
  readonly rules: readonly CompiledRule[];
  /** For each day of the week. */
  readonly nutritionBands: readonly NutritionBand[];
  /** Infinity if there is no budget. */
  readonly budgetCents: number;
  readonly eaterCount: number;
};

export type CompiledDish = {
  readonly dish: Dish;
  /** For the family, in any slot. */
  readonly utility: number;
  /** One number per eater, for fairness. */
  readonly eaterUtilities: readonly number[];
  readonly purchases: readonly number[];
  /** Its protein and its cuisine, if known. */
  readonly varietyGroups: readonly number[];
  /** Per serving, as is the cost. */
  readonly energyKcal: number;
  readonly proteinG: number;
  readonly costCents: number;
};

export type CompiledSlot = {
  readonly place: Place;
  /** 0 is Monday. */
  readonly day: number;
  readonly servings: number;
  /** Dishes that may be cooked for it. A locked slot has one, or none if it is locked to leftovers. */
  readonly candidates: readonly number[];
  /** A locked slot must not be emptied. */
  readonly isLocked: boolean;
  /** The slot of the dinner whose leftovers it may eat, or -1. */
  readonly previousDinner: number;
  /** The dishes of that dinner that it may eat as leftovers. */
  readonly leftoverDishes: readonly number[];
};

type CompiledFixedMeal = {
  readonly place: Place;
  readonly day: number;
  readonly dish: number;
  readonly servings: number;
  /** False for leftovers, which count only for the nutrition of their day. */
  readonly isCooked: boolean;
};

/** A protein or a cuisine, and the penalty if it repeats on neighbouring days. */
type VarietyGroup = { readonly name: string; readonly penalty: number };

export type CompiledRule = Omit<RuleConstraint, 'tagged' | 'covers'> & {
  /** The slots that the rule counts, and the dishes that have its tag. */
  readonly slots: readonly number[];
  readonly dishes: readonly number[];
};

/** Target range of one day; unbounded if the day has no meals. */
type NutritionBand = {
  readonly minKcal: number;
  readonly maxKcal: number;
  readonly minProteinG: number;
};

const VARIETY_PENALTIES = { protein: 250, cuisine: 100 };
const NO_PROTEIN = 'none';
const TARGET_KCAL: { readonly [S in Slot]: number } = { breakfast: 500, lunch: 700, dinner: 800 };
/** Per 2,000 kcal. */
const TARGET_PROTEIN_G = 50;

export function compileTask(task: PlanningTask): CompiledInstance {
  return compileInstance(buildInstance(task), task);
}

export function compileInstance(
  instance: Instance,
  { preferences }: Pick<PlanningTask, 'preferences'>,
): CompiledInstance {
  const { planned, fixedDishes } = instance;
  const needed = new Set([...instance.candidates.flat(), ...fixedDishes.map(({ dish }) => dish)]);
  const dishes = instance.dishes.filter((dish) => needed.has(dish));
  const indices = new Map(dishes.map((dish, index) => [dish, index]));
  const indicesOf = (some: Iterable<Dish> = []): number[] =>
    Array.from(some, (dish) => indices.get(dish)).filter((index) => index !== undefined);
  return {
    ...compileDishes(dishes, instance),
    slots: planned.map(({ day, slot, servings }, index) => ({
      ...compilePlace({ day, slot }),
      servings,
      candidates: indicesOf(instance.candidates[index]),
      isLocked: instance.lockedContents[index] !== undefined,
      previousDinner: instance.previousDinners[index] ?? -1,
      leftoverDishes: indicesOf(instance.leftoverDishes[index]),
    })),
    fixedMeals: fixedDishes.map(({ day, slot, dish, servings, isCooked }) => ({
      ...compilePlace({ day, slot }),
      dish: indices.get(dish) as number,
      servings,
      isCooked,
    })),
    rules: instance.rules.map(({ tagged, covers, ...bounds }) => ({
      ...bounds,
      slots: planned.flatMap((slot, index) => (covers(slot) ? index : [])),
      dishes: indicesOf(tagged),
    })),
    nutritionBands: DAYS.map((day) =>
      nutritionBandOf([...planned, ...fixedDishes].filter((place) => place.day === day)),
    ),
    budgetCents: preferences.budgetCents ?? Infinity,
    eaterCount: preferences.eaters.length,
  };
}

function compileDishes(
  dishes: readonly Dish[],
  { dishUtility, findPurchase }: Instance,
): Pick<CompiledInstance, 'dishes' | 'purchases' | 'varietyGroups'> {
  const purchases = indexer<Purchase>(({ foodId }) => foodId);
  const varietyGroups = indexer<VarietyGroup>(({ name }) => name);
  const compiled = dishes.map((dish) => ({
    dish,
    utility: dishUtility.familyUtility(dish),
    eaterUtilities: dishUtility.eaterUtilities(dish),
    purchases: dish.foods.flatMap((food) => findPurchase(food) ?? []).map(purchases.indexOf),
    varietyGroups: varietyGroupsOf(dish).map(varietyGroups.indexOf),
    energyKcal: Math.round(dish.nutrition.energyKcal),
    proteinG: Math.round(dish.nutrition.proteinG),
    costCents: dish.costCents,
  }));
  return { dishes: compiled, purchases: purchases.list, varietyGroups: varietyGroups.list };
}

function compilePlace(place: Place): { place: Place; day: number } {
  return { place, day: DAYS.indexOf(place.day) };
}

/** Gives each distinct key the next index. */
function indexer<Item>(keyOf: (item: Item) => string) {
  const list: Item[] = [];
  const indices = new Map<string, number>();
  const indexOf = (item: Item): number => {
    const key = keyOf(item);
    const known = indices.get(key);
    if (known !== undefined) return known;
    indices.set(key, list.length);
    return list.push(item) - 1;
  };
  return { list: list as readonly Item[], indexOf };
}

function varietyGroupsOf({ protein, cuisine }: Dish): VarietyGroup[] {
  const names = { protein: protein.toLowerCase(), cuisine: cuisine.toLowerCase() };
  return (['protein', 'cuisine'] as const)
    .filter((kind) => names[kind] !== '' && !(kind === 'protein' && names.protein === NO_PROTEIN))
    .map((kind) => ({ name: `${kind}:${names[kind]}`, penalty: VARIETY_PENALTIES[kind] }));
}

function nutritionBandOf(places: readonly Place[]): NutritionBand {
  if (places.length === 0) return { minKcal: 0, maxKcal: Infinity, minProteinG: 0 };
  const targetKcal = places.reduce((sum, { slot }) => sum + TARGET_KCAL[slot], 0);
  return {
    minKcal: Math.round(targetKcal * 0.75),
    maxKcal: Math.round(targetKcal * 1.25),
    minProteinG: Math.round((TARGET_PROTEIN_G * targetKcal * 0.7) / 2000),
  };
}
