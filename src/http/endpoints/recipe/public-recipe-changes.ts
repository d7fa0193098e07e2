/** Recipes by key: search, and changes of the family's own. */
import { z } from 'zod';
import { addRecipe, changeRecipe, removeRecipe } from '#actions/recipe/recipes.ts';
import { DIETS } from '#domain/food/food.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { COURSES } from '#domain/recipe/course.ts';
import { recipeSourceSchema } from '#domain/recipe/recipe-source.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import { searchFamilyRecipes } from '#actions/recipe/recipe-indexes.ts';
import { findPhotoFile, findPhotos } from '#storage/tables/recipe/photos.ts';
import { findRecipe } from '#storage/tables/recipe/recipes.ts';
import { openTranslation } from '#jobs/cookbook-opening.ts';
import { allowsChange, etagOf } from '#http/headers/etag.ts';
import { readPublicRecipe, recipeResponse, recipeTag as tag } from './public-recipes.ts';
import { cursor, cursorText } from './recipe-cursor.ts';
import { PhotoFile } from '#http/files/photo-file.ts';
import { inLanguage } from '#http/input/input-schemas.ts';
import { DOCUMENT_BYTES, PAGE_BYTES, RECIPE_ID } from '#http/input/limits.ts';
import { problem } from '#http/problems/problem.ts';
import { keyEndpoint, type KeyRequest } from '#http/key-endpoint.ts';

const byRecipe = z.strictObject({
  recipeId: z
    .string()
    .regex(RECIPE_ID, 'must be an id')
    .meta({ description: 'The `recipeId` of a meal', examples: ['shakshuka'] }),
});

const { title, servings, activeMinutes, totalMinutes, meals, course, cuisine, protein, keeps } =
  recipeSourceSchema.shape;
const { ingredients, references, steps } = recipeSourceSchema.shape;

const newRecipe = z
  .strictObject({
    title,
    servings: servings.meta({ description: 'The number of servings that the amounts are for' }),
    activeMinutes: activeMinutes.default(0),
    totalMinutes: totalMinutes.default(0),
    meals: meals.default([]).meta({ description: 'The slots it suits' }),
    course: course.meta({ description: '`main` if absent' }),
    cuisine: cuisine.default(''),
    protein: protein.default(''),
    keeps: keeps.default(false).meta({ description: 'Whether it keeps until the next day' }),
    ingredients: ingredients.meta({
      description: 'Lines as in a cookbook; one that ends with a colon is a heading',
    }),
    references: references.meta({
      description:
        'The lines that stand for other recipes, with the `recipeId` of each: “1 batch pizza dough”. Without it, a change leaves those lines as they are.',
    }),
    steps: steps.default([]),
  })
  .meta({ id: 'NewRecipe', description: 'A recipe of the family' });

const foundRecipe = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    isOwn: z.boolean(),
    servings: z.int(),
    activeMinutes: z.int(),
    totalMinutes: z.int(),
    meals: z.array(z.enum(SLOTS)),
    course: z.enum(COURSES),
    diets: z.array(z.enum(DIETS)),
    isComplete: z.boolean().meta({ description: 'Whether every line was understood' }),
  })
  .meta({ id: 'FoundRecipe', description: 'A recipe in short' });

const foundResponse = z
  .strictObject({
    data: z.array(foundRecipe),
    next: z.string().nullable().meta({ description: 'The `after` of the next page; null at the end' }),
  })
  .meta({ id: 'FoundRecipesResponse', description: 'A page of recipes, the best matches first' });

type RecipeRequest = KeyRequest<z.output<typeof byRecipe>, unknown, unknown>;

/** The version to change: the one that `If-Match` names, or any. */
async function expectedVersion(request: RecipeRequest): Promise<number | 'any' | Refusal> {
  const { store, requester, family, params, ifMatch } = request;
  if (ifMatch === undefined) return 'any';
  const own = await findRecipe(store.db, family, params.recipeId);
  const loaded = own && (await readPublicRecipe(store, requester, params.recipeId));
  if (!loaded) return refuse('not-found');
  return allowsChange(ifMatch, etagOf(loaded), true) ? loaded.version : refuse('stale-recipe');
}

