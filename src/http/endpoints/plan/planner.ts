/** Plans a week on request. A proposal is not stored. */
import { z } from 'zod';
import {
  type MealReason,
  type Offer,
  type ProposedMeal,
  repairedMeal,
  type WeekTotals,
} from '#domain/proposal/proposal.ts';
import { recurringSchema } from '#domain/preferences/preferences-schema.ts';
import { mealSchema, weekSchema, placeSchema, recipeIdSchema } from '#domain/plan/plan-schema.ts';
import { plan, warnings } from '#http/endpoints/response-schemas.ts';
import { openTranslation } from '#jobs/cookbook-opening.ts';
import { findAlternatives, findRepair, type PlanningContext, proposeWeek } from '#jobs/planning/planning.ts';
import { mealAt, SLOTS } from '#domain/plan/plan.ts';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { DAYS } from '#domain/week/week.ts';
import { translateMeal, translateProposal, withTitlesIn } from '#queries/plan/translated-proposal.ts';
import { PLANNING_COST } from '#http/input/limits.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';
import { byWeek, inLanguage } from '#http/input/input-schemas.ts';
import { type CallWith, endpoint } from '#http/endpoint.ts';

const SLOTS_PER_WEEK = DAYS.length * SLOTS.length;

/** A dish that stays where it is, and the later meal that eats its leftovers. */
const lock = z.strictObject({
  ...placeSchema.shape,
  recipeId: recipeIdSchema,
  leftoversAt: placeSchema.optional(),
});
export type Lock = z.output<typeof lock>;
const locks = z
  .array(lock)
  .max(SLOTS_PER_WEEK)
  .refine((all) => new Set(all.map(({ day, slot }) => `${day} ${slot}`)).size === all.length, {
    error: 'names a place twice',
  });
/** Meals that a member has chosen for places of the proposal. */
const placed = z
  .array(z.strictObject({ ...placeSchema.shape, meal: mealSchema }))
  .max(SLOTS_PER_WEEK)
  .default([]);
/** Recipes that the week must not contain. */
const avoided = z.array(recipeIdSchema).max(500).default([]);
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
  return { db: store.db, planner, nowMs, client: { address, disconnected } };
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
      placed,
    }),
    response: z.strictObject({
      proposal: z.strictObject({
        week: weekSchema,
        seed: z.int(),
        meals: z.array(z.custom<ProposedMeal>()),
        totals: z.custom<WeekTotals>(),
        unmet: z.array(z.strictObject({ ruleId: z.string(), wanted: z.int(), possible: z.int() })),
        offers: z.array(z.custom<Offer>()),
        score: z.number(),
      }),
      /** Identifies what the proposal was computed from. */
      basis: z.string(),
      /** The plan that the proposal was made for. */
      plan: plan.nullable(),
      /** Recurring meals that are not for an eater, and why. */
      leftOut: z.array(z.strictObject({ ...recurringSchema.shape, warnings })),
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
    body: z.strictObject({ seed, place: placeSchema, meals: locks, placed }),
    response: z.strictObject({
      alternatives: z.array(
        z.strictObject({
          recipeId: z.string(),
          title: z.string(),
          minutes: z.int(),
          variant: z
            .strictObject({ eaterIds: z.array(z.string()), servings: z.int(), title: z.string() })
            .exactOptional(),
          reasons: z.array(z.custom<MealReason>()),
          scoreChange: z.number(),
          costChangeCents: z.int(),
          minutesChange: z.int(),
        }),
      ),
    }),
    async handle(request) {
      const { caller, params, body, query } = request;
      const found = await findAlternatives(planningContext(request), caller.family, params.week, body);
      if (isRefusal(found)) return withRetryAfter(found);
      await openTranslation(query.language);
      return { alternatives: found.map((dish) => withTitlesIn(dish, query.language)) };
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/weeks/:week/repair',
    access: 'member',
    uses: ['planner'],
    isRead: true,
    cost: PLANNING_COST,
    params: byWeek,
    query: inLanguage,
    body: z.strictObject({
      place: placeSchema,
      /** The meal that was removed there. */
      meal: mealSchema,
    }),
    response: z.strictObject({
      edits: z.array(
        z.strictObject({
          week: weekSchema,
          ...placeSchema.shape,
          before: mealSchema.nullable(),
          after: mealSchema.nullable(),
          reasons: z.array(z.custom<MealReason>()),
        }),
      ),
      /** Fresh food that no meal uses, without the edits and with them. */
      spoiledGrams: z.strictObject({ before: z.int(), after: z.int() }),
      basis: z.string(),
    }),
    async handle(request) {
      const { caller, params, body, query } = request;
      const found = await findRepair(planningContext(request), caller.family, params.week, body);
      if (isRefusal(found)) return withRetryAfter(found);
      await openTranslation(query.language);
      const { repair, basis, plan } = found;
      const edits = repair.changes.map(({ proposed: inEnglish, ...change }) => {
        const { day, slot } = change;
        const proposed = inEnglish && translateMeal(inEnglish, query.language);
        return {
          week: params.week,
          day,
          slot,
          before: mealAt(plan?.meals ?? {}, change) ?? null,
          after: repairedMeal({ ...change, ...(proposed && { proposed }) }, body.meal),
          reasons: proposed?.kind === 'cooked' ? proposed.reasons : [],
        };
      });
      return { edits, spoiledGrams: repair.spoiledGrams, basis };
    },
  }),
];
