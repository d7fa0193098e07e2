/** The stored state of lists equals the fold over all operations, on both databases and after any move. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { backUp, restore } from '#actions/backup.ts';
import { applyListOperations } from '#actions/shopping-list/lists.ts';
import { moveTo } from '#actions/move.ts';
import {
  isSetting,
  itemVersions,
  linesBoughtBy,
  type ListOperation,
  liveOperations,
  mergeOperations,
  NO_OPERATIONS,
} from '#domain/shopping-list/operations.ts';
import { MAX_LIST_SIZE } from '#domain/family/quota.ts';
import type { Week } from '#domain/week/week.ts';
import { week, WEEK } from '#test/support/world.ts';
import { anyOperations, inAnyOrder } from '#test/support/texts/list-operations.ts';
import { freshFolder, freshStore, KINDS } from '#test/support/store.ts';
import { OPERATOR } from '#storage/actor.ts';
import { insertFamily } from '#storage/tables/account/families.ts';
import {
  appendOperations,
  findLiveIds,
  findLiveOperations,
  findTickedItemsBefore,
  readItemVersions,
  readListSize,
} from './list-state.ts';
import { findOperations } from './list-operations.ts';
import type { Store } from '#storage/store.ts';

const AT = week(WEEK);
const LATER = week('2026-11-16');
const nowMs = Date.parse('2026-11-11T12:00:00Z');

type Batch = { operations: ListOperation[]; at: Week };
type Sent = { batches: Batch[] };

const anySent: fc.Arbitrary<Sent> = anyOperations.chain(inAnyOrder).chain(({ batches }) =>
  fc.tuple(...batches.map(() => fc.constantFrom(AT, AT, LATER))).map((weeks) => ({
    batches: batches.map((operations, at) => ({ operations, at: weeks[at] ?? AT })),
  })),
);

let families = 0;

async function newFamily(store: Store): Promise<string> {
  const id = `family${(families += 1)}`;
  const family = { id, name: 'Okafor', timeZone: 'UTC', premium: 'none' };
  await store.db.transaction().execute((tx) => insertFamily(tx, family, nowMs));
  return id;
}

async function send(store: Store, family: string, { batches }: Sent): Promise<void> {
  for (const { operations, at } of batches) {
    const context = { store, actor: OPERATOR, nowMs };
    strictEqual(await applyListOperations(context, family, at, operations), undefined);
  }
}

/** Compares the whole stored state with the fold over all operations. */
async function compareState(store: Store, family: string): Promise<void> {
  const { db } = store;
  const stored = new Map<Week, ListOperation[]>();
  for (const at of [AT, LATER]) stored.set(at, await findOperations(db, family, at));
  const all = mergeOperations(NO_OPERATIONS, [...stored.values()].flat());
  const sizes = [...stored.values()].map((some) => ({
    operations: some.length,
    bytes: some.reduce((sum, operation) => sum + Buffer.byteLength(JSON.stringify(operation)), 0),
  }));
  const [live, familyBytes] = [liveOperations(all), sizes.reduce((sum, { bytes }) => sum + bytes, 0)];
  const bought = new Set(live.flatMap(linesBoughtBy));
  for (const [index, [at, some]] of [...stored].entries()) {
    const isHere = new Set(some.map(({ opId }) => opId));
    const found = await findLiveOperations(db, family, at);
    deepStrictEqual(sorted(found), sorted(liveAt(at, live, bought, isHere)));
    deepStrictEqual(
      await findLiveIds(db, family, at),
      new Set(live.filter(({ opId }) => isHere.has(opId)).map(({ opId }) => opId)),
    );
    deepStrictEqual(await readItemVersions(db, family, at), versionsAt(all, isHere));
    deepStrictEqual(await readListSize(db, family, at), {
      ...sizes[index],
      added: live.filter(({ kind, opId }) => kind === 'add' && !bought.has(opId)).length,
      settings: live.filter(isSetting).length,
      familyBytes,
    });
  }
  const ticked = (stored.get(AT) ?? []).flatMap((operation) =>
    operation.kind === 'tick' ? [operation.itemId] : [],
  );
  const items = await findTickedItemsBefore(db, family, LATER, { since: AT, limit: 100 });
  deepStrictEqual(
    items.map(({ itemId }) => itemId),
    [...new Set(ticked)],
    'in the order in which they were first ticked',
  );
  const early = await db
    .selectFrom('list_early_undos')
    .select(['op_id', 'times'])
    .where('family_id', '=', family)
    .execute();
  const names = [...all.values()].flatMap((operation) => (operation.kind === 'undo' ? operation.undoes : []));
  const waiting = names.filter((opId) => !all.has(opId)).toSorted();
  deepStrictEqual(early.flatMap(({ op_id, times }) => Array<string>(times).fill(op_id)).toSorted(), waiting);
}

