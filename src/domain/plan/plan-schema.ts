/**
 * What a stranger's meals may look like: as the public API has them (their description is part of the
 * API's own), and as the family's app has them, which knows more of a meal.
 */
import { z } from 'zod';
import { MEAL_KINDS, SLOTS } from './plan.ts';
import { textLine } from '#domain/text/text.ts';
import { DAYS, parseWeek, type Week } from '#domain/week/week.ts';

export const weekSchema = z.string().transform((text, check): Week => {
  const parsed = parseWeek(text);
  if ('week' in parsed) return parsed.week;
  check.addIssue(parsed.wrong);
  return z.NEVER;
});

export const placeSchema = z.strictObject({ day: z.enum(DAYS), slot: z.enum(SLOTS) });

export const recipeIdSchema = z.string().regex(/^[!-~]{1,64}$/, 'must be 1 to 64 visible ASCII characters');

const publicMealSchema = z
  .strictObject({
    description: textLine(500).meta({ description: 'Human-readable meal description' }),
    recipeId: recipeIdSchema
      .optional()
      .meta({ description: 'Identifier of the associated recipe; present only if the meal has one' }),
  })
  .meta({ id: 'Meal', description: 'What stands in a slot' });

const publicDaySchema = daysMeals(publicMealSchema).meta({
  id: 'Day',
  description: 'The meals of one day; a slot without a meal is absent',
});

export const publicMealsSchema = weeksDays(publicDaySchema).meta({
  id: 'Meals',
  description: 'Meals by day, Monday to Sunday; a day without meals is absent',
});

export const servingsSchema = z.int().min(1).max(99);
const detailSchema = z.strictObject({
  kind: z.enum(MEAL_KINDS).optional(),
  servings: servingsSchema.optional(),
  generated: z.literal(true).optional(),
});
export const mealSchema = z.strictObject({ ...publicMealSchema.shape, ...detailSchema.shape });
export const mealsSchema = placesSchema(mealSchema);
export const mealDetailsSchema = placesSchema(detailSchema);

/** Something in some places of the week. */
export function placesSchema<Held extends z.ZodType>(held: Held) {
  return weeksDays(daysMeals(held));
}

function daysMeals<Held extends z.ZodType>(held: Held) {
  return z.strictObject({ breakfast: held.optional(), lunch: held.optional(), dinner: held.optional() });
}

function weeksDays<Held extends z.ZodType>(day: Held) {
  return z.strictObject({
    Monday: day.optional(),
    Tuesday: day.optional(),
    Wednesday: day.optional(),
    Thursday: day.optional(),
    Friday: day.optional(),
    Saturday: day.optional(),
    Sunday: day.optional(),
  });
}
