/** Dishes for an empty place of a week. */
import { z } from 'zod';
import { suggestDishes } from '#actions/recipe/suggestions.ts';
import { placeSchema } from '#domain/plan/plan-schema.ts';
import { SUGGESTION_KINDS } from '#domain/recipe-view/suggestions.ts';
import { openTranslation } from '#jobs/cookbook-opening.ts';
import { readFamilyWarnings } from '#queries/plan/warnings.ts';
import { endpoint } from '#http/endpoint.ts';
import { byWeek, inLanguage } from '#http/input/input-schemas.ts';
import { warnedCard } from './recipe-schemas.ts';
import { warnedCards } from './warned-cards.ts';

export const suggestionEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/weeks/:week/suggestions',
    access: 'member',
    cost: 5,
    params: byWeek,
    query: z.strictObject({ ...placeSchema.shape, ...inLanguage.shape }),
    response: z.strictObject({
      groups: z.array(z.strictObject({ kind: z.enum(SUGGESTION_KINDS), recipes: z.array(warnedCard) })),
    }),
    async handle({ store, caller: { family }, params: { week }, query: { language, ...place }, nowMs }) {
      await openTranslation(language);
      const warnings = await readFamilyWarnings(store.db, family, week, place);
      const groups = await suggestDishes(store, family, { week, place, language, warnings, nowMs });
      return {
        groups: await Promise.all(
          groups.map(async ({ kind, cards }) => ({
            kind,
            recipes: await warnedCards(store.db, family, cards, warnings),
          })),
        ),
      };
    },
  }),
];
