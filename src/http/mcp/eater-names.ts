/** The names of eaters for a key that may read them, in the style that the family has chosen for other programs. */
import type { Preferences } from '#domain/preferences/preferences.ts';
import { withNameStyle } from '#domain/preferences/warnings.ts';
import { mayUse, type ToolContext } from './tool.ts';

/** An eater who is not named is `one eater`. */
export function eaterNames(
  context: ToolContext,
  { eaters, nameStyle = 'names' }: Pick<Preferences, 'eaters' | 'nameStyle'>,
  eaterIds: readonly string[],
): string[] {
  if (!mayUse(context, 'eaters:read')) return ['some of the family'];
  const found = eaters.filter(({ id }) => eaterIds.includes(id));
  const named = found.map(({ id, name }) => ({ eaterId: id, name, reasons: [] }));
  return withNameStyle(named, nameStyle).map(({ name }) => name || 'one eater');
}
