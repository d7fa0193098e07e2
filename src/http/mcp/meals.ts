/** The meals of a week for a model: with the dates of days, and with warnings. */
import type { z } from 'zod';
import { type Meal, mealAt, type Place, type Plan, SLOTS } from '#domain/plan/plan.ts';
import { warningsOfMeal } from '#domain/preferences/warnings.ts';
import { DAYS, type Day, type Week } from '#domain/week/week.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { readPreferences } from '#queries/plan/preferences.ts';
import { readMealWarnings } from '#queries/plan/warnings.ts';
import { eaterNames } from './eater-names.ts';
import type { plannedMeal } from './schemas.ts';
import type { ToolContext } from './tool.ts';
import { showWarnings, warningsText } from './warning-text.ts';

export type PlannedMeal = z.output<typeof plannedMeal>;
export type PlacedMeal = Place & { meal: Meal };

export function placedMeals(plan: Pick<Plan, 'meals'> | null | undefined): PlacedMeal[] {
  return DAYS.flatMap((day) =>
    SLOTS.flatMap((slot) => {
      const meal = mealAt(plan?.meals ?? {}, { day, slot });
      return meal ? [{ day, slot, meal }] : [];
    }),
  );
}

export async function loadWeek(context: ToolContext, week: Week): Promise<PlannedMeal[]> {
  const plan = await findPlan(context.store.db, context.key.family, week);
  return showMeals(context, week, placedMeals(plan));
}

export async function showMeals(
  context: ToolContext,
  week: Week,
  placed: readonly PlacedMeal[],
): Promise<PlannedMeal[]> {
  const { store, key } = context;
  const { warnings, nameStyle } = await readMealWarnings(
    store.db,
    key.family,
    placed.map(({ meal }) => meal),
  );
  const { preferences } = await readPreferences(store.db, key.family);
  return placed.map(({ day, slot, meal }) => ({
    day,
    date: dateOf(week, day),
    slot,
    title: meal.description,
    ...(meal.recipeId !== undefined && { recipeId: meal.recipeId }),
    ...(meal.servings !== undefined && { servings: meal.servings }),
    ...(meal.kind && { kind: meal.kind }),
    ...(meal.variant && { variantFor: eaterNames(context, preferences, meal.variant.eaterIds) }),
    isFromPlanner: meal.generated === true,
    ingredientsKnown: meal.recipeId !== undefined && meal.kind !== 'eating-out',
    warnings: showWarnings(context, warningsOfMeal(meal, warnings), nameStyle),
  }));
}

export function dateOf(week: Week, day: Day): string {
  return Temporal.PlainDate.from(week)
    .add({ days: DAYS.indexOf(day) })
    .toString();
}

/** `Friday 2026-11-13 dinner: Fish pie [fish-pie], 4 servings. NOT FOR Mia (contains milk)` */
export function mealText(meal: PlannedMeal): string {
  const notes = [
    meal.title + (meal.recipeId === undefined ? '' : ` [${meal.recipeId}]`),
    ...(meal.kind ? [meal.kind] : []),
    ...(meal.servings === undefined ? [] : [`${meal.servings} servings`]),
    ...(meal.variantFor ? [`its variant for ${meal.variantFor.join(' and ')}`] : []),
    ...(meal.ingredientsKnown ? [] : ['ingredients unknown']),
  ].join(', ');
  const warned = warningsText(meal.warnings);
  return `${meal.day} ${meal.date} ${meal.slot}: ${notes}${warned && `. ${warned}`}`;
}

export function placeText({ day, slot }: Place): string {
  return `${day} ${slot}`;
}

export function datedPlaceText({ week, day, slot }: Place & { week: Week }): string {
  return `${day} ${dateOf(week, day)} ${slot}`;
}

export function todayIn({ key, nowMs }: Pick<ToolContext, 'key' | 'nowMs'>): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(key.timeZone).toPlainDate();
}
