/** Routes of recipes: search, read, and change the family's own. */
import { z } from 'zod';
import { ingredientLine, recipeResponse, warnedCard } from './recipe-schemas.ts';
import { warnedCards } from './warned-cards.ts';
import { type FamilyRecipe, findFamilyRecipe, parseOwnRecipe } from '#queries/recipe/family-recipes.ts';
import { readPhotoTexts } from '#queries/recipe/pictures.ts';
import { tagSchema } from '#domain/recipe/recipe-note-schema.ts';
import { hasTag, type RecipeNotes } from '#domain/recipe/recipe-note.ts';
import { readMentions } from '#queries/recipe/recipe-mentions.ts';
import { readRecipeNotes } from '#queries/recipe/recipe-notes.ts';
import { searchFamilyRecipes } from '#actions/recipe/recipe-indexes.ts';
import { fitsFamily, readFamilyWarnings, titleOfVariant } from '#queries/plan/warnings.ts';
import { addRecipe, changeRecipe, copyRecipe, removeRecipe } from '#actions/recipe/recipes.ts';
import { findOfferedRecipes } from '#queries/recipe/offered-recipes.ts';
import { readUsedTitles } from '#queries/recipe/sub-recipes.ts';
import { parseFamilyLines } from '#queries/recipe/family-lines.ts';
import { getFoods } from '#cookbook/foods.ts';
import { findTranslation } from '#cookbook/translations.ts';
import { openTranslation } from '#jobs/cookbook-opening.ts';
import { DIETS } from '#domain/food/food.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { type Place, SLOTS } from '#domain/plan/plan.ts';
import { placeSchema, servingsSchema, weekSchema } from '#domain/plan/plan-schema.ts';
import {
  MAX_INGREDIENTS,
  ingredientText,
  type RecipeSource,
  recipeSourceSchema,
  sourceOf,
} from '#domain/recipe/recipe-source.ts';
import { COURSES } from '#domain/recipe/course.ts';
import { BASE_LANGUAGE, type Language } from '#languages/language.ts';
import type { AnyRecipe } from '#domain/recipe/book-recipe.ts';
import { factsOfVariant, type RecipeCard } from '#domain/recipe-view/recipe-card.ts';
import { statusOfLine } from '#domain/recipe-view/line-status.ts';
import { dishFactsOf } from '#domain/recipe/recipe.ts';
import { writtenLines } from '#domain/recipe/sub-recipes.ts';
import { viewOf } from '#domain/recipe-view/recipe-view.ts';
import { amountText } from '#domain/recipe-view/scaled-line.ts';
import { fractionNumber } from '#domain/quantity/fraction.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import { displayName } from '#domain/shopping-list/shown-amounts.ts';
import { inTurns, nextTurn } from '#storage/paging.ts';
import { stepIngredients } from '#domain/cooking/step-ingredients.ts';
import { readPrices } from '#storage/tables/shopping-list/prices.ts';
import { findUsers, type OwnRecipe } from '#storage/tables/recipe/recipes.ts';
import type { Db } from '#storage/schema.ts';
import { DOCUMENT_BYTES } from '#http/input/limits.ts';
import { inLanguage, recipeId } from '#http/input/input-schemas.ts';
import { cursor, cursorText } from './recipe-cursor.ts';
import { Download } from '#http/files/download.ts';
import { endpoint } from '#http/endpoint.ts';

const byRecipe = z.strictObject({ id: recipeId });
const wholeNumber = z
  .string()
  .regex(/^\d{1,3}$/, 'must be a whole number')
  .transform(Number);

const searchQuery = z.strictObject({
  search: z.string().max(200).default(''),
  meal: z.enum(SLOTS).optional(),
  course: z.enum(COURSES).optional(),
  diet: z.enum(DIETS).optional(),
  own: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  /** One of the family's tags. */
  tag: tagSchema.optional(),
  /** Only these recipes, separated by spaces. */
  ids: z
    .string()
    .max(6_500)
    .transform((ids) => new Set(ids.split(' ')))
    .optional(),
  /** Only recipes without warnings, also those whose variant is for all who are warned. */
  fits: z.literal('true').optional(),
  limit: wholeNumber.pipe(z.int().min(1).max(100)).default(30),
  after: cursor.optional(),
  /** Of a meal, with day and slot: then only who eats there is warned. */
  week: weekSchema.optional(),
  day: placeSchema.shape.day.optional(),
  slot: placeSchema.shape.slot.optional(),
  ...inLanguage.shape,
});
const recipeQuery = z.strictObject({
  servings: wholeNumber.pipe(servingsSchema).optional(),
  /** How many of them are of the variant. */
  variantServings: wholeNumber.pipe(servingsSchema).optional(),
  ...inLanguage.shape,
});

