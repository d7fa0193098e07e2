/**
 * Text that strangers typed, for a terminal or a log. Control characters would steer the terminal;
 * bidirectional, zero-width and other invisible characters would hide what the text really is. Each
 * is shown as an escape such as \u202e.
 */

// Controls, formats (bidirectional, zero-width, tags), line separators, lone surrogates, and what is invisible by
// definition. Variation selectors only choose between two pictures of the character before them.
const UNSAFE = /(?![\ufe00-\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** One line of text. */
export function printableLine(text: string): string {
  return text.replaceAll(UNSAFE, escaped);
}

/** Several lines; nothing but the line feeds between them is left as it is. */
export function printableText(text: string): string {
  return text.split('\n').map(printableLine).join('\n');
}

/** The text of a JSON value. It stays the same value: these characters stand only within its strings. */
export function printableJson(json: string): string {
  return printableText(json);
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}
