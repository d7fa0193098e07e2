/**
 * Validates meals from clients: with the fields of the public API, whose descriptions here are part of its
 * documentation, and with those of the app.
 */
import { z } from 'zod';
import {
  type Dish,
  MAX_DESCRIPTION_LENGTH,
  MAX_SIDES,
  DISH_KINDS,
  PUBLIC_SLOTS,
  type Slot,
  SLOTS,
} from './plan.ts';
import { textLine } from '#domain/text/text.ts';
import { DAYS, parseWeek, type Week } from '#domain/week/week.ts';

export const weekSchema = z
  .string()
  .meta({ format: 'date' })
  .transform((text, check): Week => {
    const parsed = parseWeek(text);
    if ('week' in parsed) return parsed.week;
    check.addIssue(parsed.wrong);
    return z.NEVER;
  });

export const placeSchema = z.strictObject({ day: z.enum(DAYS), slot: z.enum(SLOTS) });

export const recipeIdSchema = z.string().regex(/^[!-~]{1,64}$/, 'must be 1 to 64 visible ASCII characters');

const publicMealSchema = z
  .strictObject({
    description: textLine(MAX_DESCRIPTION_LENGTH).meta({ description: 'Human-readable meal description' }),
    recipeId: recipeIdSchema
      .optional()
      .meta({ description: 'Identifier of the associated recipe; present only if the meal has one' }),
  })
  .meta({ id: 'Meal', description: 'What stands in a slot' });

const publicDaySchema = daySchemaOf(PUBLIC_SLOTS, publicMealSchema).meta({
  id: 'Day',
  description: 'The meals of one day; a slot without a meal is absent',
});

export const publicMealsSchema = weekSchemaOf(publicDaySchema).meta({
  id: 'Meals',
  description: 'Meals by day, Monday to Sunday; a day without meals is absent',
});

export const servingsSchema = z.int().min(1).max(99);
/** More than any household has. */
export const MAX_EATERS = 30;
/** Assigned by the client, so that it can refer to a new eater or rule before saving it. */
export const preferenceId = z.string().regex(/^[0-9A-Za-z-]{1,64}$/, 'must be an id');

const eaterIds = z.array(preferenceId).min(1).max(MAX_EATERS);
const dishFields = z.strictObject({
  ...publicMealSchema.shape,
  kind: z.enum(DISH_KINDS).optional(),
  servings: servingsSchema.optional(),
  exceptEaters: eaterIds.optional().meta({ description: 'The ids of eaters who eat something else' }),
  variant: z
    .strictObject({ eaterIds, servings: servingsSchema })
    .optional()
    .meta({ description: 'Who gets the variant of the recipe, and how many of the servings are of it' }),
  eaterIds: eaterIds.optional().meta({ description: 'The ids of the only eaters who eat the dish' }),
});
const sideSchema = dishFields
  .superRefine(refuseLargeVariant)
  .meta({ id: 'Side', description: 'A dish beside the main one' });
/** All fields of a meal, without the rules between them: for schemas that take some of the fields. */
export const mealFields = z.strictObject({
  ...dishFields.shape,
  generated: z.literal(true).optional(),
  sides: z.array(sideSchema).min(1).max(MAX_SIDES).optional().meta({
    description: 'Further dishes, in the order in which they are served: sides, salad, dessert, drink',
  }),
});

/** What a key can put, and read. */
export const detailedMealSchema = mealFields.omit({ generated: true }).superRefine(refuseLargeVariant).meta({
  id: 'DetailedMeal',
  description: 'What stands in a slot: the fields of the main dish, and further dishes',
});
export const detailedMealsSchema = weekSchemaOf(
  daySchemaOf(SLOTS, detailedMealSchema).meta({
    id: 'DetailedDay',
    description: 'The meals of one day; a slot without a meal is absent',
  }),
).meta({
  id: 'DetailedMeals',
  description: 'Meals by day, Monday to Sunday; a day without meals is absent',
});
export const mealSchema = mealFields.superRefine(refuseLargeVariant);
export const mealsSchema = placesSchema(mealSchema);
export const mealDetailsSchema = placesSchema(mealFields.partial().superRefine(refuseLargeVariant));

/** Without servings, the dish has those of its recipe. */
function refuseLargeVariant(
  { servings, variant }: Pick<Dish, 'servings' | 'variant'>,
  check: z.core.$RefinementCtx,
): void {
  if (servings === undefined || !variant || variant.servings <= servings) return;
  const message = 'must not be more than the servings of the dish';
  check.addIssue({ code: 'custom', message, path: ['variant', 'servings'] });
}

/** A value for some slots of the week. */
export function placesSchema<Value extends z.ZodType>(value: Value) {
  return weekSchemaOf(daySchemaOf(SLOTS, value));
}

function daySchemaOf<const Slots extends readonly Slot[], Value extends z.ZodType>(
  slots: Slots,
  value: Value,
): z.ZodObject<{ [S in Slots[number]]: z.ZodOptional<Value> }, z.core.$strict> {
  const shape = Object.fromEntries(slots.map((slot) => [slot, value.optional()]));
  return z.strictObject(shape as { [S in Slots[number]]: z.ZodOptional<Value> });
}

function weekSchemaOf<Value extends z.ZodType>(day: Value) {
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