function placeOf({ day, slot }: z.output<typeof searchQuery>): Place | undefined {
  return day && slot && { day, slot };
}

/** More are not listed before a recipe is deleted. */
const MAX_SHOWN_USERS = 10;

type Viewing = {
  language: Language;
  servings?: number | undefined;
  variantServings?: number | undefined;
};

/** The response to a changed recipe, which is not scaled. */
async function responseOf(db: Db, family: string, outcome: OwnRecipe | Refusal) {
  if (isRefusal(outcome)) return outcome;
  const found = { recipe: await parseOwnRecipe(db, family, outcome), own: outcome };
  return { recipe: await viewFor(db, family, found, { language: BASE_LANGUAGE }) };
}

async function viewFor(db: Db, family: string, { recipe, own }: FamilyRecipe, viewing: Viewing) {
  const { language, servings: shownServings, variantServings } = viewing;
  const prices = await readPrices(db, family);
  const { warn, offer } = await readFamilyWarnings(db, family);
  const translation = own ? undefined : findTranslation(recipe.id, language);
  const photo = own && (await readPhotoTexts(db, family, [own.id])).get(own.id);
  // 300 lines and 30 eaters take long: others have turns in between.
  const uses = await inTurns(
    stepIngredients(
      { ingredients: writtenLines(translation ?? recipe), steps: (translation ?? recipe).steps },
      getFoods(),
    ),
  );
  const options = {
    own: own !== undefined,
    stepIngredients: uses,
    shownServings,
    variantServings,
    prices,
    language,
    translation,
  };
  await nextTurn();
  const facts = dishFactsOf(recipe, getFoods());
  const warnings = warn(facts);
  await nextTurn();
  const { variant }: AnyRecipe = recipe;
  const offered =
    variant &&
    offer(facts, {
      title: titleOfVariant(recipe.id, variant, language),
      facts: factsOfVariant(recipe, variant, getFoods()),
    });
  return {
    warnings,
    ...(offered && { variantOffer: offered }),
    ...viewOf(recipe, options, getFoods()),
    ...(photo && { picture: photo }),
    ...(own && { source: own.source, version: own.version }),
  };
}

/** What was understood of a line, shown beside it while it is typed. */
function viewOfLine(line: IngredientLine, language: Language) {
  const { text, understood } = line;
  const status = statusOfLine(line, getFoods());
  if (!understood) return { text, isUnderstood: false, ...status };
  const { food: id, quantity, preparation } = understood;
  const food = getFoods().find(id);
  const amount = quantity && { ...quantity, amount: fractionNumber(quantity.amount) };
  return {
    text,
    isUnderstood: true,
    food: id,
    foodName: food ? displayName(food, amount, language) : id,
    ...(quantity && { amount: amountText(quantity.amount, language), unit: quantity.unit }),
    ...(preparation !== '' && { preparation }),
    ...status,
  };
}

/** A recipe of the cookbook in the reader's language. */
function sourceFor({ recipe, own }: FamilyRecipe, language: Language): RecipeSource {
  if (own) return own.source;
  const translation = findTranslation(recipe.id, language);
  return {
    ...sourceOf(recipe, translation ?? recipe),
    about: { language: translation ? language : BASE_LANGUAGE },
  };
}

