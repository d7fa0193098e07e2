/** Changes of a family's own recipes. */
import { newId } from '#auth/secret.ts';
import { findTranslation } from '#cookbook/translations.ts';
import { getFoods } from '#cookbook/foods.ts';
import type { Language } from '#languages/language.ts';
import { translation } from '#languages/translate.ts';
import type { AnyRecipe, Translation } from '#domain/recipe/book-recipe.ts';
import { isEmptyNote, NO_NOTE, type RecipeNote } from '#domain/recipe/recipe-note.ts';
import { variantNote } from '#domain/recipe-view/variant-note.ts';
import { type RecipeSource, sourceOf, withLinesOnly } from '#domain/recipe/recipe-source.ts';
import { MAX_BYTES, MAX_RECIPE_BYTES } from '#domain/family/quota.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { weekOf } from '#domain/week/week.ts';
import { nextTurn } from '#storage/paging.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { copyRecipePhoto, deletePhotosWithoutRecipe } from '#storage/tables/recipe/photos.ts';
import { findPlan, findWeeksWithRecipe } from '#storage/tables/plan/plans.ts';
import {
  countRecipes,
  deleteRecipe,
  findRecipe,
  insertRecipe,
  type OwnRecipe,
  readRecipeBytes,
  recipeBytes,
  sourceBytes,
  updateRecipe,
} from '#storage/tables/recipe/recipes.ts';
import {
  deleteRecipeNotes,
  findRecipeNotes,
  noteBytes,
  readNoteBytes,
  saveRecipeNote,
} from '#storage/tables/recipe/recipe-notes.ts';
import { deleteRejectedDishes } from '#storage/tables/plan/rejected-dishes.ts';
import { deleteStarsFor } from '#storage/tables/recipe/stars.ts';
import { saveUndoStep } from '#storage/tables/undo-steps.ts';
import { findFamilyRecipe, parseOwnRecipe, recipeIdsOfDish } from '#queries/recipe/family-recipes.ts';
import { joinNotes } from '#queries/recipe/recipe-notes.ts';
import { indexRecipe } from '#queries/recipe/recipe-search.ts';
import { writePlan } from '#actions/plan/plans.ts';
import { refuseReferences } from './references.ts';

export const MAX_RECIPES = 5_000;

type NewRecipeOptions = {
  note?: RecipeNote;
  id?: string;
  /** An own recipe of which the new one is a copy, with its photo. */
  copyOf?: OwnRecipe | undefined;
};

export async function addRecipe(
  context: ChangeContext,
  family: string,
  sent: RecipeSource,
  { note = NO_NOTE, id = newId(), copyOf }: NewRecipeOptions = {},
): Promise<OwnRecipe | Refusal> {
  const source = withLinesOnly(sent);
  // Parsed before the transaction, which then finds the lines in the cache.
  await parseOwnRecipe(context.store.db, family, { id, source });
  return auditedTransaction(context, family, async (tx, record) => {
    if (!(await findFamily(tx, family))) return refuse('not-found');
    if ((await countRecipes(tx, family)) >= MAX_RECIPES) return refuse('too-many');
    if (sourceBytes(source) > MAX_RECIPE_BYTES) return refuse('recipe-too-long');
    const refused = await refuseReferences(tx, family, id, source, copyOf?.source);
    if (refused) return refused;
    const index = await indexRecipe(tx, family, { id, version: 0, source });
    const bytes = (await readRecipeBytes(tx, family)) + recipeBytes(source, index);
    if (bytes > MAX_BYTES.recipes) return refuse('quota-exceeded');
    const recipe = { id, version: await record('recipe.add', { recipe: id }), source };
    await insertRecipe(tx, family, recipe, index);
    const hasRoom = (await readNoteBytes(tx, family)) + noteBytes(note) <= MAX_BYTES.notes;
    if (!isEmptyNote(note) && hasRoom) await saveRecipeNote(tx, family, { recipeId: id, ...note });
    if (copyOf) await copyRecipePhoto(tx, family, copyOf.id, id);
    const { changeId, isUndoable, nowMs } = context;
    if (isUndoable && changeId !== undefined) {
      const step = { kind: 'recipe', recipeId: id, version: recipe.version } as const;
      await saveUndoStep(tx, family, changeId, step, nowMs);
    }
    return recipe;
  });
}

