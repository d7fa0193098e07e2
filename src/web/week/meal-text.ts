/**
 * What a slot takes: 1 to 500 characters, counted as the server does (domain/text/text.ts, which would bring
 * its whole schema library along). The field cuts off what is too long, so that nobody types in vain.
 */
export const MOST_CHARACTERS = 500;
/** From here on the field says how many are left. */
const NEAR_THE_END = 400;
const SHORT = 40;

// Controls other than tab and line feed: nobody sees them, and the server refuses them.
// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

/** A text as the field holds it: whatever was typed or pasted, cut to what the slot takes. */
export function fitText(text: string): string {
  const seen = text.replaceAll(/\r\n?/g, '\n').toWellFormed().replaceAll(UNSEEN, '');
  // A code point is one or two units: most texts need no counting.
  if (seen.length <= MOST_CHARACTERS) return seen;
  return Array.from(seen).slice(0, MOST_CHARACTERS).join('');
}

/** How many characters are left, once that is worth saying. */
export function charactersLeft(text: string): number | undefined {
  const used = Array.from(text).length;
  return used > NEAR_THE_END ? MOST_CHARACTERS - used : undefined;
}

/** The beginning of a meal's text, for a sentence about it. */
export function brief(text: string): string {
  const letters = Array.from(text.replaceAll(/\s+/g, ' '));
  return letters.length <= SHORT
    ? letters.join('')
    : `${letters
        .slice(0, SHORT - 1)
        .join('')
        .trimEnd()}…`;
}
