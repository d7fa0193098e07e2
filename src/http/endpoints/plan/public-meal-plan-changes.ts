/** Changes of plans by key: one place, or several at once; and the plans of several weeks. */
import { z } from 'zod';
import { applyEdits, MAX_CHANGE } from '#actions/plan/changes.ts';
import { clearMeal, type PlanTarget, putMeal } from '#actions/plan/plans.ts';
import { detailedMealSchema, placeSchema, weekSchema } from '#domain/plan/plan-schema.ts';
import { detailedPlan, type Plan, publicMeals } from '#domain/plan/plan.ts';
import { isRefusal, refuse } from '#domain/refusal.ts';
import { weekAfter, type Week, weekOf } from '#domain/week/week.ts';
import { findPlan, findPlansBetween } from '#storage/tables/plan/plans.ts';
import { allowsChange, etagOf, type Loaded } from '#http/headers/etag.ts';
import {
  detailedPlanResponse,
  detailedPlanSchema,
  loadedDetailedPlan,
  loadedPlan,
  mealPlanTag as tag,
  readDetailedPlan,
} from './public-meal-plans.ts';
import { PLAN_CHANGE_BYTES } from '#http/input/limits.ts';
import { namedWeek, weekIn } from './week-parameter.ts';
import { keyEndpoint, type KeyRequest } from '#http/key-endpoint.ts';

/** A year. */
const MAX_WEEKS = 53;

const place = z.strictObject({ weekOf: weekSchema, ...placeSchema.shape });
const placeInPath = z.strictObject({ weekOf: namedWeek, ...placeSchema.shape });

const edit = z
  .strictObject({
    ...place.shape,
    meal: detailedMealSchema.nullable().meta({ description: 'Null empties the place' }),
  })
  .meta({ id: 'Edit', description: 'What one place shall have' });

const edits = z
  .array(edit)
  .min(1)
  .max(MAX_CHANGE.edits)
  .refine((all) => new Set(all.map((edit) => edit.weekOf)).size <= MAX_CHANGE.weeks, {
    error: `may touch at most ${MAX_CHANGE.weeks} weeks`,
  })
  .refine(
    (all) => new Set(all.map((edit) => `${edit.weekOf} ${edit.day} ${edit.slot}`)).size === all.length,
    {
      error: 'names a place twice',
    },
  );

const plansResponse = z
  .strictObject({ data: z.array(detailedPlanSchema) })
  .meta({ id: 'MealPlansResponse', description: 'The plans, by week; a week without a plan is absent' });

function loadedPlans(plans: readonly Plan[]): Loaded {
  const version = Math.max(0, ...plans.map((plan) => plan.version));
  return { text: JSON.stringify({ data: plans.map(detailedPlan) }), version };
}

/** Of each response that has the plan: that of `current` and `next`, and the detailed one. */
function allowsChangeOfPlan(ifMatch: string | undefined, week: Week, plan: Plan | null | undefined): boolean {
  const brief = loadedPlan(
    week,
    plan ? { ...plan, meals: JSON.stringify(publicMeals(plan.meals)) } : undefined,
  );
  const isThere = Boolean(plan);
  return [brief, loadedDetailedPlan(plan)].some((loaded) => allowsChange(ifMatch, etagOf(loaded), isThere));
}

type PlaceRequest = KeyRequest<z.output<typeof placeInPath>, unknown, unknown>;

/** The plan in the version that `If-Match` names; undefined if it has another. */
async function findTarget(request: PlaceRequest): Promise<PlanTarget | undefined> {
  const { store, family, ifMatch } = request;
  const week = weekIn(request);
  if (ifMatch === undefined) return { family, week, version: 'any' };
  const plan = await findPlan(store.db, family, week);
  const isExpected = allowsChangeOfPlan(ifMatch, week, plan);
  return isExpected ? { family, week, version: plan?.version ?? 0 } : undefined;
}

const PLAN_PROBLEMS = ['week-out-of-range', 'quota-exceeded', 'precondition-failed'] as const;

