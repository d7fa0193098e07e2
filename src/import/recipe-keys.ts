/** Keys by which recipes are compared. */
import { hash } from 'node:crypto';
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

const MIN_WORD_LENGTH = 4;

/** Whether two titles share a word: a page can have two recipes, so that the address alone does not tell. */
export function areTitlesSimilar(one: string, other: string): boolean {
  const words = wordsOf(other);
  return titleKeyOf(one) === titleKeyOf(other) || wordsOf(one).some((word) => words.includes(word));
}

function wordsOf(title: string): string[] {
  return title
    .split(/[^\p{L}\p{N}]+/u)
    .map(titleKeyOf)
    .filter((word) => word.length >= MIN_WORD_LENGTH);
}

/** Letters and digits only. */
export function titleKeyOf(text: string): string {
  return normalize(text, 'NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
