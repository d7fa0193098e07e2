/** Planning a week: what the family wishes for, how it likes its dishes, and proposals, which store nothing. */
import { z } from 'zod';
import { findAlternatives, type Planning, proposeWeek } from '#jobs/planning.ts';
import { giveStars } from '#actions/stars.ts';
import { readStars } from '#queries/stars.ts';
import { readTags, readPreferences } from '#queries/preferences.ts';
import { changePreferences } from '#actions/preferences.ts';
import { getFoods } from '#cookbook/foods.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { placeSchema, recipeIdSchema, weekSchema } from '#domain/plan/plan-schema.ts';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { DAYS } from '#domain/week/week.ts';
import { preferencesSchema, preferenceId } from '#domain/preferences/preferences-schema.ts';
import type { Store } from '#storage/store.ts';
import { problem } from '#http/problem.ts';
import { type AnyCall, familyRoute, Refused } from './route.ts';

const byWeek = z.strictObject({ week: weekSchema });
/** Thirty eaters with a hundred dislikes each. */
const MOST_BYTES = 300_000;
const PLACES = DAYS.length * SLOTS.length;

const recipeAt = z.strictObject({ ...placeSchema.shape, recipeId: recipeIdSchema });
const locks = z
  .array(z.strictObject({ ...recipeAt.shape, isDouble: z.boolean() }))
  .max(PLACES)
  .refine((all) => new Set(all.map(({ day, slot }) => `${day} ${slot}`)).size === all.length, {
    error: 'names a place twice',
  });
/** The same for everyone who asks without one, so that two who plan at once see one week. */
const seed = z.int().min(0).max(0xffff_ffff).default(0);

async function shownWishes({ db }: Store, family: string) {
  return { ...(await readPreferences(db, family)), tags: await readTags(db, family) };
}

/** Planning has a thread of its own, but what it needs is read here. */
const PLANNING_COST = 5;

/** How soon it is worth asking again. */
const BUSY_SECONDS = '3';

function orBusy<Answer>(answer: Answer | Refusal): Answer | Refusal | Refused {
  const isBusy = isRefusal(answer) && answer.refused === 'planner-busy';
  return isBusy ? new Refused(problem('planner-busy'), { 'Retry-After': BUSY_SECONDS }) : answer;
}

function planningOf({ store, planner, nowMs, address, gone }: AnyCall): Planning {
  return { db: store.db, planner, nowMs, requester: { address, gone } };
}

export const plannerRoutes = [
  familyRoute({
    method: 'GET',
    path: '/app/api/wishes',
    access: 'member',
    handle: ({ store, caller }) => shownWishes(store, caller.family),
  }),

  familyRoute({
    method: 'PUT',
    path: '/app/api/wishes',
    access: 'member',
    mostBytes: MOST_BYTES,
    body: z.strictObject({
      version: z.int().min(0),
      wishes: preferencesSchema((id) => getFoods().find(id) !== undefined),
    }),
    handle: async ({ store, context, caller: { family }, body }) =>
      (await changePreferences(context, family, body)) ?? shownWishes(store, family),
  }),

  familyRoute({
    method: 'GET',
    path: '/app/api/stars',
    access: 'member',
    handle: async ({ store, caller }) => ({ stars: await readStars(store.db, caller.family) }),
  }),

  familyRoute({
    method: 'PUT',
    path: '/app/api/stars',
    access: 'member',
    body: z.strictObject({
      eaterId: preferenceId,
      recipeId: recipeIdSchema,
      stars: z.int().min(1).max(5).nullable(),
    }),
    handle: ({ context, caller, body }) => giveStars(context, caller.family, body),
  }),

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
      orBusy(
        await proposeWeek(planningOf(call), call.caller.family, call.params.week, {
          ...call.body,
          standing: 'own',
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
      const found = await findAlternatives(planningOf(call), caller.family, params.week, body);
      return isRefusal(found) ? orBusy(found) : { alternatives: found };
    },
  }),
];
