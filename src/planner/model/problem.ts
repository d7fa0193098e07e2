/**
 * The problem: a task in numbers, for whoever solves or judges it. Dishes, slots, things, kinds and rules
 * are known by their place in the lists here. Every wish that looks at one dish alone is settled already:
 * what is left to decide is which candidate stands in which slot. The order in which the task names its
 * dishes leaves no trace.
 */
import type { Place, Slot } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import type { Dish } from './dish.ts';
import { type Ground, groundOf } from './instance.ts';
import type { RuleCount } from './rules.ts';
import type { PlanningTask } from './task.ts';
import type { Thing } from './purchases.ts';

/** What can stand in a slot besides a dish. */
export const EMPTY = -1;
export const LEFTOVERS = -2;
/** For each slot of the problem a dish, `LEFTOVERS` or `EMPTY`. */
export type Assignment = ArrayLike<number>;

export type Problem = {
  /** All that may stand somewhere or stands fixed, in order of id. */
  readonly dishes: readonly ProblemDish[];
  /** Those to plan, in the order of the week. */
  readonly slots: readonly ProblemSlot[];
  readonly fixed: readonly ProblemFixed[];
  readonly things: readonly Thing[];
  readonly kinds: readonly Kind[];
  readonly rules: readonly ProblemRule[];
  /** Of each day of the week. */
  readonly bands: readonly Band[];
  /** Infinity where there is none. */
  readonly budgetCents: number;
  /** How many moods a dish has. */
  readonly eaters: number;
};

export type ProblemDish = {
  readonly dish: Dish;
  /** What it gives wherever it is cooked. */
  readonly points: number;
  /** For fairness: what it gives to each eater. */
  readonly moods: readonly number[];
  readonly things: readonly number[];
  /** Its protein and its cuisine, as far as they are known. */
  readonly kinds: readonly number[];
  /** Of one serving, as the cost. */
  readonly energyKcal: number;
  readonly proteinG: number;
  readonly costCents: number;
};

export type ProblemSlot = {
  readonly place: Place;
  /** 0 is Monday. */
  readonly day: number;
  readonly servings: number;
  /** Dishes that may be cooked for it; of a locked slot the one that must be, if it is not leftovers. */
  readonly candidates: readonly number[];
  /** It must not be empty. */
  readonly isLocked: boolean;
  /** The slot of the dinner before, whose leftovers it may eat; -1 where there is none. */
  readonly dinner: number;
  /** The dishes of that dinner of which there may be leftovers. */
  readonly keepers: readonly number[];
};

type ProblemFixed = {
  readonly place: Place;
  readonly day: number;
  readonly dish: number;
  readonly servings: number;
  /** Otherwise it is eaten again: it counts for the nutrition of its day and for nothing else. */
  readonly isCooked: boolean;
};

/** A protein or a cuisine, and what it costs when it comes back the day after. */
type Kind = { readonly name: string; readonly weight: number };

export type ProblemRule = Omit<RuleCount, 'tagged' | 'covers'> & {
  /** The slots it counts, and the dishes that have its tag. */
  readonly slots: readonly number[];
  readonly dishes: readonly number[];
};

/** What a day should have; no bounds where nothing is known of it. */
type Band = {
  readonly leastKcal: number;
  readonly mostKcal: number;
  readonly leastProteinG: number;
};

const KIND_WEIGHTS = { protein: 250, cuisine: 100 };
const NO_PROTEIN = 'none';
const TARGET_KCAL: { readonly [S in Slot]: number } = { breakfast: 500, lunch: 700, dinner: 800 };
/** In a day of 2000 kcal. */
const TARGET_PROTEIN_G = 50;

export function compileProblem(task: PlanningTask): Problem {
  return problemOn(groundOf(task), task);
}

export function problemOn(ground: Ground, { wishes }: Pick<PlanningTask, 'wishes'>): Problem {
  const { planned, fixed } = ground;
  const among = new Set([...ground.candidates.flat(), ...fixed.map(({ dish }) => dish)]);
  const dishes = ground.dishes.filter((dish) => among.has(dish));
  const numbers = new Map(dishes.map((dish, number) => [dish, number]));
  const numbersOf = (some: Iterable<Dish> = []): number[] =>
    Array.from(some, (dish) => numbers.get(dish)).filter((number) => number !== undefined);
  return {
    ...inNumbers(dishes, ground),
    slots: planned.map(({ day, slot, servings }, index) => ({
      ...placed({ day, slot }),
      servings,
      candidates: numbersOf(ground.candidates[index]),
      isLocked: ground.held[index] !== undefined,
      dinner: ground.dinners[index] ?? -1,
      keepers: numbersOf(ground.keepers[index]),
    })),
    fixed: fixed.map(({ day, slot, dish, servings, isCooked }) => ({
      ...placed({ day, slot }),
      dish: numbers.get(dish) as number,
      servings,
      isCooked,
    })),
    rules: ground.rules.map(({ tagged, covers, ...counts }) => ({
      ...counts,
      slots: planned.flatMap((slot, index) => (covers(slot) ? index : [])),
      dishes: numbersOf(tagged),
    })),
    bands: DAYS.map((day) => bandOf([...planned, ...fixed].filter((place) => place.day === day))),
    budgetCents: wishes.budgetCents ?? Infinity,
    eaters: wishes.eaters.length,
  };
}

function inNumbers(
  dishes: readonly Dish[],
  { taste, findThing }: Ground,
): Pick<Problem, 'dishes' | 'things' | 'kinds'> {
  const things = numbering<Thing>(({ foodId }) => foodId);
  const kinds = numbering<Kind>(({ name }) => name);
  const numbered = dishes.map((dish) => ({
    dish,
    points: taste.pointsOf(dish),
    moods: taste.moodsOf(dish),
    things: dish.foods.flatMap((food) => findThing(food) ?? []).map(things.numberOf),
    kinds: kindsOf(dish).map(kinds.numberOf),
    energyKcal: Math.round(dish.nutrition.energyKcal),
    proteinG: Math.round(dish.nutrition.proteinG),
    costCents: dish.costCents,
  }));
  return { dishes: numbered, things: things.list, kinds: kinds.list };
}

function placed(place: Place): { place: Place; day: number } {
  return { place, day: DAYS.indexOf(place.day) };
}

/** Numbers things as they first come, those with one key alike. */
function numbering<Item>(keyOf: (item: Item) => string) {
  const list: Item[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (item: Item): number => {
    const key = keyOf(item);
    const before = numbers.get(key);
    if (before !== undefined) return before;
    numbers.set(key, list.length);
    return list.push(item) - 1;
  };
  return { list: list as readonly Item[], numberOf };
}

function kindsOf({ protein, cuisine }: Dish): Kind[] {
  const named = { protein: protein.toLowerCase(), cuisine: cuisine.toLowerCase() };
  return (['protein', 'cuisine'] as const)
    .filter((kind) => named[kind] !== '' && !(kind === 'protein' && named.protein === NO_PROTEIN))
    .map((kind) => ({ name: `${kind}:${named[kind]}`, weight: KIND_WEIGHTS[kind] }));
}

function bandOf(places: readonly Place[]): Band {
  if (places.length === 0) return { leastKcal: 0, mostKcal: Infinity, leastProteinG: 0 };
  const target = places.reduce((sum, { slot }) => sum + TARGET_KCAL[slot], 0);
  return {
    leastKcal: Math.round(target * 0.75),
    mostKcal: Math.round(target * 1.25),
    leastProteinG: Math.round((TARGET_PROTEIN_G * target * 0.7) / 2000),
  };
}
