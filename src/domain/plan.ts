/**
 * Plans: what a family eats in one week. Decides what a meal may look like, the one order in which
 * days and slots stand, and what moving, swapping and clearing mean. Knows no database and no clock.
 */
import { z } from 'zod';
import { textLine } from './text.ts';
import { DAYS, type Day, type Week, weekOfText } from './week.ts';

export const SLOTS = ['breakfast', 'lunch', 'dinner'] as const;
type Slot = (typeof SLOTS)[number];

export const mealSchema = z
  .strictObject({
    description: textLine(500).meta({ description: 'Human-readable meal description' }),
    recipeId: z
      .string()
      .regex(/^[!-~]{1,64}$/, 'must be 1 to 64 visible ASCII characters')
      .optional()
      .meta({ description: 'Identifier of the associated recipe; present only if the meal has one' }),
  })
  .meta({ id: 'Meal', description: 'What stands in a slot' });
export type Meal = z.infer<typeof mealSchema>;

const daySchema = z
  .strictObject({
    breakfast: mealSchema.optional(),
    lunch: mealSchema.optional(),
    dinner: mealSchema.optional(),
  })
  .meta({ id: 'Day', description: 'The meals of one day; a slot without a meal is absent' });

export const mealsSchema = z
  .strictObject({
    Monday: daySchema.optional(),
    Tuesday: daySchema.optional(),
    Wednesday: daySchema.optional(),
    Thursday: daySchema.optional(),
    Friday: daySchema.optional(),
    Saturday: daySchema.optional(),
    Sunday: daySchema.optional(),
  })
  .meta({ id: 'Meals', description: 'Meals by day, Monday to Sunday; a day without meals is absent' });
export type Meals = z.infer<typeof mealsSchema>;

/** A place in the week. */
export type Place = { day: Day; slot: Slot };
export const placeSchema = z.strictObject({ day: z.enum(DAYS), slot: z.enum(SLOTS) });

export type Plan = {
  id: string;
  week: Week;
  /** The number of the change that made the plan what it is; it never repeats. */
  version: number;
  meals: Meals;
};

/** The plan as the API shows it: these fields and no others, for good. */
export function publicPlan({ id, week, meals }: Plan) {
  return { id, weekOf: weekOfText(week), meals };
}

/** The one form of the meals: days and slots in order, nothing empty, nothing null. */
export function orderMeals(meals: Meals): Meals {
  const ordered: Meals = {};
  for (const day of DAYS) {
    for (const slot of SLOTS) {
      const meal = meals[day]?.[slot];
      if (!meal) continue;
      const { description, recipeId } = meal;
      (ordered[day] ??= {})[slot] = recipeId === undefined ? { description } : { description, recipeId };
    }
  }
  return ordered;
}

export function mealAt(meals: Meals, { day, slot }: Place): Meal | undefined {
  return meals[day]?.[slot];
}

/** The meals with this place holding that meal, or nothing. */
export function withMeal(meals: Meals, { day, slot }: Place, meal: Meal | undefined): Meals {
  const { [slot]: _before, ...others } = meals[day] ?? {};
  return orderMeals({ ...meals, [day]: meal ? { ...others, [slot]: meal } : others });
}

/** The meal goes from one place to the other; whatever stood there comes back in exchange. */
export function swapMeals(meals: Meals, from: Place, to: Place): Meals {
  const [here, there] = [mealAt(meals, from), mealAt(meals, to)];
  return withMeal(withMeal(meals, from, there), to, here);
}
