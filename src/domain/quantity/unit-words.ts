/** The words for units, in all languages. The first of a unit is the one that names of foods have: "clove of garlic". */
import { readWords } from '#languages/words.ts';
import { type Unit, UNIT_NAMES } from './unit.ts';

const { list } = readWords('units');

export function unitWords(unit: Unit): readonly string[] {
  return list(unit);
}

const WORDS = new Map(UNIT_NAMES.flatMap((unit) => unitWords(unit).map((word) => [word, unit] as const)));

/** Ignores case except for `T` (tablespoon) and `t` (teaspoon). */
export function findUnit(word: string): Unit | undefined {
  const bare = word.replace(/\.$/, '');
  return WORDS.get(bare) ?? WORDS.get(bare.toLowerCase()) ?? WORDS.get(bare.toUpperCase());
}