const REFERENCE_PROBLEMS = ['recipe-too-nested', 'sub-recipe-unknown'] as const;
const RECIPE_PROBLEMS = ['quota-exceeded', 'recipe-too-long', 'too-many'] as const;
const PAGE_REASONS = [
  'address-invalid',
  'address-private',
  'fetch-off',
  'page-unreachable',
  'page-refused',
  'page-too-slow',
  'page-too-large',
  'page-not-text',
  'no-recipe',
  'import-busy',
] as const;

export const publicRecipeChanges = [
  keyEndpoint({
    method: 'GET',
    path: '/api/recipes/v1',
    access: { scope: 'recipes:read' },
    operationId: 'searchRecipes',
    summary: 'Search recipes',
    description: "Searches the cookbook and the family's own recipes by the words of title and ingredients.",
    tag,
    query: z.strictObject({
      search: z
        .string()
        .max(200)
        .default('')
        .meta({ examples: ['lentil'] }),
      meal: z.enum(SLOTS).optional(),
      course: z.enum(COURSES).optional(),
      diet: z.enum(DIETS).optional(),
      own: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .optional()
        .meta({ description: "`true` for the family's own only, `false` for the cookbook's only" }),
      limit: z
        .string()
        .regex(/^\d{1,3}$/, 'must be a whole number')
        .transform(Number)
        .pipe(z.int().min(1).max(100))
        .default(30),
      after: cursor.optional().meta({ description: 'The `next` of the page before' }),
      ...inLanguage.shape,
    }),
    response: foundResponse,
    cost: 2,
    async read({ store, family, query }) {
      await openTranslation(query.language);
      const { recipes, next } = await searchFamilyRecipes(store, family, query);
      const data = recipes.map(
        ({
          id,
          title: name,
          own,
          servings: yields,
          diets,
          isComplete,
          ...card
        }): z.output<typeof foundRecipe> => ({
          id,
          title: name,
          isOwn: own,
          servings: yields,
          activeMinutes: card.activeMinutes,
          totalMinutes: card.totalMinutes,
          meals: [...card.meals],
          course: card.course,
          diets: [...diets],
          isComplete,
        }),
      );
      return { text: JSON.stringify({ data, next: next ? cursorText(next) : null }), version: 0 };
    },
  }),

  keyEndpoint({
    method: 'POST',
    path: '/api/recipes/v1',
    access: { scope: 'recipes:write' },
    operationId: 'addRecipe',
    summary: 'Add a recipe',
    description: "Adds a recipe to the family's own.",
    tag,
    body: newRecipe,
    response: recipeResponse,
    creates: '/api/recipes/v1',
    maxBodyBytes: DOCUMENT_BYTES,
    problems: [...RECIPE_PROBLEMS, ...REFERENCE_PROBLEMS],
    async change({ context, family, body, newId: id }) {
      const outcome = await addRecipe(context, family, body, { id });
      return isRefusal(outcome) ? outcome : undefined;
    },
    read: ({ store, requester, newId: id }) => readPublicRecipe(store, requester, id),
  }),

  keyEndpoint({
    method: 'POST',
    path: '/api/recipes/v1/import',
    access: { scope: 'recipes:write' },
    operationId: 'importRecipe',
    summary: 'Import a recipe from a page',
    description:
      'Reads the recipe of a web page and adds it. With `text` the page is not fetched. Look at the result: a page can be read wrongly, and then the recipe lacks a line.',
    tag,
    body: z
      .strictObject({
        address: z.string().max(2_000).optional().meta({ description: 'The address of the page' }),
        text: z
          .string()
          .min(1)
          .refine((text) => text.isWellFormed() && !text.includes('\0'), { error: 'must be text' })
          .optional()
          .meta({ description: 'The page itself, or a recipe as text' }),
      })
      .refine(({ address, text }) => address !== undefined || text !== undefined, {
        error: 'must have an `address` or a `text`',
      }),
    response: recipeResponse,
    creates: '/api/recipes/v1',
    maxBodyBytes: PAGE_BYTES,
    // As in the app: a fetch can make other sites work.
    cost: 20,
    problems: [...PAGE_REASONS, ...RECIPE_PROBLEMS],
    uses: ['imports'],
    async change({ context, imports, family, body: { address = '', text }, newId: id, disconnected }) {
      const page = text === undefined ? { address } : { text, address };
      const read = await imports.read(family, page, disconnected);
      if (isRefusal(read)) return read;
      const source = recipeSourceSchema.safeParse(read.source);
      if (!source.success) return { problem: problem('no-recipe') };
      const outcome = await addRecipe(context, family, source.data, { id });
      return isRefusal(outcome) ? outcome : undefined;
    },
    read: ({ store, requester, newId: id }) => readPublicRecipe(store, requester, id),
  }),

  keyEndpoint({
    method: 'GET',
    path: '/api/recipes/v1/:recipeId/photo',
    access: { scope: 'recipes:read' },
    operationId: 'getRecipePhoto',
    summary: 'The photo of a recipe',
    description:
      "The photo of one of the family's own recipes; 404 without one. The `photo` of the recipe is this address with a `hash`, under which the photo never changes and may be cached for ever.",
    tag,
    params: byRecipe,
    query: z.strictObject({
      hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'must be the hash of a photo')
        .optional()
        .meta({ description: 'Of the photo: 404 if the recipe has another one now' }),
    }),
    fileTypes: ['image/jpeg', 'image/webp'],
    problems: ['not-found'],
    async read({ store, family, params: { recipeId }, query }) {
      const photo = (await findPhotos(store.db, family, [recipeId])).get(recipeId);
      if (!photo || (query.hash !== undefined && query.hash !== photo.large)) return undefined;
      const file = await findPhotoFile(store.db, family, photo.large);
      return file && new PhotoFile(file);
    },
  }),

  keyEndpoint({
    method: 'PUT',
    path: '/api/recipes/v1/:recipeId',
    access: { scope: 'recipes:write' },
    operationId: 'putRecipe',
    summary: 'Change a recipe',
    description: "Replaces one of the family's own recipes. 404 for a recipe of the cookbook.",
    tag,
    params: byRecipe,
    body: newRecipe,
    response: recipeResponse,
    isConditional: true,
    maxBodyBytes: DOCUMENT_BYTES,
    problems: [
      'not-found',
      'precondition-failed',
      'quota-exceeded',
      'recipe-too-long',
      'recipe-circle',
      ...REFERENCE_PROBLEMS,
    ],
    async change(request) {
      const version = await expectedVersion(request);
      if (isRefusal(version)) return version;
      const { context, family, params, body: source } = request;
      const outcome = await changeRecipe(context, family, { id: params.recipeId, version, source });
      return isRefusal(outcome) ? outcome : undefined;
    },
    read: ({ store, requester, params }) => readPublicRecipe(store, requester, params.recipeId),
  }),

  keyEndpoint({
    method: 'DELETE',
    path: '/api/recipes/v1/:recipeId',
    access: { scope: 'recipes:write' },
    operationId: 'deleteRecipe',
    summary: 'Delete a recipe',
    description:
      "Deletes one of the family's own recipes. Meals of this and later weeks keep their descriptions.",
    tag,
    params: byRecipe,
    isConditional: true,
    problems: ['not-found', 'precondition-failed'],
    async change(request) {
      const version = await expectedVersion(request);
      if (isRefusal(version)) return version;
      return removeRecipe(request.context, request.family, request.params.recipeId, version);
    },
  }),
];
