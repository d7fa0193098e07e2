/** The compiled instance as flat typed arrays, which the search reads millions of times. */
import type { Place } from '#domain/plan/plan.ts';
import { type CompiledInstance, type CompiledRule, type CompiledSlot, EMPTY } from './compiled-instance.ts';
import type { NutritionProfile } from './objective/nutrition-profiles.ts';
import { portionOf, SOFT_RULE_PENALTY } from './objective.ts';
import { costOfFood, openingsByDays, type PricedFood } from './purchases.ts';
import { isMainMeal } from './slots.ts';
import { pairsPenalty } from './objective/variety.ts';

/** Larger than any score, so that a filled slot outweighs every soft term. */
export const FILLED_SLOT_REWARD = 2 ** 36;
/** Larger than the reward of 21 filled slots. Sums of both stay exact in double precision. */
export const HARD_RULE_PENALTY = 2 ** 42;

export type Tables = ReturnType<typeof tablesOf>;

/** Counts the slots whose dish matches, and gives each count a value. */
type Counter = {
  slots: readonly number[];
  /** 1 for each dish that counts. */
  matches: Uint8Array;
  valueOfCount: Float64Array;
  /** Hard rules: the largest allowed count. All others: Infinity. */
  max: number;
  countsLeftovers: boolean;
};

export function tablesOf(instance: CompiledInstance) {
  const { dishes, slots, eaterCount } = instance;
  return {
    instance,
    dishCount: dishes.length,
    slotCount: slots.length,
    // Fairness needs at least two eaters.
    eaterCount: eaterCount < 2 ? 0 : eaterCount,
    budgetCents: instance.budgetCents,
    ...slotTables(instance),
    ...dishTables(instance),
    ...nutritionTables(instance),
    ...varietyTables(instance),
    ...leftoverTables(instance),
    ...counterTables(instance),
  };
}

function slotTables({ slots, dishes, eaterCount }: CompiledInstance) {
  return {
    cookedUtility: rows(slots.map(({ cookedUtility }) => cookedUtility)),
    leftoversUtility: rows(slots.map(({ leftoversUtility }) => leftoversUtility)),
    /** For each slot and eater 1 if the eater is there. */
    isPresent: bitMatrix(
      slots.map(({ eaters }) => eaters),
      eaterCount,
    ),
    day: Int32Array.from(slots, ({ day }) => day),
    servings: Int32Array.from(slots, ({ servings }) => servings),
    isMainMeal: Uint8Array.from(slots, ({ place }) => Number(isMainMeal(place))),
    isLocked: Uint8Array.from(slots, ({ locked }) => Number(locked !== undefined)),
    /** The best first, by what a dish is worth in the slot on its own. */
    candidates: slots.map(({ candidates, cookedUtility }) =>
      Int32Array.from(candidates).toSorted(
        (first, second) =>
          (cookedUtility[second] as number) - (cookedUtility[first] as number) || first - second,
      ),
    ),
    isCandidate: bitMatrix(
      slots.map(({ candidates }) => candidates),
      dishes.length,
    ),
  };
}

function dishTables(instance: CompiledInstance) {
  const { dishes, slots, eaterCount } = instance;
  return {
    eaterUtility: Int32Array.from(dishes.flatMap(({ eaterUtilities }) => eaterUtilities)),
    /** For each eater the largest utility of any dish. */
    maxEaterUtility: Int32Array.from({ length: eaterCount }, (_, eater) =>
      dishes.reduce((most, { eaterUtilities }) => Math.max(most, eaterUtilities[eater] ?? 0), -Infinity),
    ),
    dueFoods: sparseRows(dishes.map((dish) => dish.dueFoods)),
    dueLastDay: Int32Array.from(instance.dueFoods, ({ lastDay }) => lastDay),
    openedFoods: sparseRows(dishes.map((dish) => dish.openedFoods)),
    /** For each opened food the number of openings by the days of its uses. */
    openings: instance.openedFoods.map(({ keepsDays }) => openingsByDays(keepsDays)),
    amounts: sparseRows(dishes.map(({ amounts }) => amounts.map(([food]) => food))),
    amountTenths: Int32Array.from(dishes.flatMap(({ amounts }) => amounts.map(([, tenths]) => tenths))),
    pricedFoods: instance.pricedFoods,
    /** For each slot and amount what the food costs if no other meal needs it. */
    amountCents: slots.map(({ servings }) => amountCentsOf(instance, servings)),
  };
}

