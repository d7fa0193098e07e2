/**
 * Shopping lists of Weekfare's own export. A family without any list gets all of their history; another one gets only
 * what is still to be bought.
 */
import { MAX_LIST_SIZE } from '#domain/family/quota.ts';
import { isRefusal } from '#domain/refusal.ts';
import { itemIdOf, type ListOperation } from '#domain/shopping-list/operations.ts';
import { isWithinPlanningRange, type Week } from '#domain/week/week.ts';
import type { FamilyData } from '#import/archive/archive-item.ts';
import { addOperations, arrivalsOf, checkOperations } from '#actions/shopping-list/lists.ts';
import type { Db, Tx } from '#storage/schema.ts';
import type { RecordChange } from '#storage/transaction.ts';
import {
  findArrivedBetween,
  findLastArrival,
  findOperationIds,
} from '#storage/tables/shopping-list/list-operations.ts';
import type { PlacedItems } from '#storage/tables/imports.ts';
import type { DataTarget } from './family-data-plan.ts';
import type { LeftOutCounts } from './preparation.ts';
import { placingStep, type Step } from './slices.ts';

/** Operations that are stored or undone at once: each batch is a change of its own. */
const BATCH_SIZE = 100;

export type ListBatch = { readonly week: Week; readonly operations: readonly ListOperation[] };

/**
 * The history that will be restored; null if the family has lists of its own. `continues`: an import that has begun to
 * restore them.
 */
export async function planLists(
  db: Db,
  { context: { nowMs }, family: { id: family }, data, recipeOf }: DataTarget,
  continues: boolean,
  leftOut: LeftOutCounts,
): Promise<ListBatch[] | null> {
  if (!continues && (await findLastArrival(db, family)) !== undefined) return null;
  const mapped = data.operations.map(({ week, operation }) => ({
    week,
    operation: withRecipe(operation, recipeOf),
  }));
  const fitting = new Map<Week, Set<ListOperation>>();
  for (const [week, all] of Map.groupBy(mapped, (each) => each.week)) {
    const operations = all.map(({ operation }) => operation);
    const fits = await findFitting(db, { family, week, nowMs }, operations);
    if (fits.length < operations.length)
      leftOut.add(isWithinPlanningRange(week, nowMs) ? 'list-full' : 'week-out-of-range');
    fitting.set(week, new Set(fits));
  }
  const fits = mapped.filter(({ week, operation }) => fitting.get(week)?.has(operation));
  const batches = batchesOf(fits);
  // Of a file whose lists alternate more often than those of any family, the order across weeks is not worth a change each.
  return batches.length <= MAX_BATCHES ? batches : batchesOf(fits.toSorted(byWeek));
}

/** Each is a line of the log. A family that goes shopping three times a week for ten years has about 1,500. */
const MAX_BATCHES = 2_000;

function byWeek(first: { week: Week }, second: { week: Week }): number {
  return first.week < second.week ? -1 : Number(first.week > second.week);
}

/** As many of the first operations as the list takes. */
async function findFitting(
  db: Db,
  target: { family: string; week: Week; nowMs: number },
  operations: readonly ListOperation[],
): Promise<readonly ListOperation[]> {
  const fits = async (count: number) => {
    // Far more than a list takes need not be checked one by one.
    if (count > MAX_LIST_SIZE.operations) return false;
    return !isRefusal(await checkOperations(db, target, operations.slice(0, count)));
  };
  if (await fits(operations.length)) return operations;
  let count = 0;
  while (count + BATCH_SIZE <= operations.length && (await fits(count + BATCH_SIZE))) count += BATCH_SIZE;
  return operations.slice(0, count);
}

export function* listSteps(
  { family, nowMs, importId }: { family: string; nowMs: number; importId: string },
  batches: readonly ListBatch[],
): Generator<Step> {
  for (const { week, operations } of batches)
    yield placingStep(family, importId, async (tx, record) => {
      let part = 0;
      const recordPart: RecordChange = async (...change) => (part = await record(...change));
      // Of a file that is larger than any family's lists, a batch may still be refused; the report cannot tell.
      await addOperations(tx, recordPart, { family, week, nowMs }, operations);
      if (part === 0) return undefined;
      return { part, placed: { operations: { week, ...arrivalsOf(part) } } };
    });
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
function batchesOf(all: readonly FamilyData['operations'][number][]): ListBatch[] {
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

/** Undoes operations that an import has restored. */
export async function removeHistory(
  tx: Tx,
  record: RecordChange,
  { family, nowMs }: { family: string; nowMs: number },
  { opId, placed: { week, from, until } }: { opId: string; placed: NonNullable<PlacedItems['operations']> },
): Promise<void> {
  const undoes = (await findArrivedBetween(tx, family, from, until))
    .filter(({ kind }) => kind !== 'undo')
    .map((operation) => operation.opId);
  if (undoes.length === 0) return;
  // A full list refuses even this; its lines can still be removed by hand.
  await addOperations(tx, record, { family, week, nowMs }, [{ opId, kind: 'undo', undoes }]);
}
