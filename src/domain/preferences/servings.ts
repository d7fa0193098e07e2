/** How many servings a meal needs: by who is at the table, and how much each of them eats. */
import type { Eater, Portion, Preferences, SlotSettings } from './preferences.ts';

/** In quarters of a serving. */
const QUARTERS: { readonly [P in Portion]: number } = { toddler: 2, child: 3, adult: 4, hungry: 6 };
const ADULT: Portion = 'adult';
/** Of a family that has not entered its eaters. */
const DEFAULT_EATERS = 4;

/** As a share of an adult's portion: 0.5 to 1.5. */
export function portionOf({ portion = ADULT }: Pick<Eater, 'portion'>): number {
  return QUARTERS[portion] / 4;
}

export function isChild({ portion }: Pick<Eater, 'portion'>): boolean {
  return portion === 'toddler' || portion === 'child';
}

/** Who is at the table: the family without those who are away, and the guests of this slot. */
export function eatersAt(
  { eaters }: Pick<Preferences, 'eaters'>,
  { away = [], guestIds = [] }: SlotSettings,
): Eater[] {
  return eaters.filter(({ id, isGuest }) => (isGuest ? guestIds.includes(id) : !away.includes(id)));
}

/** A whole number, at least one: as set by hand, or else the portions of the eaters at the table and of the guests. */
export function servingsAt(preferences: Pick<Preferences, 'eaters'>, settings: SlotSettings): number {
  const { servings, guests = 0 } = settings;
  if (servings !== undefined) return servings;
  const present = eatersAt(preferences, settings);
  return hasOwnEaters(preferences) ? servingsOf(present, guests) : DEFAULT_EATERS + present.length + guests;
}

/** Everyone is away and no guest comes. It is not known of a family that has not entered its eaters. */
export function isNobodyAt(preferences: Pick<Preferences, 'eaters'>, settings: SlotSettings): boolean {
  const { guests = 0 } = settings;
  return hasOwnEaters(preferences) && guests === 0 && eatersAt(preferences, settings).length === 0;
}

/** Whether the planner fills the slot. One without settings is left to the family. */
export function isPlannedSlot(
  preferences: Pick<Preferences, 'eaters'>,
  settings: SlotSettings | undefined,
): settings is SlotSettings {
  return settings !== undefined && !settings.isOff && !isNobodyAt(preferences, settings);
}

function hasOwnEaters({ eaters }: Pick<Preferences, 'eaters'>): boolean {
  return eaters.some(({ isGuest }) => !isGuest);
}

/** A whole number, at least one. */
export function servingsOf(eaters: readonly Eater[], guests = 0): number {
  return Math.max(1, Math.round(eaters.reduce((sum, eater) => sum + portionOf(eater), guests)));
}
