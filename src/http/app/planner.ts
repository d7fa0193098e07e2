/** Plans a week on request. A proposal is not stored. */
import { z } from 'zod';
import { findAlternatives, type PlanningContext, proposeWeek } from '#jobs/planning.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { placeSchema, recipeIdSchema } from '#domain/plan/plan-schema.ts';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { DAYS } from '#domain/week/week.ts';
import { problem } from '#http/problem.ts';
import { byWeek } from './input-schemas.ts';
import { type AnyRequest, familyRoute, ProblemResponse } from './route.ts';

const SLOTS_PER_WEEK = DAYS.length * SLOTS.length;

const recipeAt = z.strictObject({ ...placeSchema.shape, recipeId: recipeIdSchema });
const locks = z
  .array(z.strictObject({ ...recipeAt.shape, isDouble: z.boolean() }))
  .max(SLOTS_PER_WEEK)
  .refine((all) => new Set(all.map(({ day, slot }) => `${day} ${slot}`)).size === all.length, {
    error: 'names a place twice',
  });
/** The same for everyone who asks without one, so that two who plan at once see one week. */
const seed = z.int().min(0).max(0xffff_ffff).default(0);

/** Planning has a thread of its own, but what it needs is read here. */
const PLANNING_COST = 5;

/** How soon it is worth asking again. */
const BUSY_SECONDS = '3';

function withRetryAfter<Answer>(answer: Answer | Refusal): Answer | Refusal | ProblemResponse {
  const isBusy = isRefusal(answer) && answer.refused === 'planner-busy';
  return isBusy ? new ProblemResponse(problem('planner-busy'), { 'Retry-After': BUSY_SECONDS }) : answer;
}

function planningContext({ store, planner, nowMs, address, disconnected }: AnyRequest): PlanningContext {
  return { db: store.db, planner, nowMs, requester: { address, disconnected } };
}

export const plannerRoutes = [
  familyRoute({
    method: 'POST',
    path: '/app/api/weeks/:week/proposal',
    access: 'member',
    isRead: true,
    cost: PLANNING_COST,
    params: byWeek,
    body: z.strictObject({
      seed,
      locked: locks.default([]),
      avoided: z.array(recipeAt).max(500).default([]),
    }),
    handle: async (call) =>
      withRetryAfter(
        await proposeWeek(planningContext(call), call.caller.family, call.params.week, {
          ...call.body,
          fixedMeals: 'own',
        }),
      ),
  }),

  familyRoute({
    method: 'POST',
    path: '/app/api/weeks/:week/alternatives',
    access: 'member',
    isRead: true,
    cost: PLANNING_COST,
    params: byWeek,
    body: z.strictObject({ seed, place: placeSchema, meals: locks }),
    async handle(call) {
      const { caller, params, body } = call;
      const found = await findAlternatives(planningContext(call), caller.family, params.week, body);
      return isRefusal(found) ? withRetryAfter(found) : { alternatives: found };
    },
  }),
];
