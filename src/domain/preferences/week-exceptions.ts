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

function guestsOn(exception: DayException | undefined): Guest[] {
  return SLOTS.flatMap((slot) => exception?.slots[slot]?.guests ?? []);
}

/** Whether something is known of the guest that is deleted later. */
export function isDescribed({ name, diets, allergens }: Guest): boolean {
  return name !== undefined || diets.length > 0 || allergens.length > 0;
}

/** With other ids of eaters. */
export function withEaterIds(exceptions: WeekExceptions, ids: ReadonlyMap<string, string>): WeekExceptions {
  return mapSlotExceptions(exceptions, ({ away, ...exception }) => ({
    ...(away && { away: away.map((id) => ids.get(id) ?? id) }),
    ...exception,
  }));
}

/** The first date on which guests' data of the week are deleted; undefined if there are none. */
export function guestsEndOn(exceptions: WeekExceptions, week: Week): string | undefined {
  const at = DAYS.findIndex((day) => guestsOn(exceptions[day]).some(isDescribed));
  return at < 0 ? undefined : endDate(week, at);
}

/** Without the data of guests that are to be deleted on this date; their number stays. */
export function withoutOldGuests(exceptions: WeekExceptions, week: Week, today: string): WeekExceptions {
  return mapSlotExceptions(exceptions, (exception, day) => {
    const { guests } = exception;
    if (!guests || endDate(week, DAYS.indexOf(day)) > today) return exception;
    return { ...exception, guests: guests.map(({ id }) => ({ id, diets: [], allergens: [] })) };
  });
}

function mapSlotExceptions(
  exceptions: WeekExceptions,
  map: (exception: SlotException, day: Day) => SlotException,
): WeekExceptions {
  const days = DAYS.flatMap((day) => {
    const { slots, ...rest } = exceptions[day] ?? {};
    if (!slots) return [];
    const mapped = SLOTS.flatMap((slot) => (slots[slot] ? [[slot, map(slots[slot], day)]] : []));
    return [[day, { ...rest, slots: Object.fromEntries(mapped) }]];
  });
  return Object.fromEntries(days);
}

function endDate(week: Week, dayIndex: number): string {
  return Temporal.PlainDate.from(week)
    .add({ days: dayIndex + GUEST_RETENTION_DAYS })
    .toString();
}