export const publicMealPlanChanges = [
  keyEndpoint({
    method: 'GET',
    path: '/api/meal-plans/v1',
    access: { scope: 'plans:read' },
    operationId: 'listMealPlans',
    summary: 'The meal plans of several weeks',
    description: `The plans from one Monday to another, both included, at most ${MAX_WEEKS} weeks.`,
    tag,
    query: z
      .strictObject({ from: weekSchema, to: weekSchema })
      .refine(({ from, to }) => from <= to && to < weeksAfter(from, MAX_WEEKS), {
        error: `must be at most ${MAX_WEEKS} weeks, the first before the last`,
        path: ['to'],
      }),
    response: plansResponse,
    read: async ({ store, family, query: { from, to } }) =>
      loadedPlans(await findPlansBetween(store.db, family, from, to)),
  }),

  keyEndpoint({
    method: 'PUT',
    path: '/api/meal-plans/v1/:weekOf/:day/:slot',
    access: { scope: 'plans:write' },
    operationId: 'putMeal',
    summary: 'Put a meal into a place',
    description:
      'Replaces what is there. `If-Match` is the `ETag` of the plan of the week. A `recipeId` that no recipe has is left out.',
    tag,
    params: placeInPath,
    body: detailedMealSchema,
    response: detailedPlanResponse,
    isConditional: true,
    problems: PLAN_PROBLEMS,
    async change(request) {
      const target = await findTarget(request);
      if (!target) return refuse('stale-plan');
      const outcome = await putMeal(request.context, target, request.params, request.body);
      return isRefusal(outcome) ? outcome : undefined;
    },
    read: (request) => readDetailedPlan(request.store, request.requester, weekIn(request)),
  }),

  keyEndpoint({
    method: 'DELETE',
    path: '/api/meal-plans/v1/:weekOf/:day/:slot',
    access: { scope: 'plans:write' },
    operationId: 'deleteMeal',
    summary: 'Empty a place',
    description: '`If-Match` is the `ETag` of the plan of the week. 404 if there is no meal.',
    tag,
    params: placeInPath,
    response: detailedPlanResponse,
    isConditional: true,
    problems: ['not-found', 'precondition-failed'],
    async change(request) {
      const target = await findTarget(request);
      if (!target) return refuse('stale-plan');
      const outcome = await clearMeal(request.context, target, request.params);
      if (!isRefusal(outcome)) return undefined;
      return outcome.refused === 'slot-empty' ? refuse('not-found') : outcome;
    },
    read: (request) => readDetailedPlan(request.store, request.requester, weekIn(request)),
  }),

  keyEndpoint({
    method: 'POST',
    path: '/api/meal-plans/v1/edits',
    access: { scope: 'plans:write' },
    operationId: 'editMealPlans',
    summary: 'Change several places',
    description: `Changes all of these places or none, in at most ${MAX_CHANGE.weeks} weeks. Responds with the plans of these weeks. To move a meal, empty one place and fill the other.`,
    tag,
    body: z.strictObject({
      edits,
      ifMatch: z
        .partialRecord(z.string(), z.string().max(200))
        .optional()
        .meta({ description: 'By week: the `ETag` that its plan must still have' }),
    }),
    response: plansResponse,
    maxBodyBytes: PLAN_CHANGE_BYTES,
    problems: PLAN_PROBLEMS,
    async change({ context, family, body }) {
      return applyEdits(context, family, {
        edits: body.edits.map(({ weekOf: week, day, slot, meal: after }) => ({ week, day, slot, after })),
        isExpected: (plans) =>
          Object.entries(body.ifMatch ?? {}).every(([week, tag]) =>
            allowsChangeOfPlan(tag, week as Week, plans[week]),
          ),
      });
    },
    async read({ store, family, body }) {
      const weeks = [...new Set(body.edits.map((edit) => edit.weekOf))].toSorted();
      const plans = await Promise.all(weeks.map((week) => findPlan(store.db, family, week)));
      return loadedPlans(plans.flatMap((plan) => plan ?? []));
    },
  }),
];

function weeksAfter(week: Week, weeks: number): Week {
  return weekOf(Temporal.PlainDate.from(weekAfter(week)).add({ weeks: weeks - 1 }));
}
