/** The title of a pasted recipe, among the lines before its ingredients. */
import { introducesLines } from '#import/page/words/part-words.ts';
import { findUnit } from '#domain/quantity/unit-words.ts';
import { readWords } from '#languages/words.ts';

const { oneOf, set } = readWords('pasted-texts');

const MAX_TITLE = 100;
const MAX_SHORT = 60;
const MAX_SHORT_WORDS = 7;
/** "Here is the recipe", "Hier kommt mein Rezept". */
const INTRODUCTION = new RegExp(
  String.raw`^(?:${oneOf('before an introduction')},? )?${oneOf('introductions')}(?!\p{L})`,
  'iu',
);
/** "hey so for the curry". Not "Hi Hat Cupcakes". */
const ADDRESS = new RegExp(String.raw`^${oneOf('begins a message')} \p{Ll}`, 'u');
/** "By Joe » Tue Feb 11, 2020 9:14 pm", "Posted on 3 May", an address. */
const POST = new RegExp(String.raw`^${oneOf('begins a post')}(?:[ :]|$)|^https?:|^www\.`, 'i');
const CLOCK = /(?:^|\D)\d{1,2}:\d{2}(?:\D|$)/;
/** "Hallo Schatz". */
const SALUTATION = new RegExp(String.raw`^${oneOf('salutations')} \p{L}{1,20}$`, 'iu');
const TITLE_LABEL = new RegExp(String.raw`^${oneOf('labels of the title')} ?: ?(\S.{1,99})$`, 'i');
const REPLY = new RegExp(`^(?:${oneOf('replies')}: ?){1,4}`, 'i');
/** The number and the chapter of a scanned page: "84 SOUPS". */
const PAGE_HEAD = /^(?:\d{1,3} [\p{Lu} &,-]{3,60}|[\p{Lu} &,-]{3,60} \d{1,3})$/u;
export const isPageHead = (line: string): boolean => PAGE_HEAD.test(line);

/** Empty if there is none. */
export function findTitle(head: readonly string[]): string {
  const named = head.flatMap((line) => TITLE_LABEL.exec(line)?.[1] ?? [])[0];
  if (named !== undefined) return named;
  const lines = head.map((line) => line.replace(/^#{1,6} /, '').replace(REPLY, '')).filter(hasLetters);
  const own = lines.filter((line) => !isIntroduction(line) && !POST.test(line) && !CLOCK.test(line));
  const written = own.filter((line) => line.length <= MAX_TITLE && !/[.?:：;,]$/.test(line));
  const outside = written.filter((line) => !PAGE_HEAD.test(line) && !SALUTATION.test(line));
  const label = own.find((line) => line.length <= MAX_SHORT && /^\P{Ll}.*[:：]$/u.test(line));
  return (
    outside.find((line) => /^\P{Ll}/u.test(line)) ??
    outside[0] ??
    label?.slice(0, -1).trim() ??
    lines.map(nameIn).find((name) => name !== '') ??
    written[0] ??
    own.find(isShort) ??
    ''
  );
}

function isIntroduction(line: string): boolean {
  return INTRODUCTION.test(line) || ADDRESS.test(line.charAt(0).toLowerCase() + line.slice(1));
}

/** "For the dough:" above the first ingredients. */
const GROUP = new RegExp(`^${oneOf('begins a heading')} `, 'i');

/** Whether the last line before the ingredients is the heading of a group, not the title. */
export function isGroupHeading(head: readonly string[]): boolean {
  const last = head.at(-1) ?? '';
  if (!introducesLines(last) || isIntroduction(last)) return false;
  return GROUP.test(last) || (/^\p{Lu}/u.test(last) && findTitle(head.slice(0, -1)) !== '');
}

const hasLetters = (line: string): boolean => /\p{L}/u.test(line);

const RECIPE = new RegExp(`^${oneOf('recipe')}$`, 'i');
const OF_DISH = set('of a dish');
const ARTICLES = set('articles of a dish');
const AFTER_NAME = set('behind the name of a dish');
const MAX_NAME_WORDS = 6;
const MAX_WORDS = 40;

/** "Lentil soup" of "Here is the recipe for the lentil soup you asked for:". */
function nameIn(line: string): string {
  const given = line.split(' ', MAX_WORDS);
  const at = given.findIndex((word) => RECIPE.test(word));
  if (at < 0 || !OF_DISH.has(given[at + 1] ?? '')) return '';
  const start = ARTICLES.has(given[at + 2] ?? '') ? at + 3 : at + 2;
  const name: string[] = [];
  for (const word of given.slice(start, start + MAX_NAME_WORDS)) {
    if (AFTER_NAME.has(word)) break;
    name.push(word.replace(/[.,:;!?]$/, ''));
    if (/[.,:;!?]$/.test(word)) break;
  }
  const title = name.join(' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function isShort(line: string): boolean {
  return line.length <= MAX_SHORT && !/[?:：]$/.test(line) && line.split(' ').length <= MAX_SHORT_WORDS;
}

const AMOUNT = /^[\d\s.,/½¼¾⅓⅔⅛–-]+/;
const ARTICLE = new RegExp(`^${oneOf('articles of a food')} `, 'i');
const MAX_FOODS = 3;

/** For a text without a title: "Flour, eggs, milk". The member sees and changes it. */
export function titleOfFoods(lines: readonly string[]): string {
  const names = lines
    .slice(0, 2 * MAX_FOODS)
    .map(foodIn)
    .filter(hasLetters)
    .slice(0, MAX_FOODS)
    .join(', ');
  return names.charAt(0).toUpperCase() + names.slice(1);
}

function foodIn(line: string): string {
  const words = line.replace(AMOUNT, '').replace(ARTICLE, '').split(/[,(;]/, 1)[0]?.trim().split(' ') ?? [];
  const isUnit = words.length > 1 && findUnit(words[0] ?? '') !== undefined;
  return words
    .slice(isUnit ? 1 : 0)
    .join(' ')
    .replace(ARTICLE, '');
}
