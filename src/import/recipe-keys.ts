/** Keys by which recipes are compared. */
import { hash } from 'node:crypto';
import { isHeadingLine } from '#domain/recipe/headings.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import { normalize } from '#domain/text/unicode.ts';

/** The same for two recipes that differ only in spaces, case and punctuation. */
export function contentKeyOf({
  title,
  ingredients,
  steps,
}: Pick<RecipeSource, 'title' | 'ingredients' | 'steps'>): string {
  const text = [title, ...ingredients, ...steps].map(titleKeyOf).join('\n');
  return hash('sha256', text).slice(0, 32);
}

/** Parameters that say who has shared a page, and not which page it is. */
const TRACKING = /^(?:utm_.*|fbclid|gclid|mc_[ce]id|ref|share|epik)$/i;

/** The same for two ways to write the address of one page. Undefined for the start page of a site, and other text. */
export function addressKeyOf(source: string | undefined): string | undefined {
  const url = URL.parse(source ?? '');
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined;
  const path = url.pathname.replace(/\/(?:amp\/?)?$/, '');
  const parameters = new URLSearchParams([...url.searchParams].filter(([name]) => !TRACKING.test(name)));
  parameters.sort();
  if (path === '' && parameters.size === 0) return undefined;
  return `${url.hostname.replace(/^www\./, '')}${path}?${parameters.toString()}`;
}

/** Whether all words of one title are in the other: a page can have two recipes, so that its address alone does not tell. */
export function isTitleInOther(one: string, other: string): boolean {
  const [few, many] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  const all = new Set(many);
  return few.length > 0 && few.every((word) => all.has(word));
}

/** The same for two lists with the same foods and amounts. Headings and the order do not count. */
export function linesKeyOf(ingredients: readonly string[]): string {
  const lines = ingredients.filter((line) => !isHeadingLine(line)).map((line) => wordsOf(line).join(' '));
  return hash('sha256', lines.toSorted().join('\n'));
}

const MIN_COMMON_WORDS = 0.9;

/** Whether two methods have the same numbers, such as minutes and degrees, and nearly the same words. */
export function areStepsAlike(one: readonly string[], other: readonly string[]): boolean {
  const [words, others] = [one, other].map((steps) => wordsOf(steps.join('\n'))) as [string[], string[]];
  const left = new Map<string, number>();
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1);
  for (const word of others) left.set(word, (left.get(word) ?? 0) - 1);
  const different = [...left].filter(([, count]) => count !== 0);
  if (different.some(([word]) => /\d/.test(word))) return false;
  const count = different.reduce((sum, [, each]) => sum + Math.abs(each), 0);
  return count <= (1 - MIN_COMMON_WORDS) * (words.length + others.length);
}

/** In lower case. "½" has the words of "1/2", and "1/2" is not "12". */
function wordsOf(text: string): string[] {
  return normalize(text, 'NFKD')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Letters and digits only. */
export function titleKeyOf(text: string): string {
  return normalize(text, 'NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
