/** Schemas of input that several routes share. */
import { z } from 'zod';
import { BASE_LANGUAGE, LANGUAGES } from '#languages/language.ts';
import { MAX_DISHES_PER_WEEK } from '#domain/plan/plan.ts';
import { weekSchema } from '#domain/plan/plan-schema.ts';
import { instantText, parseInstant } from '#domain/week/instant.ts';
import { RECIPE_ID } from './limits.ts';

/** Ids have letters and digits only; PostgreSQL rejects some other characters that a URL can contain. */
export const byId = z.strictObject({ id: z.string().regex(/^[0-9A-Za-z]{1,64}$/, 'must be an id') });

export const byWeek = z.strictObject({ week: weekSchema });

export const recipeId = z.string().regex(RECIPE_ID, 'must be an id');
/** As many as the dishes of a week, with commas between them. */
export const recipeIds = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(recipeId).max(MAX_DISHES_PER_WEEK));

export const foodId = z
  .string()
  .max(64)
  .regex(/^[a-z0-9-]+$/, 'must be the id of a food');

/** The language in which foods are named and the cookbook's recipes are written. */
export const inLanguage = z.strictObject({ language: z.enum(LANGUAGES).default(BASE_LANGUAGE) });

/** The language of the page, for mails. */
export const language = z.enum(LANGUAGES).optional();

/** An instant, converted to the one form that is stored. */
export const instant = z.string().transform((text, check) => {
  const ms = parseInstant(text);
  if (ms !== undefined) return instantText(ms);
  check.addIssue('must be an instant, such as 2027-01-01T00:00:00Z');
  return z.NEVER;
});
