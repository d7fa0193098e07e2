/** Variety: the groups to which meals belong, and what it costs if meals of a week belong to the same group. */
import type { Dish } from '#planner/model/dish.ts';

/** A form, starch, protein, cuisine or main food of main meals, or one dish at breakfast. */
export type VarietyGroup = {
  readonly name: string;
  /** For each pair of meals of the group in one week. */
  readonly pairPenalty: number;
  /** For each use after the first on two neighbouring days. */
  readonly neighbourPenalty: number;
  readonly isOfBreakfasts?: boolean;
};

const KINDS = {
  protein: { pairPenalty: 60, neighbourPenalty: 150 },
  cuisine: { pairPenalty: 40, neighbourPenalty: 60 },
  form: { pairPenalty: 60, neighbourPenalty: 80 },
  starch: { pairPenalty: 50, neighbourPenalty: 80 },
  mainFood: { pairPenalty: 150, neighbourPenalty: 0 },
};
/** The same breakfast three times a week is welcome, every day it is not. */
const BREAKFAST = { pairPenalty: 100, neighbourPenalty: 150, isOfBreakfasts: true };
/** Proteins that a family takes for the same: beans on Monday and lentils on Tuesday are pulses twice. */
const PULSES: readonly string[] = ['beans', 'chickpeas', 'lentils'];
/** A value that says nothing about a dish. */
const NONE = 'none';
/** The weights hold for this many main meals. A week with more of them must repeat more. */
const USUAL_MAIN_MEALS = 9;

export function varietyGroupsOf(dish: Dish): VarietyGroup[] {
  return (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) => {
    const own = dish[kind].toLowerCase();
    const value = kind === 'protein' && PULSES.includes(own) ? 'pulses' : own;
    return value === '' || value === NONE ? [] : [{ name: `${kind}:${value}`, ...KINDS[kind] }];
  });
}

export function breakfastGroupOf({ id }: Dish): VarietyGroup {
  return { name: `breakfast:${id}`, ...BREAKFAST };
}

/** The penalty of a group with this many meals in a week. */
export function pairsPenalty(
  { pairPenalty, isOfBreakfasts }: VarietyGroup,
  count: number,
  mainMeals: number,
): number {
  const penalty = (pairPenalty * count * (count - 1)) / 2;
  if (isOfBreakfasts) return penalty;
  return Math.round((penalty * USUAL_MAIN_MEALS) / Math.max(USUAL_MAIN_MEALS, mainMeals));
}
