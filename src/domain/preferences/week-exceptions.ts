/**
 * What is different on the days of one week: who eats, guests, minutes, a note. The standing preferences stay. Guests'
 * names, diets and allergens are deleted a week after their day.
 */
import type { Allergen, Diet } from '#domain/food/food.ts';
import { type Slot, SLOTS } from '#domain/plan/plan.ts';
import { type Day, DAYS, type Week } from '#domain/week/week.ts';

/** Eats once. Without a name, diet and allergen it is only one more serving. */
export type Guest = { id: string; name?: string | undefined; diets: Diet[]; allergens: Allergen[] };

/** An absent field: as in every week. */
export type SlotException = {
  /** The ids of all eaters who are away. */
  away?: string[] | undefined;
  /** Null: no limit. */
  minutes?: number | null | undefined;
  guests?: Guest[] | undefined;
  /** Nobody eats. */
  isOff?: true | undefined;
};

export type DayException = {
  note?: string | undefined;
  slots: { [S in Slot]?: SlotException | undefined };
};

export type WeekExceptions = { [D in Day]?: DayException | undefined };

/** Guests' data are deleted when this many days have passed after their day. */
const GUEST_RETENTION_DAYS = 7;

/** In canonical order. Without an exception, the day is as in every week. */
export function withDayException(
  exceptions: WeekExceptions,
  day: Day,
  exception: DayException,
): WeekExceptions {
  const changed = { ...exceptions, [day]: orderDay(exception) };
  return Object.fromEntries(
    DAYS.flatMap((each) => (changed[each] && !isUsual(changed[each]) ? [[each, changed[each]]] : [])),
  );
}

function orderDay({ note, slots }: DayException): DayException {
  const ordered = SLOTS.flatMap((slot) => {
    const exception = slots[slot];
    return exception && Object.values(exception).some((value) => value !== undefined)
      ? [[slot, exception]]
      : [];
  });
  return { ...(note !== undefined && { note }), slots: Object.fromEntries(ordered) };
}

function isUsual({ note, slots }: DayException): boolean {
  return note === undefined && Object.keys(slots).length === 0;
}

export function guestsIn(exceptions: WeekExceptions): Guest[] {
  return DAYS.flatMap((day) => guestsOn(exceptions[day]));
}

export function guestsOn(exception: DayException | undefined): Guest[] {
  return SLOTS.flatMap((slot) => exception?.slots[slot]?.guests ?? []);
}

/** Whether something is known of the guest that is deleted later. */
export function isDescribed({ name, diets, allergens }: Guest): boolean {
  return name !== undefined || diets.length > 0 || allergens.length > 0;
}

/** The first date on which guests' data of the week are deleted; undefined if there are none. */
export function guestsEndOn(exceptions: WeekExceptions, week: Week): string | undefined {
  const at = DAYS.findIndex((day) => guestsOn(exceptions[day]).some(isDescribed));
  return at < 0 ? undefined : endDate(week, at);
}

/** Without the data of guests that are to be deleted on this date; their number stays. */
export function withoutOldGuests(exceptions: WeekExceptions, week: Week, today: string): WeekExceptions {
  return Object.fromEntries(
    DAYS.flatMap((day, at) => {
      const exception = exceptions[day];
      if (!exception) return [];
      return [[day, endDate(week, at) <= today ? withoutGuestData(exception) : exception]];
    }),
  );
}

function withoutGuestData({ note, slots }: DayException): DayException {
  const cleared = SLOTS.flatMap((slot) => {
    const { guests, ...exception } = slots[slot] ?? {};
    const anonymous = guests?.map(({ id }) => ({ id, diets: [], allergens: [] }));
    return slots[slot] ? [[slot, { ...exception, ...(anonymous && { guests: anonymous }) }]] : [];
  });
  return { ...(note !== undefined && { note }), slots: Object.fromEntries(cleared) };
}

function endDate(week: Week, dayIndex: number): string {
  return Temporal.PlainDate.from(week)
    .add({ days: dayIndex + GUEST_RETENTION_DAYS })
    .toString();
}
