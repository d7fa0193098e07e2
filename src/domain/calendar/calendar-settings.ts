/** What a calendar link shows: which slots, all day or at the family's meal times, and in which language. */
import { z } from 'zod';
import { type Slot, SLOTS } from '#domain/plan/plan.ts';
import { USUAL_TIMES } from './usual-times.ts';
import { LANGUAGES } from '#languages/language.ts';

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

export const calendarSettingsSchema = z.strictObject({
  slots: z
    .array(z.enum(SLOTS))
    .min(1)
    .max(SLOTS.length)
    .transform((slots): Slot[] => SLOTS.filter((slot) => slots.includes(slot))),
  /** When meals begin, in the family's time zone; null for events that last all day. */
  times: z
    .strictObject({
      breakfast: time,
      lunchbox: time.default(USUAL_TIMES.lunchbox),
      lunch: time,
      snack: time.default(USUAL_TIMES.snack),
      dinner: time,
    })
    .nullable(),
  /** Whether titles have a sign where a dish is not for everyone. */
  showsWarnings: z.boolean(),
  language: z.enum(LANGUAGES),
});

export type CalendarSettings = z.output<typeof calendarSettingsSchema>;
