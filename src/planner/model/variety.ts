/** Variety: the groups to which dishes belong, and what it costs if main meals of a week belong to the same group. */
import type { Dish } from './dish.ts';

/** A form, starch, protein, cuisine or main food. */
export type VarietyGroup = {
  readonly name: string;
  /** For each pair of meals of the group in one week. */
  readonly pairPenalty: number;
  /** For each use after the first on two neighbouring days. */
  readonly neighbourPenalty: number;
};

const KINDS = {
  protein: { pairPenalty: 60, neighbourPenalty: 150 },
  cuisine: { pairPenalty: 40, neighbourPenalty: 60 },
  form: { pairPenalty: 60, neighbourPenalty: 80 },
  starch: { pairPenalty: 50, neighbourPenalty: 80 },
  mainFood: { pairPenalty: 150, neighbourPenalty: 0 },
};
/** A value that says nothing about a dish. */
const NONE = 'none';
/** The weights hold for this many main meals. A week with more of them must repeat more. */
const USUAL_MAIN_MEALS = 9;

export function varietyGroupsOf(dish: Dish): VarietyGroup[] {
  return (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) => {
    const value = dish[kind].toLowerCase();
    return value === '' || value === NONE ? [] : [{ name: `${kind}:${value}`, ...KINDS[kind] }];
  });
}

/** The penalty of a group with this many main meals in a week. */
export function pairsPenalty({ pairPenalty }: VarietyGroup, count: number, mainMeals: number): number {
  const pairs = (count * (count - 1)) / 2;
  return Math.round((pairPenalty * pairs * USUAL_MAIN_MEALS) / Math.max(USUAL_MAIN_MEALS, mainMeals));
}