/** What the list of a week is made of: a line of an earlier week until it is bought, and what is bought there. */
function liveAt(
  at: Week,
  live: ListOperation[],
  bought: ReadonlySet<string>,
  isHere: ReadonlySet<string>,
): ListOperation[] {
  const boughtHere = new Set(live.filter(({ opId }) => isHere.has(opId)).flatMap(linesBoughtBy));
  return live.filter((operation) => {
    if (isSetting(operation)) return true;
    if (operation.kind !== 'add') return isHere.has(operation.opId);
    const isOpen = !bought.has(operation.opId) && (at === LATER || isHere.has(operation.opId));
    return isOpen || boughtHere.has(operation.opId);
  });
}

/** Versions count the operations of a week, and undos of them from any week. */
function versionsAt(all: ReadonlyMap<string, ListOperation>, isHere: ReadonlySet<string>) {
  const some = [...all.values()].filter(
    (operation) => operation.kind === 'undo' || isHere.has(operation.opId),
  );
  return itemVersions(mergeOperations(NO_OPERATIONS, some));
}

function sorted(operations: ListOperation[]): ListOperation[] {
  return operations.toSorted((first, second) => (first.opId < second.opId ? -1 : 1));
}

for (const kind of KINDS) {
  test(`${kind}: the stored state equals the fold over all operations`, async (t) => {
    const store = await freshStore(t, kind);
    await fc.assert(
      fc.asyncProperty(anySent, async (sent) => {
        const family = await newFamily(store);
        await send(store, family, sent);
        await compareState(store, family);
      }),
      { numRuns: 25 },
    );
  });

  test(`${kind}: the state survives backup, restore and move, and accepts operations afterwards`, async (t) => {
    const [store, restored] = [await freshStore(t, kind), await freshStore(t, 'sqlite')];
    const moved = await freshStore(t, 'postgres');
    const samples = fc.sample(anySent, 10).map(({ batches }) => {
      const half = Math.ceil(batches.length / 2);
      return { first: { batches: batches.slice(0, half) }, rest: { batches: batches.slice(half) } };
    });
    const sent: { family: string; rest: Sent }[] = [];
    for (const { first, rest } of samples) {
      const family = await newFamily(store);
      await send(store, family, first);
      sent.push({ family, rest });
    }
    const file = join(freshFolder(t), 'backup');
    await backUp(store, file, nowMs);
    await restore(restored, file, nowMs);
    await moveTo(restored, moved, nowMs);
    for (const there of [store, restored, moved]) {
      for (const { family, rest } of sent) {
        await send(there, family, rest);
        await compareState(there, family);
      }
    }
  });

  test(`${kind}: a full list preserves what it has and refuses more`, async (t) => {
    const store = await freshStore(t, kind);
    const family = await newFamily(store);
    const operations = Array.from({ length: MAX_LIST_SIZE.operations / 2 }, (_, at): ListOperation[] => [
      { opId: `tick-${at}`, kind: 'tick', itemId: `food:item${at % 40}`, bought: {} },
      { opId: `undo-${at}`, kind: 'undo', undoes: [`tick-${at % 2 ? at : (at * 7) % 1_500}`] },
    ]).flat();
    await store.db.transaction().execute((tx) => appendOperations(tx, family, AT, operations, 0));
    await compareState(store, family);
    const more: ListOperation = { opId: 'one-more', kind: 'want', itemId: 'food:salt' };
    deepStrictEqual(await applyListOperations({ store, actor: OPERATOR, nowMs }, family, AT, [more]), {
      refused: 'list-full',
    });
    await compareState(store, family);
    strictEqual(
      await applyListOperations({ store, actor: OPERATOR, nowMs }, family, LATER, [more]),
      undefined,
    );
  });
}