function nutritionTables({ nutritionProfiles, dishes }: CompiledInstance) {
  return {
    profileCount: nutritionProfiles.length,
    /** For each profile and dish, as eaten. */
    energyKcal: Int32Array.from(
      nutritionProfiles.flatMap((profile) => dishes.map((dish) => portionOf(profile, dish.energyKcal))),
    ),
    proteinG: Int32Array.from(
      nutritionProfiles.flatMap((profile) => dishes.map((dish) => portionOf(profile, dish.proteinG))),
    ),
    /** For each profile and day. */
    ...bandTables(nutritionProfiles),
    /** For each profile and slot 1 if the eater is there. */
    eatsAt: Uint8Array.from(nutritionProfiles.flatMap(({ isPresent }) => isPresent.map(Number))),
  };
}

function varietyTables({ dishes, slots, fixedMeals, varietyGroups, mainMeals }: CompiledInstance) {
  const counts = slots.length + fixedMeals.length + 1;
  return {
    nearIdentical: sparseRows(dishes.map((dish) => dish.nearIdentical)),
    /** Of each dish as a main meal, then of each as a breakfast. */
    varietyGroups: sparseRows([
      ...dishes.map((dish) => dish.varietyGroups),
      ...dishes.map((dish) => dish.breakfastGroups),
    ]),
    neighbourPenalty: Int32Array.from(varietyGroups, ({ neighbourPenalty }) => neighbourPenalty),
    /** For each group and count: what one more meal of the group costs. */
    groupWidth: counts,
    nextMealPenalty: Int32Array.from(
      varietyGroups.flatMap((group) =>
        Array.from(
          { length: counts },
          (_, count) => pairsPenalty(group, count + 1, mainMeals) - pairsPenalty(group, count, mainMeals),
        ),
      ),
    ),
  };
}

function leftoverTables({ dishes, slots }: CompiledInstance) {
  return {
    /** Of each slot the earlier slots whose leftovers it may eat, and the later slots that may eat its leftovers. */
    leftoverSources: slots.map(({ leftoverSources }) => Int32Array.from(leftoverSources, ({ slot }) => slot)),
    leftoverTargets: leftoverTargetsOf(slots),
    /** For each slot and source 1 if only a dish that freezes lasts so long. */
    isFrozen: bitMatrix(
      slots.map(({ leftoverSources }) =>
        leftoverSources.filter(({ isFrozen }) => isFrozen).map(({ slot }) => slot),
      ),
      slots.length,
    ),
    isReheatable: Uint8Array.from(dishes, ({ dish }) => Number(dish.isReheatable)),
    freezes: Uint8Array.from(dishes, ({ dish }) => Number(dish.freezes)),
    /** For each slot and dish 1 if its eaters may eat the dish as leftovers. */
    mayEatLeftovers: bitMatrix(
      slots.map(({ leftoverDishes }) => leftoverDishes),
      dishes.length,
    ),
  };
}

function counterTables(instance: CompiledInstance) {
  const { dishes, slots } = instance;
  const counters = [
    ...instance.rules.flatMap((rule) => ruleCountersOf(rule, instance)),
    ...countersOfMeals(instance),
  ];
  return {
    counters,
    /** Of each dish the counters that count it. */
    dishCounters: sparseRows(
      dishes.map((_, dish) => indicesOf(counters, ({ matches }) => matches[dish] === 1)),
    ),
    /** For each slot and counter 1 if it counts a dish that is cooked for the slot, and leftovers. */
    countsCooked: countersBySlot(slots, counters, () => true),
    countsLeftovers: countersBySlot(slots, counters, ({ countsLeftovers }) => countsLeftovers),
    /** For each counter and count its value. */
    counterValues: Float64Array.from(counters.flatMap(({ valueOfCount }) => [...valueOfCount])),
    counterWidth: slots.length + 1,
  };
}

function amountCentsOf({ dishes, pricedFoods }: CompiledInstance, servings: number): Int32Array {
  return Int32Array.from(
    dishes.flatMap(({ amounts }) =>
      amounts.map(([food, tenths]) => costOfFood(pricedFoods[food] as PricedFood, tenths * servings)),
    ),
  );
}

function leftoverTargetsOf(slots: readonly CompiledSlot[]): Int32Array[] {
  return slots.map((_, source) =>
    Int32Array.from(
      slots.flatMap(({ leftoverSources }, slot) =>
        leftoverSources.some((allowed) => allowed.slot === source) ? slot : [],
      ),
    ),
  );
}

function countersBySlot(
  slots: readonly CompiledSlot[],
  counters: readonly Counter[],
  isMeant: (counter: Counter) => boolean,
): Uint8Array {
  return bitMatrix(
    slots.map((_, slot) =>
      indicesOf(counters, (counter) => isMeant(counter) && counter.slots.includes(slot)),
    ),
    counters.length,
  );
}

