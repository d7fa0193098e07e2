/** The nutrition of a day by eater, by docs/planner.md. Second implementation, without the planner's code. */
import type { Place, Slot } from '#domain/plan/plan.ts';
import type { Eater } from '#domain/preferences/preferences.ts';
import type { Day } from '#domain/week/week.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { eatersAt, fixedDishes, fixedLeftovers, plannedSlots, quartersOf, sum } from './slots.ts';

const KCAL: { [S in Slot]: number } = { breakfast: 500, lunch: 700, dinner: 800 };

/** Whose nutrition counts: an eater with goals, or the average one. */
export type Profile = { eater?: Eater };
export type DayBounds = { minKcal: number; maxKcal: number; minProteinG: number; maxProteinG: number };

export function profilesOf({ preferences }: PlanningTask): Profile[] {
  const withGoals = preferences.eaters.filter(({ goals }) => goals !== undefined);
  const isEveryone = withGoals.length > 0 && withGoals.length === preferences.eaters.length;
  return [...(isEveryone ? [] : [{}]), ...withGoals.map((eater) => ({ eater }))];
}

/** Fixed meals count for everyone. */
export function eats(task: PlanningTask, { eater }: Profile, place: Place): boolean {
  const isPlanned = plannedSlots(task).some(({ day, slot }) => day === place.day && slot === place.slot);
  return !isPlanned || !eater || eatersAt(task, place).some(({ id }) => id === eater.id);
}

export function boundsOf(task: PlanningTask, profile: Profile, day: Day): DayBounds {
  const counted = [
    ...plannedSlots(task).filter((place) => eats(task, profile, place)),
    ...fixedDishes(task),
    ...fixedLeftovers(task),
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
export function figuresOf({ eater }: Profile, { nutrition }: Dish): { kcal: number; proteinG: number } {
  const portion = eater ? quartersOf(eater) / 4 : 1;
  return {
    kcal: Math.round(nutrition.energyKcal * portion),
    proteinG: Math.round(nutrition.proteinG * portion),
  };
}
