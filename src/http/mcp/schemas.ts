/** What several tools take and return. Descriptions are for a model that has nothing else to read. */
import { z } from 'zod';
import { DISH_KINDS, SLOTS } from '#domain/plan/plan.ts';
import { mealFields } from '#domain/plan/plan-schema.ts';
import { DAYS, parseWeek, type Week, WeekClock, weekOf } from '#domain/week/week.ts';
import type { ToolContext } from './tool.ts';

/** Any date of a week names it: a model knows the date of a day more often than that of its Monday. */
export const week = z
  .string()
  .max(10)
  .transform((text, check): Week | 'current' | 'next' => {
    if (text === 'current' || text === 'next') return text;
    const parsed = parseWeek(mondayOf(text));
    if ('week' in parsed) return parsed.week;
    check.addIssue('must be `current`, `next` or a date such as 2026-11-09');
    return z.NEVER;
  })
  .meta({ description: '`current`, `next`, or any date of the week (YYYY-MM-DD)' });

function mondayOf(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  try {
    return weekOf(Temporal.PlainDate.from(text));
  } catch {
    return text;
  }
}

const clock = new WeekClock();

export function weekIn(
  { key, nowMs }: Pick<ToolContext, 'key' | 'nowMs'>,
  named: Week | 'current' | 'next',
): Week {
  const { current, next } = clock.weeksAt(nowMs, key.timeZone);
  if (named === 'current') return current;
  return named === 'next' ? next : named;
}

/** All places of a week. */
export const MAX_PLACES = DAYS.length * SLOTS.length;

export const day = z.enum(DAYS);
export const slot = z.enum(SLOTS);

/** Together with the API key, it names a change for ninety days. */
export const requestId = z
  .string()
  .regex(/^[!-~]{8,100}$/, 'must be 8 to 100 visible ASCII characters')
  .meta({
    description:
      'A new unique text for each change, such as a UUID. Send the same one again only to repeat a call whose answer was lost: it is then not applied twice.',
  });

export const changed = {
  changeId: z.string().meta({ description: 'For undo_change' }),
  isRepeat: z
    .boolean()
    .meta({ description: 'Whether this requestId had been applied before, so that nothing was done now' }),
};

/** A field that a key without the scope to read does not get. */
export function ifReadable<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional();
}

export const warnings = z
  .array(
    z.object({
      eater: z.string(),
      verdict: z.enum(['not-for', 'not-sure']),
      dish: z.string().optional().meta({ description: 'Which dish of the meal, if it has several' }),
      reasons: z.array(z.string()),
    }),
  )
  .meta({
    description:
      'Whom it is not for; `not-sure` if some ingredients are unknown. Without the scope eaters:read, one entry without eater and reasons',
  });

export const weekOfField = z.string().meta({ description: 'The Monday of the week' });

export const variant = mealFields.shape.variant.meta({
  description: 'For eaters who cannot have the dish itself',
});

const dishShape = {
  title: z.string(),
  recipeId: z
    .string()
    .optional()
    .meta({ description: 'For read_recipe; absent for a dish that is only text' }),
  servings: z.int().optional().meta({ description: 'Absent if it is that of the recipe' }),
  kind: z.enum(DISH_KINDS).optional(),
  variantTitle: z.string().optional().meta({ description: 'What the variant is: `with tofu`' }),
  variantFor: z.array(z.string()).optional().meta({ description: 'Who gets the variant of the dish' }),
  onlyFor: z.array(z.string()).optional().meta({ description: 'Who alone eats the dish' }),
};

export const plannedMeal = z.object({
  day,
  date: z.string(),
  slot,
  ...dishShape,
  sides: z
    .array(z.object(dishShape))
    .optional()
    .meta({ description: 'Further dishes; the other fields are those of the main one' }),
  isFromPlanner: z
    .boolean()
    .meta({ description: 'Whether the planner placed it; a proposal may replace only such meals' }),
  ingredientsKnown: z
    .boolean()
    .meta({ description: 'If false, warnings can be missing: nobody knows what is in it' }),
  warnings,
});
