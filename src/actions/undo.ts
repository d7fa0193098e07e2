/**
 * Undoes a change that was made with `isUndoable`, by its id. It is undone completely or not at all, and only if nobody
 * has changed the same places since. The id of the undo itself is that of the context.
 */
import { BASE_LANGUAGE } from '#languages/language.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { allItems } from '#domain/shopping-list/pending.ts';
import { addedTo } from '#domain/shopping-list/item.ts';
import { undo } from '#domain/shopping-list/item-operations.ts';
import type { UndoStep } from '#storage/tables/undo-steps.ts';
import type { ChangeContext } from '#storage/transaction.ts';
import { readList } from '#queries/shopping-list/lists.ts';
import { applyEdits } from '#actions/plan/changes.ts';
import { applyListOperations } from '#actions/shopping-list/lists.ts';
import { removeRecipe } from '#actions/recipe/recipes.ts';

/** A refusal, with the names of list items that were bought since. */
export type UndoRefusal = Refusal & { bought?: string[] };

export async function undoStep(
  context: ChangeContext & { changeId: string },
  family: string,
  step: UndoStep,
): Promise<UndoRefusal | undefined> {
  switch (step.kind) {
    case 'plan': {
      const edits = step.edits.map(({ before, after, ...place }) => ({
        ...place,
        before: after,
        after: before,
      }));
      return applyEdits(context, family, { edits });
    }
    case 'list':
      return undoOperations(context, family, step);
    default: {
      const refusal = await removeRecipe(context, family, step.recipeId, step.version);
      // Somebody has deleted it: that is what the undo is for.
      return refusal?.refused === 'not-found' ? undefined : refusal;
    }
  }
}

/** An undo cancels only the operations that it names, so other people's ticks stay. */
async function undoOperations(
  context: ChangeContext & { changeId: string },
  family: string,
  { week, undoes, repeats }: Extract<UndoStep, { kind: 'list' }>,
): Promise<UndoRefusal | undefined> {
  const { list } = await readList(context.store, family, week, BASE_LANGUAGE);
  const items = allItems(list);
  const isByOthers = (mark: string): boolean => !undoes.includes(mark);
  const bought = items.filter(
    (item) =>
      item.state === 'ticked' &&
      item.marks.some(isByOthers) &&
      addedTo(item).some((line) => undoes.includes(line)),
  );
  if (bought.length > 0) return { ...refuse('conflict'), bought: bought.map(({ name }) => name) };
  const isTicked = (itemId: string): boolean =>
    items.some(({ id, state }) => id === itemId && state === 'ticked');
  const missing = repeats.filter((repeat) => !('itemId' in repeat && isTicked(repeat.itemId)));
  const undone = undoes.length > 0 ? [undo(undoes, () => `${context.changeId}-undo`)] : [];
  return applyListOperations(context, family, week, [...undone, ...missing]);
}
