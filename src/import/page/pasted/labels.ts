/** Separates the heading of a part from what follows it on the same line: "Ingredients: 2 eggs, 100 g flour". */
import { withoutBullet } from '#import/page/plain-text.ts';
import { splitOneLine } from '#import/page/one-line.ts';
import { partOfHeading } from '#import/page/words/part-words.ts';
import { isTold } from './list-lines.ts';
import { readWords } from '#languages/words.ts';

const { oneOf } = readWords('pasted-texts');

const LABELLED = /^([^:：]{3,40})[:：] ?(\S.*)$/;
/** "Zutaten: für 4 Personen". */
const PORTIONS = new RegExp(
  String.raw`^${oneOf('before servings')}? ?\d{1,2}(?: ?[–-] ?\d{1,2})? ${oneOf('begins servings')}`,
  'i',
);

export function withLabelsApart(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [, label = '', rest = ''] = LABELLED.exec(line) ?? [];
    const part = label === '' ? undefined : partOfHeading(label);
    if (part === undefined) return listInLine(line);
    // A note in a list may name a food.
    const isListed = withoutBullet(line) !== line;
    if (part === 'other' || (part === 'notes' && isListed) || PORTIONS.test(rest)) return [line];
    return [`${label}:`, ...(part === 'ingredients' ? listOf(rest) : [rest])];
  });
}

/** Also without amounts: "flour, eggs, milk". */
function listOf(text: string): string[] {
  const parts = splitOneLine(text);
  return parts.length > 1
    ? parts
    : text
        .split(/[,;] /)
        .map((part) => part.trim())
        .filter((part) => part !== '');
}

const AMOUNT = new RegExp(String.raw`^(?:${oneOf('about')} )?[\d½¼¾⅓⅔⅛]`);

/** "500 g Nudeln, 200 g Schinken, 3 Eier" */
function listInLine(line: string): string[] {
  if (!line.includes(',') || !AMOUNT.test(line) || isTold(line)) return [line];
  const parts = splitOneLine(line);
  const counted = parts.filter((part) => AMOUNT.test(part)).length;
  return counted >= MIN_COUNTED ? withoutFullStop(parts) : [line];
}

const MIN_COUNTED = 3;

/** "…, 4 gherkins, some salt." A short word may be an abbreviation. */
function withoutFullStop(parts: readonly string[]): string[] {
  const last = parts.at(-1) ?? '';
  const isSentenceEnd = last.endsWith('.') && (last.split(' ').at(-1) ?? '').length > MAX_ABBREVIATION;
  return isSentenceEnd ? [...parts.slice(0, -1), last.slice(0, -1)] : [...parts];
}

/** With its full stop. */
const MAX_ABBREVIATION = 4;
