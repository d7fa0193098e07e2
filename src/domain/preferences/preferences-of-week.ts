/**
 * The preferences as they hold in one week: with who is away in alternating weeks, and with the exceptions of its days.
 * Guests become eaters, so that every rule about eaters holds for them too. Computes with civil dates in UTC, without
 * Temporal, which not every browser has.
 */
import { type BySlot, type Place, PLACES } from '#domain/plan/plan.ts';
import type { Week } from '#domain/week/week.ts';
import type { AlternatingWeeks, Eater, Preferences, SlotSettings } from './preferences.ts';
import { isNobodyAt, servingsAt } from './servings.ts';
import {
  type Guest,
  guestsIn,
  isDescribed,
  type SlotException,
  type WeekExceptions,
} from './week-exceptions.ts';

const WEEK_MS = 7 * 86_400_000;

export function preferencesOfWeek(
  preferences: Preferences,
  exceptions: WeekExceptions,
  week: Week,
): Preferences {
  const guests = guestsIn(exceptions).filter(isDescribed).map(guestAsEater);
  const eaters = [...preferences.eaters, ...guests];
  const slotSettings: Preferences['slotSettings'] = {};
  for (const place of PLACES) {
    const settings = settingsOfWeek({ ...preferences, eaters }, exceptions, week, place);
    if (settings) slotSettings[place.day] = { ...slotSettings[place.day], [place.slot]: settings };
  }
  const isEmpty = ({ day, slot }: Place): boolean => {
    const settings = slotSettings[day]?.[slot];
    if (!settings) return false;
    return exceptions[day]?.slots[slot]?.isOff === true || isNobodyAt({ eaters }, settings);
  };
  const recurring = preferences.recurring.filter((meal) => !isEmpty(meal));
  return { ...preferences, eaters, slotSettings, recurring };
}

/** Undefined for a slot that is not planned, unless it has an exception or somebody is away this week. */
function settingsOfWeek(
  preferences: Preferences,
  exceptions: WeekExceptions,
  week: Week,
  place: Place,
): SlotSettings | undefined {
  const usual = preferences.slotSettings[place.day]?.[place.slot];
  const exception = exceptions[place.day]?.slots[place.slot];
  const alternating = awayInWeek(preferences.alternating ?? [], week, place);
  if (!exception && alternating.length === 0) return usual;
  const away = exception?.away ?? [...new Set([...(usual?.away ?? []), ...alternating])];
  const settings: SlotSettings = { ...usual, away, ...ofException(exception) };
  // Guests make a meal of a slot that is usually free.
  if (exception?.isOff || (!usual && !exception?.guests?.length)) settings.isOff = true;
  if (usual?.servings === undefined) return settings;
  // A number set by hand changes by those who come and go.
  const more =
    servingsAt(preferences, { ...settings, servings: undefined }) -
    servingsAt(preferences, { ...usual, servings: undefined });
  return { ...settings, servings: Math.max(1, usual.servings + more) };
}

function ofException({ minutes, guests }: SlotException = {}): SlotSettings {
  const described = guests?.filter(isDescribed).map(({ id }) => id);
  return {
    ...(minutes !== undefined && { minutes: minutes ?? undefined }),
    ...(guests && { guests: guests.length - (described?.length ?? 0), guestIds: described }),
  };
}

function guestAsEater({ id, name = '', diets, allergens }: Guest): Eater {
  return { id, name, diets, allergens, dislikes: [], isGuest: true };
}

/** The ids of eaters whom an alternating week keeps away from a place. */
function awayInWeek(rules: readonly AlternatingWeeks[], week: Week, { day, slot }: Place): string[] {
  return rules.flatMap((rule) => {
    const weeks = Math.round((mondayMs(week) - mondayMs(rule.from)) / WEEK_MS);
    if (weeks < 0) return [];
    const isInScope =
      (rule.days.length === 0 || rule.days.includes(day)) &&
      (rule.slots.length === 0 || rule.slots.includes(slot));
    const isTheirWeek = weeks % rule.everyWeeks === 0;
    return isInScope && isTheirWeek === (rule.presence === 'away') ? rule.eaterIds : [];
  });
}

/** Midnight UTC, where every day has 24 hours. */
function mondayMs(week: Week): number {
  return Date.parse(`${week}T00:00:00Z`);
}

/** The ids of eaters and guests who do not eat in a place. A meal where nobody eats is for whoever is at home. */
export function absentAt(preferences: Preferences, place: Place): string[] {
  const settings = preferences.slotSettings[place.day]?.[place.slot] ?? {};
  const isNobody = isNobodyAt(preferences, settings);
  const { away = [], guestIds = [] } = settings;
  return preferences.eaters
    .filter(({ id, isGuest }) => (isGuest ? !guestIds.includes(id) : !isNobody && away.includes(id)))
    .map(({ id }) => id);
}

/** Who does not eat, by day and slot. A place where everyone eats is left out. */
export type Absent = BySlot<string[]>;

export function absentIn(preferences: Preferences): Absent {
  const absent: Absent = {};
  for (const place of PLACES) {
    const ids = absentAt(preferences, place);
    if (ids.length > 0) absent[place.day] = { ...absent[place.day], [place.slot]: ids };
  }
  return absent;
}

/** The places where nobody eats, that are otherwise planned. */
export function emptyPlaces(preferences: Preferences, exceptions: WeekExceptions): Place[] {
  return PLACES.filter((place) => {
    const settings = preferences.slotSettings[place.day]?.[place.slot];
    if (!settings) return false;
    if (exceptions[place.day]?.slots[place.slot]?.isOff) return true;
    return !settings.isOff && isNobodyAt(preferences, settings);
  });
}
