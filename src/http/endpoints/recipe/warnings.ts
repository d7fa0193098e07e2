/** Whom some meals may harm, and who gets a variant, for pages that show meals. */
import { z } from 'zod';
import { NAME_STYLES } from '#domain/preferences/preferences.ts';
import { weekWarnings } from '#http/endpoints/response-schemas.ts';
import { readMealWarnings } from '#queries/plan/warnings.ts';
import { MAX_DISHES_PER_WEEK } from '#domain/plan/plan.ts';
import { mealFields, weekSchema } from '#domain/plan/plan-schema.ts';
import { endpoint } from '#http/endpoint.ts';
import { inLanguage } from '#http/input/input-schemas.ts';
import { openTranslation } from '#jobs/cookbook-opening.ts';

export const warningEndpoints = [
  endpoint({
    method: 'POST',
    path: '/app/api/warnings',
    access: 'member',
    isRead: true,
    cost: 2,
    body: z.strictObject({
      /** Of the meals: then its guests count, too. */
      week: weekSchema.optional(),
      meals: z.array(mealFields.pick({ description: true, recipeId: true })).max(MAX_DISHES_PER_WEEK),
    }),
    query: inLanguage,
    response: z.strictObject({
      ...weekWarnings.shape,
      /** For prints. */
      nameStyle: z.enum(NAME_STYLES),
    }),
    async handle({ store, caller, body: { meals, week }, query: { language } }) {
      await openTranslation(language);
      return readMealWarnings(store.db, caller.family, meals, { week, language });
    },
  }),
];