export const recipeEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/recipes',
    access: 'member',
    query: searchQuery,
    response: z.strictObject({
      recipes: z.array(warnedCard),
      /** Those with exactly the title that was searched, own ones first. */
      sameTitle: z.array(z.string()),
      /** The `after` of the next page, null at the end. */
      next: z.string().nullable(),
    }),
    async handle({ store, caller, query, nowMs }) {
      await openTranslation(query.language);
      const { tag, ...wanted } = query;
      const needsNotes = query.search !== '' || tag !== undefined;
      const notes = needsNotes ? await readRecipeNotes(store.db, caller.family) : {};
      const mentions = query.search && (await readMentions(store.db, caller.family, { notes, nowMs }));
      const warnings = await readFamilyWarnings(store.db, caller.family, query.week, placeOf(query));
      const fits = query.fits ? (card: RecipeCard) => fitsFamily(card, warnings) : undefined;
      const { recipes, sameTitle, next } = await searchFamilyRecipes(store, caller.family, {
        ...wanted,
        fits,
        ids: tag === undefined ? query.ids : idsWith(notes, tag, query.ids),
        mentions: mentions || undefined,
      });
      return {
        recipes: await warnedCards(store.db, caller.family, recipes, warnings),
        sameTitle,
        next: next ? cursorText(next) : null,
      };
    },
  }),

  endpoint({
    method: 'GET',
    path: '/app/api/recipes/:id',
    access: 'member',
    params: byRecipe,
    query: recipeQuery,
    response: recipeResponse,
    async handle({ store, caller, params, query }) {
      await openTranslation(query.language);
      const found = await findFamilyRecipe(store.db, caller.family, params.id);
      if (!found) return refuse('not-found');
      return { recipe: await viewFor(store.db, caller.family, found, query) };
    },
  }),

  endpoint({
    method: 'GET',
    path: '/app/api/recipes/:id/file',
    access: 'member',
    params: byRecipe,
    query: z.strictObject({ format: z.enum(['cooklang', 'json-ld']), ...inLanguage.shape }),
    async handle({ store, caller, params, query: { format, language } }) {
      await openTranslation(language);
      const found = await findFamilyRecipe(store.db, caller.family, params.id);
      if (!found) return refuse('not-found');
      const source = sourceFor(found, language);
      const titles = await readUsedTitles(store.db, caller.family, [source]);
      const recipe = { id: found.recipe.id, source, titles };
      // Loaded on demand, with the parsers of both formats: they check what was written.
      if (format === 'cooklang') {
        const { writeCooklang } = await import('#export/cooklang.ts');
        return new Download('recipe.cook', writeCooklang(recipe));
      }
      const { writeJsonLd } = await import('#export/json-ld.ts');
      return new Download('recipe.json', writeJsonLd(recipe));
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/recipes',
    access: 'member',
    maxBodyBytes: DOCUMENT_BYTES,
    body: recipeSourceSchema,
    response: recipeResponse,
    handle: async ({ store, context, caller: { family }, body }) =>
      responseOf(store.db, family, await addRecipe(context, family, body)),
  }),

  endpoint({
    method: 'PUT',
    path: '/app/api/recipes/:id',
    access: 'member',
    maxBodyBytes: DOCUMENT_BYTES,
    params: byRecipe,
    body: z.strictObject({ ...recipeSourceSchema.shape, version: z.int().min(0) }),
    response: recipeResponse,
    handle: async ({ store, context, caller: { family }, params, body: { version, ...source } }) =>
      responseOf(store.db, family, await changeRecipe(context, family, { id: params.id, version, source })),
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/recipes/:id',
    access: 'member',
    params: byRecipe,
    handle: ({ context, caller, params }) => removeRecipe(context, caller.family, params.id),
  }),

  endpoint({
    method: 'GET',
    path: '/app/api/recipes/:id/used-by',
    access: 'member',
    params: byRecipe,
    response: z.strictObject({ titles: z.array(z.string()) }),
    async handle({ store, caller, params }) {
      if (!(await findFamilyRecipe(store.db, caller.family, params.id))) return refuse('not-found');
      return { titles: await findUsers(store.db, caller.family, params.id, MAX_SHOWN_USERS) };
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/recipes/:id/copy',
    access: 'member',
    params: byRecipe,
    query: inLanguage,
    response: recipeResponse,
    async handle({ store, context, caller: { family }, params, query }) {
      await openTranslation(query.language);
      return responseOf(store.db, family, await copyRecipe(context, family, params.id, query.language));
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/recipes/understand',
    access: 'member',
    isRead: true,
    cost: 5,
    maxBodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({ lines: z.array(ingredientText.or(z.literal(''))).max(MAX_INGREDIENTS) }),
    query: inLanguage,
    response: z.strictObject({ lines: z.array(ingredientLine) }),
    async handle({ store, caller, body, query }) {
      await openTranslation(query.language);
      const lines = await parseFamilyLines(store.db, caller.family, body.lines);
      const offered = await findOfferedRecipes(store.db, caller.family, body.lines, query.language);
      return {
        lines: lines.map((line) => {
          const recipe = offered.get(line.text);
          return { ...viewOfLine(line, query.language), ...(recipe && { offered: recipe }) };
        }),
      };
    },
  }),
];

/** The recipes with a tag, among some or all. */
function idsWith(notes: RecipeNotes, tag: string, among: ReadonlySet<string> | undefined): Set<string> {
  const found = Object.entries(notes).filter(([id, note]) => hasTag(note, tag) && (!among || among.has(id)));
  return new Set(found.map(([id]) => id));
}
