/**
 * Long changes in short audited transactions. On SQLite one transaction writes at a time: between two slices, the changes
 * of other families have their turn.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import type { Tx } from '#storage/schema.ts';
import { auditedTransaction, type ChangeContext, type RecordChange } from '#storage/transaction.ts';
import { insertImportPart, type PlacedItems } from '#storage/tables/imports.ts';

/** A part of a change that takes a few milliseconds. */
export type Step = (tx: Tx, record: RecordChange) => Promise<Refusal | undefined>;

/** What a step has placed, and the number of its change; undefined if it has placed nothing. */
export type Placed = { readonly part: number; readonly placed: PlacedItems } | undefined;

/** A step of an import: what it places is stored with it, for the undo. */
export function placingStep(
  family: string,
  importId: string,
  place: (tx: Tx, record: RecordChange) => Promise<Placed | Refusal>,
): Step {
  return async (tx, record) => {
    const outcome = await place(tx, record);
    if (!outcome || isRefusal(outcome)) return outcome;
    await insertImportPart(tx, family, importId, outcome);
    return undefined;
  };
}

export function* inChunks<Value>(values: readonly Value[], size: number): Generator<Value[]> {
  for (let at = 0; at < values.length; at += size) yield values.slice(at, at + size);
}

/** A slice ends with the step during which this time has passed. */
const SLICE_MS = 15;
/** Another process that waits for the writer asks every 5 ms (storage/drivers/sqlite.ts). */
export const PAUSE_MS = 15;

/** `check` runs first in each transaction. Ends at the first refusal. */
export async function inSlices(
  context: ChangeContext,
  family: string,
  steps: AsyncIterable<Step> | Iterable<Step>,
  check: (tx: Tx) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  const ahead = new StepsAhead(steps);
  while (await ahead.fill()) {
    const refused = await auditedTransaction(context, family, async (tx, record) => {
      const refusal = await check(tx);
      if (refusal) return refusal;
      const endMs = performance.now() + SLICE_MS;
      for (let step = ahead.take(); step; step = performance.now() < endMs ? ahead.take() : undefined) {
        const refusedStep = await step(tx, record);
        if (refusedStep) return refusedStep;
      }
      return undefined;
    });
    if (isRefusal(refused)) return refused;
    await delay(PAUSE_MS);
  }
  return undefined;
}

/** What a step needs is read and computed before the transaction, for a few steps at a time. */
const MAX_AHEAD = 10;

class StepsAhead {
  readonly #steps: AsyncIterator<Step> | Iterator<Step>;
  readonly #ready: Step[] = [];
  #isOver = false;

  constructor(steps: AsyncIterable<Step> | Iterable<Step>) {
    this.#steps = Symbol.asyncIterator in steps ? steps[Symbol.asyncIterator]() : steps[Symbol.iterator]();
  }

  /** Returns whether there is a step. */
  async fill(): Promise<boolean> {
    while (!this.#isOver && this.#ready.length < MAX_AHEAD) {
      const next = await this.#steps.next();
      if (next.done) this.#isOver = true;
      else this.#ready.push(next.value);
    }
    return this.#ready.length > 0;
  }

  take(): Step | undefined {
    return this.#ready.shift();
  }
}
