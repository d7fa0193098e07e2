/**
 * Shopping lists of Weekfare's own export. A family without any list gets all of their history; another one gets only
 * what is still to be bought.
 */
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { itemIdOf, type ListOperation } from '#domain/shopping-list/operations.ts';
import type { Week } from '#domain/week/week.ts';
import type { FamilyData } from '#import/archive/archive-item.ts';
import { addOperations, checkOperations } from '#actions/shopping-list/lists.ts';
import type { Db, Tx } from '#storage/schema.ts';
import type { RecordChange } from '#storage/transaction.ts';
import {
  findLastArrival,
  findOperationIds,
  readAllOperations,
} from '#storage/tables/shopping-list/list-operations.ts';
import type { PlacedItems } from '#storage/tables/imports.ts';
import type { DataTarget } from './family-data-plan.ts';
import type { LeftOutCounts } from './preparation.ts';

/** Operations that are stored at once: each batch is a change of its own. */
const BATCH_SIZE = 500;

export type ListBatch = { readonly week: Week; readonly operations: readonly ListOperation[] };

/** The history that will be restored; null if the family has lists of its own. */
export async function planLists(
  db: Db,
  { context: { nowMs }, family: { id: family }, data, recipeOf }: DataTarget,
  leftOut: LeftOutCounts,
): Promise<ListBatch[] | null> {
  if ((await findLastArrival(db, family)) !== undefined) return null;
  const all = new Map<Week, ListOperation[]>();
  // A list that is full is not checked for every batch of a hostile file.
  const full = new Map<Week, Refusal>();
  const planned: ListBatch[] = [];
  for (const { week, operations } of batchesOf(data.operations)) {
    const mapped = operations.map((operation) => withRecipe(operation, recipeOf));
    const sum = [...(all.get(week) ?? []), ...mapped];
    const refused = full.get(week) ?? (await checkOperations(db, { family, week, nowMs }, sum));
    if (isRefusal(refused)) {
      full.set(week, refused);
      leftOut.add(refused.refused === 'far-week' ? 'far-week' : 'list-full');
    } else {
      all.set(week, sum);
      planned.push({ week, operations: mapped });
    }
  }
  return planned;
}

export async function restoreLists(
  tx: Tx,
  record: RecordChange,
  { family, nowMs }: { family: string; nowMs: number },
  batches: readonly ListBatch[],
): Promise<PlacedItems['operations']> {
  // Of a file that is larger than any family's lists, a batch may still be refused; the report cannot tell.
  for (const { week, operations } of batches)
    await addOperations(tx, record, { family, week, nowMs }, operations);
  const until = await findLastArrival(tx, family);
  return until === undefined ? undefined : { until };
}

/** Lines that the family does not have: not even bought ones, or the same file would add them again. */
export async function newLines(db: Db, family: string, { toBuy, operations }: FamilyData): Promise<string[]> {
  const adds = operations.flatMap(({ operation }) => (operation.kind === 'add' ? [operation] : []));
  const known = new Set<string>();
  for (let at = 0; at < adds.length; at += BATCH_SIZE) {
    const batch = adds.slice(at, at + BATCH_SIZE);
    const ids = await findOperationIds(
      db,
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
