/** The names of eaters, in the style that the family has chosen for displays and other programs. */
import type { Preferences } from '#domain/preferences/preferences.ts';
import { withNameStyle } from '#domain/preferences/warnings.ts';

/** An eater who is not named is `one eater`. */
export function eaterNames(
  { eaters, nameStyle = 'names' }: Pick<Preferences, 'eaters' | 'nameStyle'>,
  eaterIds: readonly string[],
): string[] {
  const found = eaters.filter(({ id }) => eaterIds.includes(id));
  const named = found.map(({ id, name }) => ({ eaterId: id, name, reasons: [] }));
  return withNameStyle(named, nameStyle).map(({ name }) => name || 'one eater');
}
