/** Changes of what a family says about recipes: notes, tags, and that a dish is wanted soon or frozen. A wanted dish is not rejected any more. */
import { isDeepStrictEqual } from 'node:util';
import { currentRecipeId } from '#cookbook/recipes.ts';
import { MAX_BYTES } from '#domain/family/quota.ts';
import {
  applyNoteChange,
  isEmptyNote,
  NO_NOTE,
  type NoteChange,
  type RecipeNotes,
} from '#domain/recipe/recipe-note.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { findKnownRecipes, recipeIdsOfDish } from '#queries/recipe/family-recipes.ts';
import { joinNotes } from '#queries/recipe/recipe-notes.ts';
import { withoutEnded } from '#queries/recipe/lasting-notes.ts';
import { deleteRejectedDishes } from '#storage/tables/plan/rejected-dishes.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import {
  deleteRecipeNotes,
  findRecipeNotes,
  noteBytes,
  readNoteBytes,
  saveRecipeNote,
} from '#storage/tables/recipe/recipe-notes.ts';

/** Returns what the recipe has now; nothing if nothing is said about it. A change that is sent twice is made once. */
export function changeRecipeNote(
  context: ChangeContext,
  family: string,
  change: NoteChange,
): Promise<RecipeNotes | Refusal> {
  return auditedTransaction(context, family, async (tx, record) => {
    const known = await findKnownRecipes(tx, family, [change]);
    if (!known.has(change.recipeId)) return refuse('not-found');
    const recipeId = currentRecipeId(change.recipeId);
    const ids = recipeIdsOfDish(recipeId);
    const stored = { [recipeId]: joinNotes(await findRecipeNotes(tx, family, ids)) };
    const { [recipeId]: current = NO_NOTE } = await withoutEnded(tx, family, stored, context.nowMs);
    const next = applyNoteChange(current, change);
    const notes = isEmptyNote(next) ? {} : { [recipeId]: next };
    if (isDeepStrictEqual(next, current)) return notes;
    const growth = noteBytes(next) - noteBytes(current);
    if (growth > 0 && (await readNoteBytes(tx, family)) + growth > MAX_BYTES.notes)
      return refuse('quota-exceeded');
    await record('recipe.note', { recipe: recipeId });
    // They may be stored under the id of a dish that was merged into this one.
    await deleteRecipeNotes(tx, family, ids);
    if (!isEmptyNote(next)) await saveRecipeNote(tx, family, { recipeId, ...next });
    if (next.soonSince !== undefined) await deleteRejectedDishes(tx, family, ids);
    return notes;
  });
}
