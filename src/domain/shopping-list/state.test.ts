/** Property test: the folded state of a list equals the fold over all operations. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyOperations, inAnyOrder } from '#test/support/texts/list-operations.ts';
import type { Week } from '#domain/week/week.ts';
import { itemVersions, linesBoughtBy, type ListOperation, liveOperations } from './operations.ts';
import { mergeOperations, NO_OPERATIONS } from './operations.ts';
import { type ArrivedOperation, foldOperations } from './state.ts';

const AT = '2026-11-09' as Week;

/** The state that storage holds, in memory. */
class State {
  readonly operations = new Map<string, { operation: ListOperation; week: Week; isLive: boolean }>();
  readonly versions = new Map<string, number>();
  readonly earlyUndos = new Map<string, number>();
  readonly firstTicks = new Map<string, number>();
  readonly boughtBy = new Map<string, string[]>();

  add(some: readonly ArrivedOperation[]): void {
    const sent = new Map(some.toReversed().map((entry) => [entry.operation.opId, entry]));
    const fresh = [...sent.values()].filter(({ operation }) => !this.operations.has(operation.opId));
    const step = foldOperations(AT, fresh, { known: this.operations, earlyUndos: this.earlyUndos });
    for (const { operation } of fresh) {
      const isLive = step.statuses.get(operation.opId) !== 'done';
      this.operations.set(operation.opId, { operation, week: AT, isLive });
      this.earlyUndos.delete(operation.opId);
    }
    for (const [opId, operation] of step.undone)
      this.operations.set(opId, { operation, week: AT, isLive: false });
    for (const { itemId, version } of step.versions)
      this.versions.set(itemId, (this.versions.get(itemId) ?? 0) + version);
    for (const { line, by } of step.bought) this.boughtBy.set(by, [...(this.boughtBy.get(by) ?? []), line]);
    for (const opId of step.undone.keys()) this.boughtBy.delete(opId);
    for (const [id, more] of step.earlyUndos) this.earlyUndos.set(id, (this.earlyUndos.get(id) ?? 0) + more);
    for (const [id, at] of step.firstTicks)
      this.firstTicks.set(id, Math.min(at, this.firstTicks.get(id) ?? at));
  }

  live(): ListOperation[] {
    const live = [...this.operations.values()].filter(({ isLive }) => isLive);
    return live
      .map(({ operation }) => operation)
      .toSorted((first, second) => (first.opId < second.opId ? -1 : 1));
  }
}

test('equals the fold over all operations in any order, in any batches, with repetitions', () => {
  fc.assert(
    fc.property(anyOperations.chain(inAnyOrder), ({ all, batches }) => {
      const state = new State();
      const arrivals: ArrivedOperation[] = [];
      for (const batch of batches) {
        const arrived = batch.map((operation, at) => ({ operation, arrival: arrivals.length + at }));
        arrivals.push(...arrived);
        state.add(arrived);
        const soFar = mergeOperations(
          NO_OPERATIONS,
          arrivals.map(({ operation }) => operation),
        );
        deepStrictEqual(state.live(), liveOperations(soFar));
        deepStrictEqual(state.versions, itemVersions(soFar));
        deepStrictEqual(state.boughtBy, boughtLines(liveOperations(soFar)));
      }
      const whole = mergeOperations(NO_OPERATIONS, all);
      deepStrictEqual(state.live(), liveOperations(whole));
      deepStrictEqual(state.versions, itemVersions(whole));
      for (const opId of state.earlyUndos.keys()) strictEqual(whole.has(opId), false, 'it has arrived');
      for (const [itemId, first] of state.firstTicks) strictEqual(first, firstTick(arrivals, itemId));
    }),
    { numRuns: 500 },
  );
});

/** The lines that live operations buy. */
function boughtLines(live: readonly ListOperation[]): Map<string, string[]> {
  const bought = live.map((operation) => [operation.opId, linesBoughtBy(operation)] as const);
  return new Map(bought.flatMap(([opId, lines]) => (lines.length > 0 ? [[opId, [...lines]]] : [])));
}

/** The first operation of an id counts; later ones are ignored. */
function firstTick(arrivals: readonly ArrivedOperation[], itemId: string): number | undefined {
  const seen = new Set<string>();
  for (const { operation, arrival } of arrivals) {
    if (seen.has(operation.opId)) continue;
    seen.add(operation.opId);
    if (operation.kind === 'tick' && operation.itemId === itemId) return arrival;
  }
  return undefined;
}
