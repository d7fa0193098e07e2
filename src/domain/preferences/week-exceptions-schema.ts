/** Validates what is different on a day of one week. */
import { z } from 'zod';
import { ALLERGENS, DIETS } from '#domain/food/food.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { MAX_EATERS, preferenceId } from '#domain/plan/plan-schema.ts';
import { textLine } from '#domain/text/text.ts';
import { DAYS } from '#domain/week/week.ts';
import { eachOnce, MAX_GUESTS, minutesSchema, someOf } from './preferences-schema.ts';
import type { DayException, WeekExceptions } from './week-exceptions.ts';

const guestSchema = z.strictObject({
  id: preferenceId,
  name: textLine(50).optional(),
  diets: someOf(DIETS),
  allergens: someOf(ALLERGENS),
});

const slotExceptionSchema = z.strictObject({
  away: z.array(preferenceId).max(MAX_EATERS).optional(),
  minutes: minutesSchema.nullable().optional(),
  guests: z
    .array(guestSchema)
    .max(MAX_GUESTS)
    .superRefine(eachOnce(({ id }) => id, 'id'))
    .optional(),
  isOff: z.literal(true).optional(),
});

export const dayExceptionSchema = z.strictObject({
  note: textLine(200).optional(),
  slots: z.strictObject(
    Object.fromEntries(SLOTS.map((slot) => [slot, slotExceptionSchema.optional()])) as {
      [Slot in (typeof SLOTS)[number]]: z.ZodOptional<typeof slotExceptionSchema>;
    },
  ),
}) satisfies z.ZodType<DayException>;

export const weekExceptionsSchema = z.strictObject(
  Object.fromEntries(DAYS.map((day) => [day, dayExceptionSchema.optional()])) as {
    [Day in (typeof DAYS)[number]]: z.ZodOptional<typeof dayExceptionSchema>;
  },
) satisfies z.ZodType<WeekExceptions>;
