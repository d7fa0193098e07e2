import type { Eater } from '#domain/preferences/preferences.ts';
import { hasRules } from '#domain/preferences/warnings.ts';

/** `Mia and Ben`: the eaters who do not eat everything. */
export function restrictedNames(locale: string, eaters: readonly Eater[]): string {
  const names = eaters.filter(hasRules).map(({ name }) => name);
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}
