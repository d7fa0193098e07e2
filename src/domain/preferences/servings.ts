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

export function eatersAt({ eaters }: Pick<Preferences, 'eaters'>, { away = [] }: SlotSettings): Eater[] {
  return eaters.filter(({ id }) => !away.includes(id));
}

/** A whole number, at least one: as set by hand, or else the portions of the eaters at the table and of the guests. */
export function servingsAt(preferences: Pick<Preferences, 'eaters'>, settings: SlotSettings): number {
  const { servings, guests = 0 } = settings;
  if (servings !== undefined) return servings;
  if (preferences.eaters.length === 0) return DEFAULT_EATERS + guests;
  return servingsOf(eatersAt(preferences, settings), guests);
}

/** A whole number, at least one. */
export function servingsOf(eaters: readonly Eater[], guests = 0): number {
  return Math.max(1, Math.round(eaters.reduce((sum, eater) => sum + portionOf(eater), guests)));
}
