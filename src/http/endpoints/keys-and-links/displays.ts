/** Routes of the kitchen display: its links, and what it shows. A link is only in the response that creates it. */
import { z } from 'zod';
import { creator, picturesByRecipe, plans, weekWarnings } from '#http/endpoints/response-schemas.ts';
import { addDisplay, recordDisplaySeen, revokeDisplay } from '#actions/keys-and-links/displays.ts';
import { findViewer } from '#auth/viewer.ts';
import { dishesIn, mealsIn } from '#domain/plan/plan.ts';
import { isRefusal } from '#domain/refusal.ts';
import { textLine } from '#domain/text/text.ts';
import { WeekClock } from '#domain/week/week.ts';
import { readPictures } from '#queries/recipe/pictures.ts';
import { readStyledMealWarnings } from '#queries/plan/warnings.ts';
import { listDisplays } from '#storage/tables/keys-and-links/displays.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';
import { byId, inLanguage, instant } from '#http/input/input-schemas.ts';
import { refuseByNetwork } from '#http/access/limits.ts';
import { endpoint } from '#http/endpoint.ts';
import { openTranslation } from '#jobs/cookbook-opening.ts';

const clock = new WeekClock();

export const displayEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/displays',
    access: 'member',
    response: z.strictObject({
      displays: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          createdAt: z.string(),
          lastSeenAt: z.string().nullable(),
          expiresAt: z.string().nullable(),
          createdBy: creator,
        }),
      ),
    }),
    handle: async ({ store, caller }) => ({ displays: await listDisplays(store.db, caller.family) }),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/displays',
    access: 'owner',
    needsReauthentication: true,
    body: z.strictObject({ name: textLine(100), expiresAt: instant.nullable().default(null) }),
    response: z.strictObject({ id: z.string(), link: z.string() }),
    async handle({ body, context, caller, origin }) {
      const made = await addDisplay(context, caller.family, body);
      if (isRefusal(made)) return made;
      // Browsers do not send the part after #, so it is in no log.
      return { id: made.id, link: `${origin}/display#${made.token}` };
    },
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/displays/:id',
    access: 'owner',
    params: byId,
    handle: ({ params, context, caller }) => revokeDisplay(context, caller.family, params.id),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/display/open',
    access: 'anyone',
    uses: ['signInLimit'],
    body: z.strictObject({ token: z.string().max(100) }),
    async handle(call) {
      const { body, store, cookies, nowMs } = call;
      const limited = refuseByNetwork(call);
      if (limited) return limited;
      const viewer = await findViewer(store.db, { display: body.token, session: undefined }, nowMs);
      if (!viewer?.display) return new ProblemResponse(problem('display-ended'));
      await recordDisplaySeen(store, viewer.display, nowMs);
      cookies.display = body.token;
      return undefined;
    },
  }),

  endpoint({
    method: 'GET',
    path: '/app/api/display',
    access: 'viewer',
    query: inLanguage,
    response: z.strictObject({
      family: z.strictObject({ name: z.string(), timeZone: z.string() }),
      /** Of this week and the next. */
      plans,
      /** By week, with names as the family has chosen for displays. */
      warnings: z.record(z.string(), weekWarnings),
      pictures: picturesByRecipe,
    }),
    async handle({ viewer, store, cookies, nowMs, query: { language } }) {
      const family = await findFamily(store.db, viewer.family);
      if (!family) return new ProblemResponse(problem('display-ended'));
      const { display: token } = cookies;
      if (viewer.display && token) cookies.display = token;
      const { name, timeZone } = family;
      const { current, next } = clock.weeksAt(nowMs, timeZone);
      const plans = await Promise.all(
        [current, next].map(
          async (week) => [week, (await findPlan(store.db, viewer.family, week)) ?? null] as const,
        ),
      );
      const meals = plans.flatMap(([, plan]) => mealsIn(plan?.meals ?? {}));
      await openTranslation(language);
      const warnings = await Promise.all(
        plans.map(async ([week, plan]) => {
          const ofWeek = dishesIn(plan?.meals ?? {});
          const reader = { week, language };
          return [week, await readStyledMealWarnings(store.db, viewer.family, ofWeek, reader)] as const;
        }),
      );
      const pictures = await readPictures(store.db, viewer.family, meals);
      return {
        family: { name, timeZone },
        plans: Object.fromEntries(plans),
        warnings: Object.fromEntries(warnings),
        pictures,
      };
    },
  }),
];
