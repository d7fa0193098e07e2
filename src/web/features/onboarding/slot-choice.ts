/** A simple choice of slots for several days at once. Each day can be changed in the preferences. */
import { SLOTS, type Slot } from '#domain/plan/plan.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { Day } from '#domain/week/week.ts';

type Table = Preferences['slotSettings'];
export type SlotChoice = { slots: Slot[]; minutes: number };

const DEFAULT_MINUTES = 45;
/** Nobody cooks breakfast for as long as dinner. */
const MAX_BREAKFAST_MINUTES = 20;

/** What the table has for these days: the slots of any of them, and the time for the last meal of the first. */
export function choiceOf(slotSettings: Table, days: readonly Day[]): SlotChoice {
  const slots = SLOTS.filter((slot) => days.some((day) => slotSettings[day]?.[slot]));
  const settings = days.flatMap((day) =>
    SLOTS.toReversed().map((slot) => slotSettings[day]?.[slot]?.minutes),
  );
  return { slots, minutes: settings.find((minutes) => minutes !== undefined) ?? DEFAULT_MINUTES };
}

/** What else was set for a slot stays. */
export function withChoice(slotSettings: Table, days: readonly Day[], { slots, minutes }: SlotChoice): Table {
  const ofSlot = (day: Day, slot: Slot) => ({
    ...slotSettings[day]?.[slot],
    minutes: slot === 'breakfast' ? Math.min(minutes, MAX_BREAKFAST_MINUTES) : minutes,
  });
  const changed = days.map((day) => [
    day,
    Object.fromEntries(SLOTS.filter((slot) => slots.includes(slot)).map((slot) => [slot, ofSlot(day, slot)])),
  ]);
  return { ...slotSettings, ...Object.fromEntries(changed) };
}
