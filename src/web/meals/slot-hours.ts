/** When the meals of a day are over. */
import type { Slot } from '#domain/plan/plan.ts';

/** Dinner stays until midnight. */
const OVER_AT: Record<Slot, number> = { breakfast: 10, lunchbox: 10, lunch: 15, snack: 17, dinner: 24 };

export function isSlotOver(slot: Slot, hour: number): boolean {
  return hour >= OVER_AT[slot];
}

/** The hour in a time zone, 0 to 23. */
export function hourAt(nowMs: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return Number(clock.format(nowMs));
}
