/** `/api/meal-plans/v1`: the plan of the current week and of the next. Frozen: what is new gets a new path. */
import { z } from 'zod';
import { mealsSchema } from '#domain/plan.ts';
import { type Week, WeekClock, weekOfText } from '#domain/week.ts';
import { findPlanText } from '#storage/plans.ts';
import type { Db } from '#storage/schema.ts';
import type { KnownFamily, PublicRead } from './read.ts';

const planSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Unique meal plan identifier' }),
    weekOf: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/)
      .meta({
        description: "The Monday of the plan's week, in the family's time zone",
        examples: ['2026-11-09T00:00:00.000Z'],
      }),
    meals: mealsSchema,
  })
  .meta({ id: 'MealPlan', description: 'What the family eats in one week, Monday to Sunday' });

const envelope = z
  .strictObject({ data: planSchema.nullable() })
  .meta({ id: 'MealPlanAnswer', description: 'The plan, or null if there is none for this week' });

const clock = new WeekClock();

export const mealPlanReads: PublicRead[] = [
  {
    path: '/api/meal-plans/v1/current',
    operationId: 'getCurrentMealPlan',
    summary: "This week's meal plan",
    description:
      "The plan of the week, Monday to Sunday, that contains this moment in the family's time zone.",
    answer: envelope,
    name: ({ timeZone }, nowMs) => clock.weeksAt(nowMs, timeZone).current,
    read: readPlan,
  },
  {
    path: '/api/meal-plans/v1/next',
    operationId: 'getNextMealPlan',
    summary: "Next week's meal plan",
    description: 'The plan of the week that begins on the Monday after the current week.',
    answer: envelope,
    name: ({ timeZone }, nowMs) => clock.weeksAt(nowMs, timeZone).next,
    read: readPlan,
  },
];

async function readPlan(db: Db, family: KnownFamily, name: string): Promise<string> {
  const week = name as Week;
  const plan = await findPlanText(db, family.id, week);
  if (!plan) return '{"data":null}';
  // The stored text is the served text: key order and absence were settled when it was written.
  return `{"data":{"id":${JSON.stringify(plan.id)},"weekOf":"${weekOfText(week)}","meals":${plan.meals}}}`;
}
