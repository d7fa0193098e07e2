/** Finds the name that somebody is typing in "500 g flour, 2 oni", and replaces it. */

/** What follows the last comma or semicolon with a space, as the server splits lines. */
function lastPart(text: string): string {
  const at = Math.max(text.lastIndexOf(', '), text.lastIndexOf('; '));
  return at < 0 ? text : text.slice(at + 2);
}

/** What `search` finds for the longest end of the last part: not for "2 oni", but for "oni". */
export function typedName<Found>(text: string, search: (name: string) => Found[]): Found[] {
  const words = wordsOf(text);
  for (const at of words.keys()) {
    const name = words.slice(at).join(' ');
    const found = startsAsName(name) ? search(name) : [];
    if (found.length > 0) return found;
  }
  return [];
}

/** The text with the chosen name in place of what was typed of it: amounts stay. */
export function withName(text: string, name: string): string {
  const words = wordsOf(text);
  const count = words.findIndex(
    (_, at) => startsAsName(words.slice(at).join(' ')) && isPartOf(words, at, name),
  );
  const before = words.slice(0, count < 0 ? words.length - 1 : count);
  return text.slice(0, text.length - lastPart(text).length) + [...before, name].join(' ');
}

function wordsOf(text: string): string[] {
  return lastPart(text).trim().split(/\s+/);
}

function startsAsName(text: string): boolean {
  return /^\p{Letter}/u.test(text);
}

/** Whether the words from here on may be the start of the name, or of a word in it. */
function isPartOf(words: readonly string[], at: number, name: string): boolean {
  return ` ${name.toLocaleLowerCase()}`.includes(` ${words.slice(at).join(' ').toLocaleLowerCase()}`);
}
