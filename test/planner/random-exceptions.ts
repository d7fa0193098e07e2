/** Random exceptions of a week and alternating weeks, and who eats then, stated again without the code of the app. */
import { ALLERGENS, DIETS } from '#domain/food/food.ts';
import { isSamePlace, type Place, PLACES, SLOTS } from '#domain/plan/plan.ts';
import type { AlternatingWeeks, Eater, Preferences } from '#domain/preferences/preferences.ts';
import type { Guest, SlotException, WeekExceptions } from '#domain/preferences/week-exceptions.ts';
import { oneOf, type Random } from '#domain/random.ts';
import { DAYS, type Week } from '#domain/week/week.ts';
import { some } from './random-preferences.ts';
import { servingsFor } from './slots.ts';

export function randomExceptions({ eaters }: Preferences, random: Random): WeekExceptions {
  let guests = 0;
  const randomGuest = (): Guest => ({
    id: `guest-${(guests += 1)}`,
    diets: random(3) === 0 ? [oneOf(random, DIETS)] : [],
    allergens: random(2) === 0 ? [oneOf(random, ALLERGENS)] : [],
    ...(random(2) === 0 && { name: 'Ben' }),
  });
  const randomException = (): SlotException => ({
    ...(random(2) === 0 && { away: eaters.filter(() => random(3) === 0).map(({ id }) => id) }),
    ...(random(3) === 0 && { minutes: oneOf(random, [null, 20, 60]) }),
    ...(random(2) === 0 && { guests: some(4, random, randomGuest) }),
    ...(random(8) === 0 && { isOff: true as const }),
  });
  return Object.fromEntries(
    DAYS.filter(() => random(2) === 0).map((day) => {
      const slots = SLOTS.filter(() => random(2) === 0).map((slot) => [slot, randomException()]);
      return [day, { slots: Object.fromEntries(slots) }];
    }),
  );
}

export function randomAlternating({ eaters }: Preferences, week: Week, random: Random): AlternatingWeeks[] {
  if (eaters.length === 0) return [];
  const monday = Temporal.PlainDate.from(week);
  return some(3, random, () => ({
    id: `rule-${random(1_000_000)}`,
    eaterIds: [oneOf(random, eaters).id],
    from: monday.add({ weeks: random(9) - 6 }).toString() as Week,
    everyWeeks: 2 + random(2),
    presence: oneOf(random, ['home', 'away'] as const),
    days: DAYS.filter(() => random(2) === 0),
    slots: random(2) === 0 ? [] : [oneOf(random, SLOTS)],
  }));
}

/**
 * The preferences as a checker reads them: settings only for slots that are to be planned, each with its servings, and
 * with everyone away who does not eat then, guests of other slots included.
 */
export function statedWeek(preferences: Preferences, exceptions: WeekExceptions, week: Week): Preferences {
  const guests = PLACES.flatMap((place) =>
    (exceptionAt(exceptions, place).guests ?? []).filter(isKnown).map(asEater),
  );
  const everyone = [...preferences.eaters, ...guests];
  const slotSettings: Preferences['slotSettings'] = {};
  const closed: Place[] = [];
  for (const place of PLACES) {
    const usual = preferences.slotSettings[place.day]?.[place.slot];
    const { minutes, guests: invited, isOff } = exceptionAt(exceptions, place);
    const { table, unnamed } = tableAt(preferences, exceptions, week, place);
    const isNobody = preferences.eaters.length > 0 && table.length === 0 && unnamed === 0;
    const isTouched = usual !== undefined || exceptions[place.day]?.slots[place.slot] !== undefined;
    const isRuled = preferences.eaters.some(({ id }) => isAwayByRule(preferences, id, week, place));
    if (isOff || (isNobody && (isTouched || isRuled))) closed.push(place);
    if (isOff || isNobody || (!usual && !invited?.length)) continue;
    const limit = minutes === undefined ? usual?.minutes : (minutes ?? undefined);
    const settings = {
      away: everyone.filter(({ id }) => !table.some((eater) => eater.id === id)).map(({ id }) => id),
      minutes: limit,
      // Somebody eats, although perhaps nobody is named; the number is in the servings.
      guests: 1,
      servings: servingsOf(preferences, place, { table, unnamed }),
    };
    slotSettings[place.day] = { ...slotSettings[place.day], [place.slot]: settings };
  }
  const recurring = preferences.recurring.filter((meal) => !closed.some((place) => isSamePlace(place, meal)));
  return { ...preferences, eaters: everyone, slotSettings, recurring };
}

/** `unnamed`: guests of whom nothing is known but that they come. */
type Table = { table: Eater[]; unnamed: number };

/** Who eats in a place. */
export function tableAt(
  preferences: Preferences,
  exceptions: WeekExceptions,
  week: Week,
  place: Place,
): Table {
  const usual = preferences.slotSettings[place.day]?.[place.slot];
  const { away, guests: invited } = exceptionAt(exceptions, place);
  const isHome = ({ id }: Eater): boolean => {
    if (away) return !away.includes(id);
    return !usual?.away?.includes(id) && !isAwayByRule(preferences, id, week, place);
  };
  const family = preferences.eaters.filter(isHome);
  return {
    table: [...family, ...(invited ?? []).filter(isKnown).map(asEater)],
    unnamed: invited ? invited.filter((guest) => !isKnown(guest)).length : (usual?.guests ?? 0),
  };
}

/** A number set by hand grows and shrinks with those who come and go. */
function servingsOf({ eaters, slotSettings }: Preferences, { day, slot }: Place, now: Table): number {
  const { servings, away = [], guests = 0 } = slotSettings[day]?.[slot] ?? {};
  const count = ({ table, unnamed }: Table): number =>
    eaters.length > 0 ? servingsFor(table, unnamed) : 4 + table.length + unnamed;
  if (servings === undefined) return count(now);
  const usual = eaters.filter(({ id }) => !away.includes(id));
  return Math.max(1, servings + count(now) - count({ table: usual, unnamed: guests }));
}

function isAwayByRule({ alternating = [] }: Preferences, id: string, week: Week, place: Place): boolean {
  return alternating.some(({ eaterIds, from, everyWeeks, presence, days, slots }) => {
    if (!eaterIds.includes(id) || week < from) return false;
    if (days.length > 0 && !days.includes(place.day)) return false;
    if (slots.length > 0 && !slots.includes(place.slot)) return false;
    const { weeks } = Temporal.PlainDate.from(from).until(week, { largestUnit: 'weeks' });
    return (weeks % everyWeeks === 0) === (presence === 'away');
  });
}

function exceptionAt(exceptions: WeekExceptions, { day, slot }: Place): SlotException {
  return exceptions[day]?.slots[slot] ?? {};
}

function isKnown({ name, diets, allergens }: Guest): boolean {
  return name !== undefined || diets.length + allergens.length > 0;
}

function asEater({ id, name = '', diets, allergens }: Guest): Eater {
  return { id, name, diets, allergens, dislikes: [] };
}
