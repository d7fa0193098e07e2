/** The singular and the plural of the words for units: clove and cloves, Zehe and Zehen. */
import { readWords } from '#languages/words.ts';
import { SIZES } from './unit.ts';
import { findUnit, unitWords } from './unit-words.ts';

const { list, pairs } = readWords('units');
const ENDINGS = list('endings of plurals');
/** People write "2 tbsp", not "2 tbsps". */
const INVARIABLE = new Set(list('the same in the plural'));
const IRREGULAR = pairs('plurals');

/** The word itself if it is no unit, has no plural, or is one. */
export function pluralOf(word: string): string {
  if (singularOf(word) !== word) return word;
  const irregular = IRREGULAR.find(([singular]) => singular === word.toLowerCase());
  if (irregular) return inCaseOf(word, irregular[1]);
  const words = wordsBeside(word);
  const ending = ENDINGS.find((suffix) => words.includes(word.toLowerCase() + suffix));
  return word + (ending ?? '');
}

/** The word itself if it is no unit or no plural. */
export function singularOf(word: string): string {
  const irregular = IRREGULAR.find(([, many]) => many === word.toLowerCase());
  if (irregular) return inCaseOf(word, irregular[0]);
  const words = wordsBeside(word);
  const isSingular = (text: string) => text.length > 2 && words.includes(text.toLowerCase());
  const ending = ENDINGS.find((suffix) => word.endsWith(suffix) && isSingular(word.slice(0, -suffix.length)));
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/** The words for the same unit; none for sizes, whose other forms are not plurals: "groß" and "große". */
function wordsBeside(word: string): readonly string[] {
  const unit = INVARIABLE.has(word) || word.length < 3 ? undefined : findUnit(word);
  return unit === undefined || SIZES.has(unit) ? [] : unitWords(unit);
}

function inCaseOf(word: string, other: string): string {
  return word === word.toLowerCase() ? other : other.charAt(0).toUpperCase() + other.slice(1);
}