/**
 * Copies a recipe of the cookbook, in this language, or of the family to a new one that the family can change, with the
 * family's note and tags. The variant of a dish of the cookbook becomes a note of the recipe.
 */
export async function copyRecipe(
  context: ChangeContext,
  family: string,
  id: string,
  language: Language,
): Promise<OwnRecipe | Refusal> {
  const found = await findFamilyRecipe(context.store.db, family, id);
  if (!found) return refuse('not-found');
  const { recipe, own } = found;
  const words: AnyRecipe | Translation = findTranslation(recipe.id, language) ?? recipe;
  const source = sourceOf(recipe, words);
  const notes = await findRecipeNotes(context.store.db, family, recipeIdsOfDish(id));
  const { soonSince: _isWanted, frozenSince: _isFrozen, ...note } = joinNotes(notes);
  const copy = own ? withCopyTitle(source, language) : withVariant(source);
  return addRecipe(context, family, copy, { note, copyOf: own });

  function withVariant(copied: RecipeSource): RecipeSource {
    if (!words.variant) return copied;
    return { ...copied, about: { language, notes: [variantNote(words.variant, language, getFoods())] } };
  }
}

function withCopyTitle(source: RecipeSource, language: Language): RecipeSource {
  const title = Array.from(source.title).slice(0, MAX_COPIED_TITLE).join('');
  return { ...source, title: translation(language)('lines.copy', { title }) };
}

/** Leaves room for the word in a title of 200 characters. */
const MAX_COPIED_TITLE = 190;

/**
 * Based on the version that was seen, or on any. An app that does not know `about` or `references` does not send them, and
 * does not remove them.
 */
export async function changeRecipe(
  context: ChangeContext,
  family: string,
  { id, version, source: sent }: Omit<OwnRecipe, 'version'> & { version: number | 'any' },
): Promise<OwnRecipe | Refusal> {
  await parseOwnRecipe(context.store.db, family, { id, source: sent });
  return auditedTransaction(context, family, async (tx, record) => {
    const current = await findRecipe(tx, family, id);
    if (!current) return refuse('not-found');
    if (version !== 'any' && current.version !== version) return { refused: 'stale-recipe', current };
    const { about, references } = current.source;
    const source = withLinesOnly({ ...(about && { about }), ...(references && { references }), ...sent });
    const [before, after] = [sourceBytes(current.source), sourceBytes(source)];
    if (after > before) {
      if (after > MAX_RECIPE_BYTES) return refuse('recipe-too-long');
      if ((await readRecipeBytes(tx, family)) + after - before > MAX_BYTES.recipes)
        return refuse('quota-exceeded');
    }
    const refused = await refuseReferences(tx, family, id, source, current.source);
    if (refused) return refused;
    const index = await indexRecipe(tx, family, { id, version: current.version, source });
    const recipe = { id, version: await record('recipe.change', { recipe: id }), source };
    if (!(await updateRecipe(tx, family, recipe, index, current.version))) {
      throw new Error('A recipe was changed by another transaction.');
    }
    return recipe;
  });
}

/** Removes references to the recipe from plans of this and later weeks; meals keep their descriptions. */
export function removeRecipe(
  context: ChangeContext,
  family: string,
  id: string,
  version: number | 'any' = 'any',
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const current = version === 'any' ? undefined : await findRecipe(tx, family, id);
    if (current && current.version !== version) return { refused: 'stale-recipe', current };
    if (!(await deleteRecipe(tx, family, id))) return refuse('not-found');
    await record('recipe.delete', { recipe: id });
    await deletePhotosWithoutRecipe(tx, family);
    await deleteStarsFor(tx, family, id);
    await deleteRecipeNotes(tx, family, [id]);
    await deleteRejectedDishes(tx, family, [id]);
    for (const week of await findWeeksWithRecipe(tx, family, id, earliestCurrentWeek(context.nowMs))) {
      const plan = await findPlan(tx, family, week);
      if (!plan) continue;
      await nextTurn();
      const version = await record('plan.forget-recipe', { week, recipe: id });
      await writePlan(tx, { family, week, version }, plan, plan.meals);
    }
    return undefined;
  });
}

/** In any time zone, because a family may change its own. */
export function earliestCurrentWeek(nowMs: number) {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO('UTC').toPlainDate();
  return weekOf(today.subtract({ days: 1 }));
}
