/**
 * `/api/meal-plans/v1`: the plan of the current week, of the next, and of any other. The first two are frozen: a change
 * of their responses needs a new path.
 */
import { z } from 'zod';
import { detailedMealsSchema, publicMealsSchema } from '#domain/plan/plan-schema.ts';
import { detailedPlan, type Plan } from '#domain/plan/plan.ts';
import { parseWeek, type Week, WeekClock, weekOfText } from '#domain/week/week.ts';
import { findPlan, findPlanText } from '#storage/tables/plan/plans.ts';
import type { Store } from '#storage/store.ts';
import type { Loaded } from '#http/headers/etag.ts';
import type { KeyRequester } from '#http/access/key-access.ts';
import { type CachedEndpoint, keyEndpoint } from '#http/key-endpoint.ts';
import { invalidWeek, weekOfField, weekParameter } from './week-parameter.ts';

const planSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Unique meal plan identifier' }),
    weekOf: weekOfField,
    meals: publicMealsSchema,
  })
  .meta({ id: 'MealPlan', description: 'What the family eats in one week, Monday to Sunday' });

const planResponse = z
  .strictObject({ data: planSchema.nullable() })
  .meta({ id: 'MealPlanResponse', description: 'The plan, or null if there is none for this week' });

export const detailedPlanSchema = planSchema
  .extend({ meals: detailedMealsSchema })
  .meta({ id: 'DetailedMealPlan', description: 'A plan with the kind and servings of its meals' });

export const detailedPlanResponse = z.strictObject({ data: detailedPlanSchema.nullable() }).meta({
  id: 'DetailedMealPlanResponse',
  description: 'The plan, or null if there is none for this week',
});

export const mealPlanTag = { name: 'Meal plans', description: 'What the family eats, one week at a time.' };

const clock = new WeekClock();
const RESOURCE = 'meal-plan';

export const publicMealPlanEndpoints = [
  keyEndpoint({
    method: 'GET',
    path: '/api/meal-plans/v1/current',
    access: { scope: 'plans:read' },
    operationId: 'getCurrentMealPlan',
    summary: "This week's meal plan",
    description:
      "The plan of the week, Monday to Sunday, that contains this moment in the family's time zone.",
    tag: mealPlanTag,
    response: planResponse,
    cached: {
      examples: examplesOf('2026-11-09' as Week),
      resource: RESOURCE,
      argument: ({ timeZone }, nowMs) => clock.weeksAt(nowMs, timeZone).current,
      read: readPlan,
    },
  }),
  keyEndpoint({
    method: 'GET',
    path: '/api/meal-plans/v1/next',
    access: { scope: 'plans:read' },
    operationId: 'getNextMealPlan',
    summary: "Next week's meal plan",
    description: 'The plan of the week that begins on the Monday after the current week.',
    tag: mealPlanTag,
    response: planResponse,
    cached: {
      examples: examplesOf('2026-11-16' as Week),
      resource: RESOURCE,
      argument: ({ timeZone }, nowMs) => clock.weeksAt(nowMs, timeZone).next,
      read: readPlan,
    },
  }),
  keyEndpoint({
    method: 'GET',
    path: '/api/meal-plans/v1/:weekOf',
    access: { scope: 'plans:read' },
    operationId: 'getMealPlan',
    summary: 'The meal plan of any week',
    description:
      'The plan of the week of this Monday, with the kind and servings of its meals. Any other date or form is 400.',
    tag: mealPlanTag,
    response: detailedPlanResponse,
    cached: {
      parameter: weekParameter,
      examples: examplesOf('2026-11-16' as Week),
      resource: 'detailed-meal-plan',
      argument: (_owner, _nowMs, week) => week,
      read: readPlanOf,
    },
  }),
];

async function readPlan(store: Store, { family }: KeyRequester, week: Week) {
  return loadedPlan(week, await findPlanText(store, family, week));
}

/** `meals` is the stored text, which is sent as it is: the order and absence of fields were decided when it was written. */
export function loadedPlan(
  week: Week,
  plan: { id: string; version: number; meals: string } | undefined,
): Loaded {
  if (!plan) return { text: '{"data":null}', version: 0 };
  const { id, version, meals } = plan;
  return {
    text: `{"data":{"id":${JSON.stringify(id)},"weekOf":"${weekOfText(week)}","meals":${meals}}}`,
    version,
  };
}

async function readPlanOf(store: Store, requester: KeyRequester, text: string) {
  const parsed = parseWeek(text);
  return 'week' in parsed
    ? readDetailedPlan(store, requester, parsed.week)
    : { problem: invalidWeek(parsed.wrong) };
}

export async function readDetailedPlan(store: Store, { family }: KeyRequester, week: Week) {
  return loadedDetailedPlan(await findPlan(store.db, family, week));
}

export function loadedDetailedPlan(plan: Plan | null | undefined): Loaded {
  const text = JSON.stringify({ data: plan ? detailedPlan(plan) : null });
  return { text, version: plan?.version ?? 0 };
}

function examplesOf(week: Week): CachedEndpoint['cached']['examples'] {
  const meals = {
    Monday: {
      breakfast: { description: 'Porridge with grated apple and cinnamon' },
      dinner: { description: 'Red lentil dal with rice', recipeId: 'red-lentil-dal' },
    },
    Wednesday: { lunch: { description: 'Tomato soup with cheese toasties' } },
    Friday: { dinner: { description: 'Home-made pizza night' } },
  };
  return {
    plan: {
      summary: 'A plan for the week',
      value: { data: { id: '7Zr2mWq0XKcV4tLh', weekOf: weekOfText(week), meals } },
    },
    noPlan: { summary: 'No plan for the week', value: { data: null } },
  };
}
