/**
 * Shopping lists of Weekfare's own export. A family without any list gets all of their history; another one gets only
 * what is still to be bought.
 */
import { isRefusal } from '#domain/refusal.ts';
import { itemIdOf, type ListOperation } from '#domain/shopping-list/operations.ts';
import type { Week } from '#domain/week/week.ts';
import type { FamilyData } from '#import/archive/archive-item.ts';
import { addOperations } from '#actions/shopping-list/lists.ts';
import type { Tx } from '#storage/schema.ts';
import type { RecordChange } from '#storage/transaction.ts';
import {
  findLastArrival,
  findOperationIds,
  readAllOperations,
} from '#storage/tables/shopping-list/list-operations.ts';
import type { PlacedItems } from '#storage/tables/imports.ts';
import type { DataTarget } from './family-data.ts';
import type { LeftOutCounts } from './preparation.ts';

/** Operations that are stored at once: each batch is a change of its own. */
const BATCH_SIZE = 500;

/** Null if the family has lists of its own. */
export async function restoreLists(
  tx: Tx,
  record: RecordChange,
  { context: { nowMs }, family: { id: family }, data, recipeOf }: DataTarget,
  leftOut: LeftOutCounts,
): Promise<PlacedItems['operations'] | null> {
  if ((await findLastArrival(tx, family)) !== undefined) return null;
  for (const { week, operations } of batchesOf(data.operations)) {
    const mapped = operations.map((operation) => withRecipe(operation, recipeOf));
    const refusal = await addOperations(tx, record, { family, week, nowMs }, mapped);
    if (isRefusal(refusal)) leftOut.add(refusal.refused === 'far-week' ? 'far-week' : 'list-full');
  }
  const until = await findLastArrival(tx, family);
  return until === undefined ? undefined : { until };
}

/** Lines that the family does not have: not even bought ones, or the same file would add them again. */
export async function newLines(tx: Tx, family: string, { toBuy, operations }: FamilyData): Promise<string[]> {
  const adds = operations.flatMap(({ operation }) => (operation.kind === 'add' ? [operation] : []));
  const known = new Set<string>();
  for (let at = 0; at < adds.length; at += BATCH_SIZE) {
    const batch = adds.slice(at, at + BATCH_SIZE);
    const ids = await findOperationIds(
      tx,
      family,
      batch.map(({ opId }) => opId),
    );
    for (const { opId, text } of batch) if (ids.has(opId)) known.add(text);
  }
  return toBuy.filter((text) => !known.has(text));
}

/** Runs of operations on the list of one week, so that all of them arrive in the same order as before. */
function batchesOf(all: FamilyData['operations']): { week: Week; operations: ListOperation[] }[] {
  const batches: { week: Week; operations: ListOperation[] }[] = [];
  for (const { week, operation } of all) {
    const last = batches.at(-1);
    if (last?.week === week && last.operations.length < BATCH_SIZE) last.operations.push(operation);
    else batches.push({ week, operations: [operation] });
  }
  return batches;
}

/** The item of a line of a recipe is named by the recipe: `line:RECIPE:HASH`. */
function withRecipe(operation: ListOperation, recipeOf: DataTarget['recipeOf']): ListOperation {
  const [kind, recipe, ...rest] = itemIdOf(operation)?.split(':') ?? [];
  if (kind !== 'line' || recipe === undefined || !('itemId' in operation)) return operation;
  return { ...operation, itemId: [kind, recipeOf(recipe) ?? recipe, ...rest].join(':') };
}

/** The recipes that operations name. */
export function recipesOfLists({ operations }: FamilyData): string[] {
  return operations.flatMap(({ operation }) => {
    const [kind, recipe] = itemIdOf(operation)?.split(':') ?? [];
    return kind === 'line' && recipe !== undefined ? [recipe] : [];
  });
}

const UNDONE_PER_OPERATION = 100;

/** Undoes the operations that an import has restored. */
export async function removeHistory(
  tx: Tx,
  record: RecordChange,
  { family, nowMs, importId }: { family: string; nowMs: number; importId: string },
  until: number,
): Promise<void> {
  const byWeek = new Map<Week, string[]>();
  for await (const page of readAllOperations(tx, family)) {
    for (const { week, operation, arrival } of page) {
      const { opId, kind } = JSON.parse(operation) as ListOperation;
      if (arrival <= until && kind !== 'undo') byWeek.getOrInsertComputed(week, () => []).push(opId);
    }
  }
  for (const [week, ids] of byWeek) {
    const undos = [];
    for (let at = 0; at < ids.length; at += UNDONE_PER_OPERATION) {
      const undoes = ids.slice(at, at + UNDONE_PER_OPERATION);
      undos.push({ opId: `${importId}-undo-${week}-${at}`, kind: 'undo' as const, undoes });
    }
    // A full list refuses even this; its lines can still be removed by hand.
    await addOperations(tx, record, { family, week, nowMs }, undos);
  }
}
