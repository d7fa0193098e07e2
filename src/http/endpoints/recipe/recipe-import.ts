/** Routes of the import page: read a recipe from a page or a text, and check it before it is kept. */
import { z } from 'zod';
import { recipeSourceSchema, ingredientText, MAX_INGREDIENTS } from '#domain/recipe/recipe-source.ts';
import { warnings } from '#http/endpoints/response-schemas.ts';
import { findSameTitle } from '#queries/recipe/recipe-search.ts';
import { readFamilyWarnings } from '#queries/plan/warnings.ts';
import { parseFamilyLines } from '#queries/recipe/family-lines.ts';
import { getFoods } from '#cookbook/foods.ts';
import { dishFactsOf } from '#domain/recipe/recipe.ts';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { textLine } from '#domain/text/text.ts';
import { DOCUMENT_BYTES, PAGE_BYTES } from '#http/input/limits.ts';
import { endpoint } from '#http/endpoint.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';

const pageSchema = z.strictObject({
  /** What is fetched, unless there is a text; otherwise where the text is from. */
  address: z.string().max(2_000).optional(),
  text: z
    .string()
    .min(1)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), { error: 'must be text' })
    .optional(),
});

export const recipeImportEndpoints = [
  endpoint({
    method: 'POST',
    path: '/app/api/recipes/read',
    access: 'member',
    uses: ['imports'],
    isRead: true,
    // Thirty pages a minute: a fetch can make other sites work.
    cost: 20,
    maxBodyBytes: PAGE_BYTES,
    body: pageSchema,
    response: z.strictObject({
      source: recipeSourceSchema,
      /** Fields of which something was too long. */
      shortened: z.array(z.string()),
    }),
    async handle({ imports, caller, body: { address = '', text }, disconnected }) {
      const page = text === undefined ? { address } : { text, ...(address !== '' && { address }) };
      return orBusy(await imports.read(caller.family, page, disconnected));
    },
  }),

  /** The response is the file of a stranger: its type says that it is bytes, so that no browser shows it as a page. */
  endpoint({
    method: 'POST',
    path: '/app/api/recipes/read-picture',
    access: 'member',
    uses: ['imports'],
    isRead: true,
    cost: 20,
    body: z.strictObject({ address: z.string().max(2_000) }),
    async handle({ imports, caller, body: { address }, disconnected }) {
      return orBusy(await imports.readPicture(caller.family, address, disconnected));
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/recipes/check',
    access: 'member',
    isRead: true,
    cost: 5,
    maxBodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      title: textLine(200).or(z.literal('')),
      lines: z.array(ingredientText.or(z.literal(''))).max(MAX_INGREDIENTS),
    }),
    response: z.strictObject({
      warnings,
      /** Recipes of the family with the same title. */
      duplicates: z.array(z.strictObject({ id: z.string(), title: z.string() })),
    }),
    async handle({ store, caller, body }) {
      const ingredients = await parseFamilyLines(store.db, caller.family, body.lines);
      const { warn } = await readFamilyWarnings(store.db, caller.family);
      return {
        warnings: warn(dishFactsOf({ ingredients }, getFoods())),
        duplicates: await findSameTitle(store.db, caller.family, body.title),
      };
    },
  }),
];

function orBusy<Outcome>(outcome: Outcome | Refusal): Outcome | Refusal | ProblemResponse {
  const isBusy = isRefusal(outcome) && outcome.refused === 'import-busy';
  return isBusy ? new ProblemResponse(problem('import-busy'), { 'Retry-After': '5' }) : outcome;
}
