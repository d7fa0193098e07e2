/**
 * What the shopping has to do with the dishes: pantry foods that are used before their date, packs that spoil once they
 * are opened, and the cost of whole packs, as the shopping list buys them.
 */
import { fractionNumber } from '#domain/quantity/fraction.ts';
import { NEGLIGIBLE_PART } from '#domain/shopping-list/shown-amounts.ts';
import type { Week } from '#domain/week/week.ts';
import type { DishFood } from './dish.ts';
import type { PantryFood } from './task.ts';

const SUNDAY = 6;
/** A food that is good beyond the end of the next week need not be used now. */
const LATEST_USE_BY_DAY = SUNDAY + 7;

/** A pantry food, and the last day of the week on which it can be used before its date; 6 is Sunday. */
export type DueFood = { readonly foodId: string; readonly lastDay: number };

/** If a food has two dates, the earlier one counts. */
export function dueFoodsOf(week: Week, pantry: readonly PantryFood[]): DueFood[] {
  const lastDays = new Map<string, number>();
  for (const { foodId, bestBefore } of pantry) {
    const lastDay = bestBefore === undefined ? Infinity : useByDay(week, bestBefore);
    if (lastDay < (lastDays.get(foodId) ?? Infinity)) lastDays.set(foodId, lastDay);
  }
  return [...lastDays].map(([foodId, lastDay]) => ({ foodId, lastDay }));
}

/** The last day of the week on which using the food counts; Infinity if it is past or not due yet. */
export function useByDay(week: Week, bestBefore: string): number {
  const { days } = Temporal.PlainDate.from(week).until(bestBefore, { largestUnit: 'days' });
  return days < 0 || days > LATEST_USE_BY_DAY ? Infinity : Math.min(days, SUNDAY);
}

/** Whether a pack of the food is opened that spoils. What is sold by weight is bought as needed. */
export function spoilsOnceOpened({ isStaple, keepsDays, packs }: DishFood): boolean {
  return !isStaple && keepsDays < Infinity && packs.length > 0;
}

const WEEK_DAYS = 7;

/**
 * For each set of days, as bits, how many packs are opened if the food is used on these days: a pack can be used on the
 * day it is opened and for `keepsDays` days after it.
 */
export function openingsByDays(keepsDays: number): Uint8Array {
  return openingTables.getOrInsertComputed(keepsDays, openingTable);
}

const openingTables = new Map<number, Uint8Array>();

function openingTable(keepsDays: number): Uint8Array {
  return Uint8Array.from({ length: 1 << WEEK_DAYS }, (_, days) => {
    let openings = 0;
    for (let day = 0; day < WEEK_DAYS; day += 1) {
      if ((days & (1 << day)) === 0) continue;
      openings += 1;
      day += keepsDays;
    }
    return openings;
  });
}

/** What one food costs; amounts are in tenths of a gram, so that sums are exact in any order. */
export type PricedFood = {
  readonly foodId: string;
  readonly packs: readonly number[];
  readonly centsPerKg: number;
  /** What the pantry has of it. */
  readonly atHome: number;
};

/** By food id. A food can be in the pantry twice. */
export function gramsAtHome(pantry: readonly PantryFood[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { foodId, grams = Infinity } of pantry) sums.set(foodId, (sums.get(foodId) ?? 0) + grams);
  return sums;
}

export function tenthsOfGrams(grams: number): number {
  return Math.round(10 * grams);
}

const NEGLIGIBLE = fractionNumber(NEGLIGIBLE_PART);

/** As the shopping list buys: packs of the size that leaves the least, no further pack for less than a tenth of one. */
export function boughtTenths(packs: readonly number[], required: number): number {
  if (required <= 0 || packs.length === 0) return Math.max(0, required);
  let least = Infinity;
  for (let at = 0; at < packs.length; at += 1) {
    const pack = packs[at] as number;
    const whole = Math.floor(required / pack);
    const isEnough = whole > 0 && required - whole * pack < NEGLIGIBLE * pack;
    const bought = (isEnough ? whole : whole + 1) * pack;
    if (bought < least) least = bought;
  }
  return least;
}

export function costOfFood({ packs, centsPerKg, atHome }: PricedFood, required: number): number {
  return Math.round((boughtTenths(packs, required - atHome) * centsPerKg) / 10_000);
}
