/** Removes Markdown from one line of text. */

const IMAGE = /!\[[^[\]]*\]\([^()]*\)/g;
const LINK = /\[([^[\]]+)\]\([^()]*\)/g;
/** At the start of a line: a heading, a list item, a quotation. */
const BLOCK = /^(?:#{1,6} +|[-*+•] +|> +)/;
const STRONG = /\*\*([^*]+)\*\*|__([^_]+)__/g;
const EMPHASIS = /\*([^*]+)\*|_([^_]+)_/g;
const CODE = /`([^`]+)`/g;

export function withoutMarkdown(line: string): string {
  if (!/[[\]*_`#>•+-]/.test(line)) return line.trim();
  return line
    .trim()
    .replace(BLOCK, '')
    .replaceAll(IMAGE, '')
    .replaceAll(LINK, '$1')
    .replaceAll(STRONG, '$1$2')
    .replaceAll(EMPHASIS, withoutEmphasis)
    .replaceAll(CODE, '$1')
    .trim();
}

/** Not in "2*3*4", "snake_case_names" and lists of footnotes: emphasis has words around it, and none at its signs. */
function withoutEmphasis(
  whole: string,
  star: string | undefined,
  line: string | undefined,
  at: number,
  text: string,
): string {
  const inside = star ?? line ?? '';
  const isGlued = WORD.test(text[at - 1] ?? '') || WORD.test(text[at + whole.length] ?? '');
  return isGlued || inside.trim() !== inside ? whole : inside;
}

const WORD = /[\p{L}\p{N}]/u;
