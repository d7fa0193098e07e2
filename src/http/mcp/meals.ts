/** The meals of a week for a model: with the dates of days, and with warnings. */
import type { z } from 'zod';
import { type Dish, dishesOf, type Meal, mealAt, type Place, type Plan, SLOTS } from '#domain/plan/plan.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { VariantNames } from '#domain/preferences/variant-text.ts';
import { warningsAt, warningsOfMeal } from '#domain/preferences/warnings.ts';
import { DAYS, type Day, type Week } from '#domain/week/week.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { readWeekPreferences } from '#queries/plan/preferences.ts';
import { readMealWarnings } from '#queries/plan/warnings.ts';
import { openLanguage } from './language.ts';
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
  const { warnings, variantNames, nameStyle, absent } = await readMealWarnings(
    store.db,
    key.family,
    placed.flatMap(({ meal }) => dishesOf(meal)),
    { week, language: await openLanguage(context) },
  );
  const preferences = await readWeekPreferences(store.db, key.family, week);
  return placed.map(({ day, slot, meal }) => ({
    day,
    date: dateOf(week, day),
    slot,
    ...showDish(context, preferences, variantNames, meal),
    ...(meal.sides && {
      sides: meal.sides.map((side) => showDish(context, preferences, variantNames, side)),
    }),
    isFromPlanner: meal.generated === true,
    ingredientsKnown:
      meal.kind !== 'eating-out' && dishesOf(meal).every(({ recipeId }) => recipeId !== undefined),
    warnings: showWarnings(
      context,
      warningsOfMeal(meal, warningsAt(warnings, absent, { day, slot })),
      nameStyle,
    ),
  }));
}

function showDish(
  context: ToolContext,
  preferences: Preferences,
  { titles }: VariantNames,
  { description, recipeId, servings, kind, variant, eaterIds }: Dish,
) {
  const title = recipeId !== undefined && Object.hasOwn(titles, recipeId) ? titles[recipeId] : undefined;
  return {
    title: description,
    ...(recipeId !== undefined && { recipeId }),
    ...(servings !== undefined && { servings }),
    ...(kind && { kind }),
    ...(variant && {
      ...(title !== undefined && { variantTitle: title }),
      variantFor: eaterNames(context, preferences, variant.eaterIds),
    }),
    ...(eaterIds && { onlyFor: eaterNames(context, preferences, eaterIds) }),
  };
}

export function dateOf(week: Week, day: Day): string {
  return Temporal.PlainDate.from(week)
    .add({ days: DAYS.indexOf(day) })
    .toString();
}

/** `Friday 2026-11-13 dinner: Fish pie [fish-pie], 4 servings; Peas. NOT FOR Mia (contains milk)` */
export function mealText(meal: PlannedMeal): string {
  const dishes = [meal, ...(meal.sides ?? [])].map(dishText).join('; ');
  const unknown = meal.ingredientsKnown ? '' : ', ingredients unknown';
  const warned = warningsText(meal.warnings);
  return `${meal.day} ${meal.date} ${meal.slot}: ${dishes}${unknown}${warned && `. ${warned}`}`;
}

type ShownDish = Pick<
  PlannedMeal,
  'title' | 'recipeId' | 'servings' | 'kind' | 'variantTitle' | 'variantFor' | 'onlyFor'
>;

function dishText({ title, recipeId, servings, kind, variantTitle, variantFor, onlyFor }: ShownDish): string {
  return [
    title + (recipeId === undefined ? '' : ` [${recipeId}]`),
    ...(kind ? [kind] : []),
    ...(servings === undefined ? [] : [`${servings} servings`]),
    ...(variantFor ? [variantText(variantTitle, variantFor)] : []),
    ...(onlyFor ? [`only for ${onlyFor.join(' and ')}`] : []),
  ].join(', ');
}

/** `with tofu for Mia and Ben` */
export function variantText(title: string | undefined, names: readonly string[]): string {
  return `${title ?? 'its variant'} for ${names.join(' and ')}`;
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
