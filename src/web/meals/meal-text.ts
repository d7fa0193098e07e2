/**
 * The limits of a meal's text: 1 to 500 characters, counted as in domain/text/text.ts, which is not imported
 * because it would load the schema library. The field cuts off longer texts.
 */
export const MAX_CHARACTERS = 500;
/** From this length on, the field shows how many characters are left. */
const NEAR_THE_END = 400;
const SHORT = 40;

// Control characters other than tab and line feed, which are invisible and refused by the server.
// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

/** Removes control characters and cuts the text to the limit. */
export function fitText(text: string): string {
  const seen = text.replaceAll(/\r\n?/g, '\n').toWellFormed().replaceAll(UNSEEN, '');
  // A code point is one or two code units: short texts need no counting.
  if (seen.length <= MAX_CHARACTERS) return seen;
  return Array.from(seen).slice(0, MAX_CHARACTERS).join('');
}

/** The remaining characters, or undefined while the text is short. */
export function charactersLeft(text: string): number | undefined {
  const used = Array.from(text).length;
  return used > NEAR_THE_END ? MAX_CHARACTERS - used : undefined;
}

/** The start of a meal's text, for messages. */
export function brief(text: string): string {
  const letters = Array.from(text.replaceAll(/\s+/g, ' '));
  return letters.length <= SHORT
    ? letters.join('')
    : `${letters
        .slice(0, SHORT - 1)
        .join('')
        .trimEnd()}…`;
}
