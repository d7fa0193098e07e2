/** The terms of the objective for the nutrition of each day by eater, stated again from docs/planner.md. */
import type { Place, Slot } from '#domain/plan/plan.ts';
import type { Eater } from '#domain/preferences/preferences.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { addPenalty, type Linear, times } from '../integer-program.ts';
import { eatersAt, fixedEaten, plannedSlots, portionOf, sum } from '../slots.ts';
import { each, type Model } from './model.ts';
import { WEEK_WEIGHTS as WEIGHTS } from './weights.ts';

const KCAL: { [S in Slot]: number } = {
  breakfast: 500,
  lunchbox: 500,
  lunch: 700,
  snack: 250,
  dinner: 800,
};

/** Whose nutrition counts: an eater with goals, or the average one. */
type Profile = { eater?: Eater };
type DayBounds = { minKcal: number; maxKcal: number; minProteinG: number; maxProteinG: number };

function profilesOf({ preferences }: PlanningTask): Profile[] {
  const withGoals = preferences.eaters.filter(({ goals }) => goals !== undefined);
  const isEveryone = withGoals.length > 0 && withGoals.length === preferences.eaters.length;
  return [...(isEveryone ? [] : [{}]), ...withGoals.map((eater) => ({ eater }))];
}

function eats(task: PlanningTask, { eater }: Profile, place: Place): boolean {
  return !eater || eatersAt(task, place).includes(eater);
}

function boundsOf(task: PlanningTask, profile: Profile, day: Day): DayBounds {
  // Fixed meals count for everyone.
  const counted = [
    ...plannedSlots(task).filter((place) => eats(task, profile, place)),
    ...fixedEaten(task),
  ].filter((place) => place.day === day);
  const kcal = sum(counted.map(({ slot }) => KCAL[slot]));
  if (!profile.eater) {
    return {
      minKcal: Math.round(0.75 * kcal),
      maxKcal: Math.round(1.25 * kcal),
      minProteinG: Math.round((0.7 * 50 * kcal) / 2_000),
      maxProteinG: Infinity,
    };
  }
  const { energyKcal, proteinG } = profile.eater.goals ?? {};
  const share = (goal: number | undefined, otherwise: number): number =>
    goal === undefined ? otherwise : Math.round((goal * kcal) / 2_000);
  return {
    minKcal: share(energyKcal?.min, 0),
    maxKcal: share(energyKcal?.max, Infinity),
    minProteinG: share(proteinG?.min, 0),
    maxProteinG: share(proteinG?.max, Infinity),
  };
}

/** What an eater gets of a serving, as whole numbers. */
function figuresOf({ eater }: Profile, { nutrition }: Dish): { kcal: number; proteinG: number } {
  const portion = eater ? portionOf(eater) : 1;
  return {
    kcal: Math.round(nutrition.energyKcal * portion),
    proteinG: Math.round(nutrition.proteinG * portion),
  };
}

export function addNutrition({ task, choices, fixedEaten: fixed, program }: Model): void {
  for (const profile of profilesOf(task)) {
    const cache = new Map<Dish, ReturnType<typeof figuresOf>>();
    const figures = (dish: Dish): ReturnType<typeof figuresOf> =>
      cache.getOrInsertComputed(dish, () => figuresOf(profile, dish));
    for (const day of DAYS) {
      const { minKcal, maxKcal, minProteinG, maxProteinG } = boundsOf(task, profile, day);
      const eaten = choices.filter(({ slots }) => slots.some((slot) => slot.day === day));
      const amount = (figure: 'kcal' | 'proteinG'): Linear =>
        each(
          eaten,
          ({ dish, slots }) =>
            figures(dish)[figure] *
            slots.filter((slot) => slot.day === day && eats(task, profile, slot)).length,
          sum(fixed.filter((meal) => meal.day === day).map(({ dish }) => figures(dish)[figure])),
        );
      const addBand = (cost: number, linear: Linear, min: number, max: number): void => {
        const bounds = [times(linear, -1, min), ...(max < Infinity ? [times(linear, 1, -max)] : [])];
        addPenalty(program, cost, bounds);
      };
      addBand(-WEIGHTS.kcal, amount('kcal'), minKcal, maxKcal);
      addBand(-WEIGHTS.proteinG, amount('proteinG'), minProteinG, maxProteinG);
    }
  }
}
