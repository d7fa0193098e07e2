/** The unit systems that amounts can be shown in, and the one that a new family starts with. */
export const UNIT_SYSTEMS = ['metric', 'us'] as const;
export type UnitSystem = (typeof UNIT_SYSTEMS)[number];

/** All zones of the fifty states, with their older names. */
const AMERICAN = new RegExp(
  `^(?:US/|Navajo$|(?:EST5E|CST6C|MST7M|PST8P)DT$|Pacific/Honolulu$|America/(?:Indiana/|Kentucky/|North_Dakota/|(?:${['New_York', 'Detroit', 'Indianapolis', 'Fort_Wayne', 'Knox_IN', 'Louisville', 'Chicago', 'Menominee', 'Denver', 'Boise', 'Shiprock', 'Phoenix', 'Los_Angeles', 'Anchorage', 'Juneau', 'Sitka', 'Metlakatla', 'Yakutat', 'Nome', 'Adak', 'Atka'].join('|')})$))`,
);

export function unitSystemOfZone(timeZone: string): UnitSystem {
  return AMERICAN.test(timeZone) ? 'us' : 'metric';
}
