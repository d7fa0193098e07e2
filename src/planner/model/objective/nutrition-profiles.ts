/** What the meals of a day should contain: for an average eater, and for each eater with goals. */
import type { Place, Slot } from '#domain/plan/plan.ts';
import type { Eater, Preferences, Range } from '#domain/preferences/preferences.ts';
import { portionOf } from '#domain/preferences/servings.ts';
import { DAYS } from '#domain/week/week.ts';
import type { PlannedSlot } from '#planner/model/slots.ts';

export type NutritionProfile = {
  /** As a share of a serving. */
  readonly portion: number;
  /** For each planned slot whether the eater is there. */
  readonly isPresent: readonly boolean[];
  /** For each day of the week. */
  readonly bands: readonly NutritionBand[];
};

/** The target of one day; unbounded if the day has no meals. */
type NutritionBand = { readonly energyKcal: Bounds; readonly proteinG: Bounds };
type Bounds = { readonly min: number; readonly max: number };

const TARGET_KCAL: { readonly [S in Slot]: number } = {
  breakfast: 500,
  lunchbox: 500,
  lunch: 700,
  snack: 250,
  dinner: 800,
};
const DAY_KCAL = 2_000;
/** Protein per day. */
const TARGET_PROTEIN_G = 50;

export function nutritionProfilesOf(
  { eaters }: Preferences,
  planned: readonly PlannedSlot[],
  fixed: readonly Place[],
): NutritionProfile[] {
  const withGoals = eaters.flatMap((eater, index) => (eater.goals ? { eater, index } : []));
  const average =
    withGoals.length < Math.max(1, eaters.length)
      ? [profileOf(1, () => true, averageBand, planned, fixed)]
      : [];
  return [
    ...average,
    ...withGoals.map(({ eater, index }) =>
      profileOf(
        portionOf(eater),
        (slot) => slot.eaters.includes(index),
        (kcal) => goalBand(eater, kcal),
        planned,
        fixed,
      ),
    ),
  ];
}

function profileOf(
  portion: number,
  isThere: (slot: PlannedSlot) => boolean,
  bandFor: (kcal: number) => NutritionBand,
  planned: readonly PlannedSlot[],
  fixed: readonly Place[],
): NutritionProfile {
  const meals = [...planned.filter(isThere), ...fixed];
  const bands = DAYS.map((day) => {
    const kcal = meals
      .filter((meal) => meal.day === day)
      .reduce((sum, { slot }) => sum + TARGET_KCAL[slot], 0);
    return kcal === 0 ? UNBOUNDED : bandFor(kcal);
  });
  return { portion, isPresent: planned.map(isThere), bands };
}

const UNBOUNDED: NutritionBand = {
  energyKcal: { min: 0, max: Infinity },
  proteinG: { min: 0, max: Infinity },
};

function averageBand(kcal: number): NutritionBand {
  return {
    energyKcal: { min: Math.round(kcal * 0.75), max: Math.round(kcal * 1.25) },
    proteinG: { min: Math.round((TARGET_PROTEIN_G * kcal * 0.7) / DAY_KCAL), max: Infinity },
  };
}

/** The goals are for a whole day; the planned and known meals are a part of it. */
function goalBand({ goals }: Eater, kcal: number): NutritionBand {
  const part = ({ min = 0, max = Infinity }: Range = {}): Bounds => ({
    min: Math.round((min * kcal) / DAY_KCAL),
    max: Math.round((max * kcal) / DAY_KCAL),
  });
  return { energyKcal: part(goals?.energyKcal), proteinG: part(goals?.proteinG) };
}
