/** Lines such as "Serves 4" and "Prep time: 10 min", in plain text and on pages without structured data. */
import { findUnit } from '#domain/quantity/unit-words.ts';
import { parseMinutes } from '#import/page/minutes.ts';
import type { Block } from './blocks.ts';
import { partOfHeading } from '#import/page/words/part-words.ts';
import { readWords } from '#languages/words.ts';

const { list, oneOf, set } = readWords('pages');

export type Facts = { yield?: string; prepMinutes?: number; cookMinutes?: number; totalMinutes?: number };

const MAX_LINE = 80;
const YIELD_WORDS = set('servings');
/** What comes before a duration, in lower case and without a colon. */
const TIME_LABELS = new Map([
  ...list('labels of preparation time').map((label) => [label, 'prepMinutes'] as const),
  ...list('labels of cooking time').map((label) => [label, 'cookMinutes'] as const),
  ...list('labels of total time').map((label) => [label, 'totalMinutes'] as const),
]);
const ABOUT = `(?:${oneOf('about')} |~ ?)?`;
/** "1 hour 30 minutes", without other words. */
const DURATION = new RegExp(
  String.raw`^${ABOUT}\d[^\p{L}]{0,9}\p{L}{1,9}\.?(?:[^\p{L}]{1,9}\p{L}{1,9}\.?)?$`,
  'u',
);
const FOR = oneOf('for servings');
const PORTIONS = new RegExp(
  String.raw`^(?:${FOR} )?\d{1,2}(?: ?[–-] ?\d{1,2})? ${oneOf('counted in servings')}$`,
  'i',
);

/** "Yield: 8 tacos", "Para 4 personas". */
const YIELD_LABEL = new RegExp(String.raw`^(?:\p{L}{3,12} ?[:：] ?|${FOR} )`, 'iu');

/** ": 4", " about 12 small cakes", " 4–6 as a side": what follows the word. */
const YIELD = new RegExp(
  String.raw`^ ?[:：]? ?(?:${oneOf('before a yield')} )?\d{1,3}(?: ?(?:[–-]|${oneOf('to or')}) ?\d{1,3})?(?: ([^,;.]*))?$`,
);
const MAX_YIELD_WORDS = 5;

/** A measured food is no yield: "Serving: 2 tbsp crushed peanuts". */
function isYield(text: string): boolean {
  if (PORTIONS.test(text)) return true;
  const [first = ''] = text.split(/[\s:：]/, 1);
  const found = YIELD_WORDS.has(first) ? YIELD.exec(text.slice(first.length)) : null;
  const words = found?.[1]?.trim().split(' ') ?? [];
  return (
    found !== null &&
    words.length <= MAX_YIELD_WORDS &&
    !words.slice(0, -1).some((word) => findUnit(word) !== undefined)
  );
}

/** Returns whether the line was one. */
export function addFact(facts: Facts, line: string): boolean {
  if (line.length > MAX_LINE || !/\d/.test(line)) return false;
  const text = line.toLowerCase().replace(/ 1x$/, '');
  if (isYield(text)) {
    facts.yield ??= line.replace(YIELD_LABEL, '').replace(/ 1x$/, '');
    return true;
  }
  const label = labelOf(text);
  const rest = text.slice(label.length).replace(/^ ?[:：] ?/, '');
  const name = TIME_LABELS.get(label.trim());
  const isDuration = rest.length < text.length - label.length || DURATION.test(rest.trim());
  const minutes = name !== undefined && isDuration ? parseMinutes(rest) : undefined;
  if (name === undefined || minutes === undefined) return false;
  facts[name] ??= minutes;
  return true;
}

const FIRST_NUMBER = new RegExp(String.raw`${ABOUT}\d`);

/** What is before the colon or the first digit. */
function labelOf(text: string): string {
  const colon = text.search(/ ?[:：]/);
  return text.slice(0, colon >= 0 ? colon : Math.max(0, text.search(FIRST_NUMBER)));
}

const MAX_LABEL = 30;
const IN_HEADING = /(?:^|\D)(\d{1,2}(?:[–-]\d{1,2})? \p{L}{3,20})/u;

/** "4 people" of "Ingredients for 4 people". */
export function findPortions(heading: string): string | undefined {
  return IN_HEADING.exec(heading)?.[1];
}

/** What the page shows outside of side bars, also with a label and its value in blocks of their own. */
export function factsOf(blocks: readonly Block[]): Facts {
  const facts: Facts = {};
  const shown = blocks.filter((block) => !block.isForeign && block.text.length <= MAX_LINE);
  shown.forEach(({ text, names, kind }, at) => {
    if (addFact(facts, text)) return;
    const next = shown[at + 1]?.text ?? '';
    const label = text.length <= MAX_LABEL ? text.toLowerCase().replace(/ ?[:：]$/, '') : '';
    if (/^\d/.test(next) && (TIME_LABELS.has(label) || YIELD_WORDS.has(label))) {
      addFact(facts, `${text.replace(/ ?[:：]$/, '')}: ${next}`);
    } else if (names === 'ingredients' || (kind === 'item' && partOfHeading(text) === 'ingredients')) {
      const portions = findPortions(text);
      if (portions !== undefined) facts.yield ??= portions;
    }
  });
  return facts;
}
