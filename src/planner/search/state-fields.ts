/**
 * What a draft of the week knows: what stands where, and every count that a change could touch. The counts
 * are kept in draft-counts.ts and read in draft-gain.ts.
 */
import type { Tables } from '#planner/model/tables.ts';

export const WEEK_DAYS = 7;

export type Draft = {
  readonly tables: Tables;
  /** Of each slot a dish, `LEFTOVERS` or `EMPTY`. */
  readonly contents: Int32Array;
  /** Of each dish the slot in which it is cooked; -1 where it is not. */
  readonly slotOf: Int32Array;
  value: number;
  /** What the slots held that were changed since the last `keep`, in pairs of slot and content. */
  readonly trail: number[];
  /** Of each thing how many dishes use it in time. */
  readonly uses: Int32Array;
  /** Of each kind and day how many dishes are of it. */
  readonly repeats: Int32Array;
  /** Of each day, and how far that is out of its band. */
  readonly energyKcal: Int32Array;
  readonly proteinG: Int32Array;
  readonly outOfBand: Int32Array;
  costCents: number;
  readonly moods: Int32Array;
  worstMood: number;
  readonly counted: Int32Array;
};
