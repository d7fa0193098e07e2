/**
 * Escapes untrusted text for a terminal or a log. Control characters could control the terminal; bidirectional,
 * zero-width and other invisible characters could disguise the text. Each becomes an escape such as \u202e.
 */

// Controls, formats (bidirectional, zero-width, tags), line separators, lone surrogates and default-ignorable
// characters. Variation selectors are harmless: they only choose the glyph of the character before them.
const UNSAFE = /(?![\ufe00-\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** One line of text. */
export function printableLine(text: string): string {
  return text.replaceAll(UNSAFE, escaped);
}

/** Several lines: does not escape line feeds. */
export function printableText(text: string): string {
  return text.split('\n').map(printableLine).join('\n');
}

/** The escapes are valid JSON, so the value stays the same. */
export function printableJson(json: string): string {
  return printableText(json);
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}