function indicesOf<Item>(items: readonly Item[], isMeant: (item: Item) => boolean): number[] {
  return items.flatMap((item, index) => (isMeant(item) ? index : []));
}

function countersOfMeals({ mealCounters, slots, fixedMeals }: CompiledInstance): Counter[] {
  return mealCounters.map(({ matches, isOfMainMeals, valueOf }) => {
    const isCounted = (place: Place): boolean => !isOfMainMeals || isMainMeal(place);
    const fixed = fixedMeals.filter(
      ({ dish, isCooked, place }) => isCooked && isCounted(place) && matches[dish] === 1,
    ).length;
    return {
      slots: indicesOf(slots, ({ place }) => isCounted(place)),
      matches,
      valueOfCount: valuesByCount(slots.length, (count) => valueOf(count + fixed)),
      max: Infinity,
      countsLeftovers: false,
    };
  });
}

function ruleCountersOf(rule: CompiledRule, { dishes, slots }: CompiledInstance): Counter[] {
  const tagged = new Uint8Array(dishes.length);
  for (const dish of rule.dishes) tagged[dish] = 1;
  const counter = (matches: Uint8Array, max: number, valueOf: (count: number) => number): Counter => ({
    slots: rule.slots,
    matches,
    valueOfCount: valuesByCount(slots.length, valueOf),
    max,
    countsLeftovers: true,
  });
  if (!rule.isHard) {
    return [
      counter(tagged, Infinity, (count) => -SOFT_RULE_PENALTY * deviation(rule, count + rule.fixedCount)),
    ];
  }
  const hardCounter = (matches: Uint8Array, max: number): Counter =>
    counter(matches, max, (count) => -HARD_RULE_PENALTY * Math.max(0, count - max));
  return [hardCounter(tagged, rule.maxTagged), hardCounter(inverted(tagged), rule.maxUntagged)].filter(
    ({ max }) => max < rule.slots.length,
  );
}

function valuesByCount(maxCount: number, valueOf: (count: number) => number): Float64Array {
  return Float64Array.from({ length: maxCount + 1 }, (_, count) => valueOf(count));
}

function inverted(flags: Uint8Array): Uint8Array {
  return flags.map((flag) => 1 - flag);
}

function deviation({ atLeast, atMost }: CompiledRule, count: number): number {
  return Math.max(0, atLeast - count) + Math.max(0, count - atMost);
}

/** Compressed sparse rows: row n is `items` from `starts[n]` up to `starts[n + 1]`. */
function sparseRows(lists: readonly (readonly number[])[]) {
  const starts = new Int32Array(lists.length + 1);
  for (const [index, list] of lists.entries()) starts[index + 1] = (starts[index] ?? 0) + list.length;
  return { starts, items: Int32Array.from(lists.flat()) };
}

/** Rows of equal length, one after the other. */
function rows(lists: readonly Int32Array[]): Int32Array {
  const width = lists[0]?.length ?? 0;
  const all = new Int32Array(lists.length * width);
  for (const [index, list] of lists.entries()) all.set(list, index * width);
  return all;
}

function bandTables(profiles: readonly NutritionProfile[]) {
  const bands = profiles.flatMap((profile) => profile.bands);
  return {
    minKcal: Float64Array.from(bands, ({ energyKcal }) => energyKcal.min),
    maxKcal: Float64Array.from(bands, ({ energyKcal }) => energyKcal.max),
    minProteinG: Float64Array.from(bands, ({ proteinG }) => proteinG.min),
    maxProteinG: Float64Array.from(bands, ({ proteinG }) => proteinG.max),
  };
}

/** One row per list, with a 1 for each of its numbers. */
function bitMatrix(lists: readonly (readonly number[])[], width: number): Uint8Array {
  const flags = new Uint8Array(lists.length * width);
  for (const [index, list] of lists.entries()) for (const item of list) flags[index * width + item] = 1;
  return flags;
}

/** Whether a slot may eat the leftovers of a dish that an earlier slot cooks. */
export function mayReheat(tables: Tables, slot: number, source: number, dish: number): boolean {
  if (dish <= EMPTY || tables.mayEatLeftovers[slot * tables.dishCount + dish] !== 1) return false;
  const isFrozen = tables.isFrozen[slot * tables.slotCount + source] === 1;
  return tables.freezes[dish] === 1 || (!isFrozen && tables.isReheatable[dish] === 1);
}
