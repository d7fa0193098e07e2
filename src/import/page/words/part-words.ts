/** The words with which pages name the parts of a recipe, in headings and in the names of classes. */
import { wordKey } from '#domain/food/name-key.ts';
import { isImperativeVerb } from './cooking-words.ts';
import { readWords } from '#languages/words.ts';

const { list, oneOf } = readWords('pages');

export type Part = 'ingredients' | 'steps' | 'notes' | 'other';

/** Headings in lower case. A heading may continue, such as "Zutaten für 4 Personen" or "Ingredients (US)". */
const HEADINGS = new Map<string, Part>([
  ...list('other headings').map((heading) => [heading, 'other'] as const),
  ...list('headings of notes').map((heading) => [heading, 'notes'] as const),
  ...list('headings of steps').map((heading) => [heading, 'steps'] as const),
  ...list('headings of ingredients').map((heading) => [heading, 'ingredients'] as const),
]);

const FIRST_WORDS = new Set(Array.from(HEADINGS.keys(), (heading) => heading.split(' ', 1)[0] ?? ''));

/** A line that introduces those after it: "For the sauce:". */
export function introducesLines(text: string): boolean {
  return text.length <= MAX_HEADING && /[:：]$/.test(text) && !/\d/.test(text);
}

const MAX_HEADING = 60;
const MAX_WORDS = 4;

/** Which part of a recipe begins with this heading. Words after the known ones do not matter: "Zutaten für 4". */
export function partOfHeading(text: string): Part | undefined {
  if (text.length > MAX_HEADING) return undefined;
  const lower = text.toLowerCase();
  if (isPlainText(lower)) return undefined;
  const words = headingWords(lower);
  return partAtStart(words) ?? partAtEnd(lower, words);
}

/** "Pancake ingredients", the heading of a list. Elsewhere it may be a sentence: "Mezclar los ingredientes". */
export function onlyEndsWithPart(text: string): boolean {
  return partOfHeading(text) !== undefined && partAtStart(headingWords(text.toLowerCase())) === undefined;
}

function partAtStart(words: readonly string[]): Part | undefined {
  const isKnown = FIRST_WORDS.has(withoutStop(words[0]));
  for (let count = isKnown ? Math.min(words.length, MAX_WORDS) : 0; count > 0; count -= 1) {
    const part = HEADINGS.get(withoutStop(words.slice(0, count).join(' ')));
    if (part !== undefined && (count === words.length || continues(words.slice(count)))) return part;
  }
  return undefined;
}

function partAtEnd(text: string, words: readonly string[]): Part | undefined {
  if (words.length > MAX_WORDS + 1) return undefined;
  const last = HEADINGS.get(withoutStop(words.at(-1)));
  if (last === 'steps') return last;
  return last === 'ingredients' && !isSentence(text, words) ? last : undefined;
}

const withoutStop = (text = ''): string => text.replace(/[.!?]$/, '');

/** "Combine all ingredients", "2) Sift dry ingredients." Not "Filling ingredients" and "Mixed ingredients". */
function isSentence(text: string, [first = '']: readonly string[]): boolean {
  return /[.!]$/.test(text) || /^\d{1,2}[.)] ?\p{L}/u.test(text) || isImperativeVerb(wordKey(first));
}

/** Most short texts are words of which neither the first nor the last is known. */
function isPlainText(text: string): boolean {
  if (!/^[a-z][a-z ]*$/.test(text)) return false;
  const space = text.indexOf(' ');
  if (FIRST_WORDS.has(space < 0 ? text : text.slice(0, space))) return false;
  return !HEADINGS.has(text.slice(text.lastIndexOf(' ') + 1));
}

function headingWords(text: string): string[] {
  const start = /^[a-z]/.test(text) ? text : text.replace(/^[^\p{L}]{1,8}/u, '');
  const spaced = /[\d０-９]/.test(start) ? start.replace(/[\d０-９]{1,9}/, ' $&') : start;
  return spaced.split(/[\s:：(（)）【】[\]–—|/,、]+/).filter((word) => word !== '');
}

/** What may follow: "for 4 people", "pour 6 personnes", "(US)", numbers. Not "Ingredients matter most". */
const CONTINUATIONS = new Set([...list('behind a heading'), '&', '+', '-']);

function continues([next = '']: readonly string[]): boolean {
  return CONTINUATIONS.has(next) || /^[\d０-９]/.test(next);
}

const names = (text: string): Set<string> => new Set(text.split(' '));
const INGREDIENT_CLASS = new RegExp(oneOf('in classes of ingredients'), 'i');
const STEP_CLASS = new RegExp(
  String.raw`${oneOf('in classes of steps')}|(?:^|[-_ ])method|(?:^|[-_ ])steps?(?:$|[-_ ])`,
  'i',
);
const NOTE_CLASS =
  /(?:recipe|create|card|cook)s?[-_]{1,2}(?:notes?|tips?)(?:$|[-_ ])|(?:^|[-_ ])notes(?:$|[-_ ])/i;
/** Parts of pages that contain no recipe, or another one. */
const FOREIGN_CLASSES = names(
  'nav navigation menu sidebar widget footer site-footer post-footer entry-footer related related-posts related-recipes comments comment-list comment-respond respond breadcrumb breadcrumbs share sharing social-share newsletter cookie-banner recommended recommendations popular similar similar-recipes modal popup toc yarpp-related jp-relatedposts secondary',
);

const COMMENT_CLASSES = names(
  'comment-list commentlist comments-area comments-list comment-respond disqus_thread',
);

/**
 * Which part of a recipe an element with this class and id contains; "both" for one that contains several, "comments" for
 * those of readers, which can be half of a page.
 */
export function partOfClass(name: string): Part | 'both' | 'comments' | undefined {
  if (name === '') return undefined;
  const isComments = name.includes('omment') || name.includes('disqus');
  if (isComments && name.split(' ').some((each) => COMMENT_CLASSES.has(each))) return 'comments';
  const isIngredients = INGREDIENT_CLASS.test(name);
  const isSteps = STEP_CLASS.test(name);
  if (isIngredients && isSteps) return 'both';
  if (isIngredients) return 'ingredients';
  if (NOTE_CLASS.test(name)) return 'notes';
  if (isSteps) return 'steps';
  return name.split(' ').some((each) => FOREIGN_CLASSES.has(each.toLowerCase())) ? 'other' : undefined;
}
