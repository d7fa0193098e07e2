/** In which units a family starts out, by where it lives: by the pound in the United States, by the kilogram elsewhere. */
import type { UnitSystem } from '#domain/shopping-list/amount.ts';

/** All zones of the fifty states, with their older names. */
const AMERICAN = new RegExp(
  `^(?:US/|Navajo$|(?:EST5E|CST6C|MST7M|PST8P)DT$|Pacific/Honolulu$|America/(?:Indiana/|Kentucky/|North_Dakota/|(?:${['New_York', 'Detroit', 'Indianapolis', 'Fort_Wayne', 'Knox_IN', 'Louisville', 'Chicago', 'Menominee', 'Denver', 'Boise', 'Shiprock', 'Phoenix', 'Los_Angeles', 'Anchorage', 'Juneau', 'Sitka', 'Metlakatla', 'Yakutat', 'Nome', 'Adak', 'Atka'].join('|')})$))`,
);

export function unitsOfZone(timeZone: string): UnitSystem {
  return AMERICAN.test(timeZone) ? 'us' : 'metric';
}
