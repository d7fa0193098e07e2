/** The menus that a family saves under a name, and what they are for those who eat in a week. */
import { z } from 'zod';
import { addMenu, removeMenu, renameMenu } from '#actions/plan/menus.ts';
import { MAX_MENU_NAME_LENGTH } from '#domain/plan/menu.ts';
import { mealSchema, mealsSchema, placeSchema, weekSchema } from '#domain/plan/plan-schema.ts';
import { refuse } from '#domain/refusal.ts';
import { textLine } from '#domain/text/text.ts';
import { variantOffer, weekWarnings } from '#http/endpoints/response-schemas.ts';
import { endpoint } from '#http/endpoint.ts';
import { inLanguage } from '#http/input/input-schemas.ts';
import { PLAN_CHANGE_BYTES } from '#http/input/limits.ts';
import { openTranslation } from '#jobs/cookbook-opening.ts';
import { fitMenu, readMenus } from '#queries/plan/menus.ts';

const name = textLine(MAX_MENU_NAME_LENGTH);
const menu = z.strictObject({ id: z.string(), name, meals: mealsSchema });
const byId = z.strictObject({ id: z.string().max(64) });

export const menuEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/menus',
    access: 'member',
    response: z.strictObject({ menus: z.array(menu) }),
    handle: async ({ store, caller }) => ({ menus: await readMenus(store.db, caller.family) }),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/menus',
    access: 'member',
    maxBodyBytes: PLAN_CHANGE_BYTES,
    body: z.strictObject({ name, meals: mealsSchema }),
    response: menu,
    handle: ({ context, caller, body }) => addMenu(context, caller.family, body),
  }),

  endpoint({
    method: 'PUT',
    path: '/app/api/menus/:id',
    access: 'member',
    params: byId,
    body: z.strictObject({ name }),
    handle: ({ context, caller, params, body }) => renameMenu(context, caller.family, { ...params, ...body }),
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/menus/:id',
    access: 'member',
    params: byId,
    handle: ({ context, caller, params }) => removeMenu(context, caller.family, params),
  }),

  endpoint({
    method: 'GET',
    path: '/app/api/menus/:id/weeks/:week',
    access: 'member',
    cost: 2,
    params: z.strictObject({ ...byId.shape, week: weekSchema }),
    query: inLanguage,
    response: z.strictObject({
      ...weekWarnings.shape,
      meals: z.array(
        z.strictObject({
          ...placeSchema.shape,
          /** With servings, and with the variants that are offered. */
          meal: mealSchema,
          /** Of each dish. */
          offers: z.array(variantOffer.nullable()),
          isNobody: z.boolean(),
        }),
      ),
    }),
    async handle({ store, caller, params: { id, week }, query: { language } }) {
      await openTranslation(language);
      const fitted = await fitMenu(store.db, caller.family, id, { week, language });
      return fitted ?? refuse('not-found');
    },
  }),
];
