/** Plans a week on request. A proposal is not stored. */
import { z } from 'zod';
import { openTranslation } from '#jobs/cookbook-opening.ts';
import { findAlternatives, type PlanningContext, proposeWeek } from '#jobs/planning/planning.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { placeSchema, recipeIdSchema } from '#domain/plan/plan-schema.ts';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { DAYS } from '#domain/week/week.ts';
import type { Lock } from '#jobs/planning/planning.ts';
import { translateProposal, withTitleIn } from '#queries/plan/translated-proposal.ts';
import { PLANNING_COST } from '#http/limits.ts';
import { problem } from '#http/problems/problem.ts';
import { byWeek, inLanguage } from '#http/input-schemas.ts';
import { type CallWith, endpoint, ProblemResponse } from '#http/endpoint.ts';

const SLOTS_PER_WEEK = DAYS.length * SLOTS.length;

const recipeAt = z.strictObject({ ...placeSchema.shape, recipeId: recipeIdSchema });
/** `isDouble`: what an app from before sends for leftovers at the next day's lunch. */
const lock = z
  .strictObject({
    ...recipeAt.shape,
    leftoversAt: placeSchema.optional(),
    isDouble: z.boolean().optional(),
  })
  .transform(({ isDouble, leftoversAt, ...dish }): Lock => {
    const tomorrow = DAYS[DAYS.indexOf(dish.day) + 1];
    const lunch = isDouble && tomorrow ? { day: tomorrow, slot: 'lunch' as const } : undefined;
    return { ...dish, leftoversAt: leftoversAt ?? lunch };
  });
const locks = z
  .array(lock)
  .max(SLOTS_PER_WEEK)
  .refine((all) => new Set(all.map(({ day, slot }) => `${day} ${slot}`)).size === all.length, {
    error: 'names a place twice',
  });
/** The ids of dishes; an app from before also sends their places. */
const avoided = z
  .array(recipeIdSchema.or(recipeAt.transform(({ recipeId }) => recipeId)))
  .max(500)
  .default([]);
/** The same default for all, so that two members who plan at once see the same week. */
const seed = z.int().min(0).max(0xffff_ffff).default(0);

/** When to retry. */
const BUSY_SECONDS = '3';

function withRetryAfter<Outcome>(outcome: Outcome | Refusal): Outcome | Refusal | ProblemResponse {
  const isBusy = isRefusal(outcome) && outcome.refused === 'planner-busy';
  return isBusy ? new ProblemResponse(problem('planner-busy'), { 'Retry-After': BUSY_SECONDS }) : outcome;
}

function planningContext({
  store,
  planner,
  nowMs,
  address,
  disconnected,
}: CallWith<'planner'>): PlanningContext {
  return { db: store.db, planner, nowMs, requester: { address, disconnected } };
}

export const plannerEndpoints = [
  endpoint({
    method: 'POST',
    path: '/app/api/weeks/:week/proposal',
    access: 'member',
    uses: ['planner'],
    isRead: true,
    cost: PLANNING_COST,
    params: byWeek,
    query: inLanguage,
    body: z.strictObject({
      seed,
      locked: locks.default([]),
      avoided,
    }),
    async handle(request) {
      const { caller, params, body, query } = request;
      const options = { ...body, fixedMeals: 'own' } as const;
      const proposed = await proposeWeek(planningContext(request), caller.family, params.week, options);
      if (isRefusal(proposed)) return withRetryAfter(proposed);
      await openTranslation(query.language);
      return { ...proposed, proposal: translateProposal(proposed.proposal, query.language) };
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/weeks/:week/alternatives',
    access: 'member',
    uses: ['planner'],
    isRead: true,
    cost: PLANNING_COST,
    params: byWeek,
    query: inLanguage,
    body: z.strictObject({ seed, place: placeSchema, meals: locks }),
    async handle(request) {
      const { caller, params, body, query } = request;
      const found = await findAlternatives(planningContext(request), caller.family, params.week, body);
      if (isRefusal(found)) return withRetryAfter(found);
      await openTranslation(query.language);
      return { alternatives: found.map((one) => withTitleIn(one, query.language)) };
    },
  }),
];
