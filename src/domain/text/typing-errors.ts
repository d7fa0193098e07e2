/**
 * How far a typed word is from a word that exists: dropped, added, replaced and swapped letters (optimal string
 * alignment), and spellings that sound alike. Words are without case and accents, as in recipe-search-words.ts.
 */

/** Short words have too many neighbours. */
const SHORTEST = 4;
const LONG = 8;
/** From this length on, the typed word may also be within a compound: "kartofel" in "Ofenkartoffeln". */
const SHORTEST_PART = 6;

function allowedErrors(typed: string): number {
  if (typed.length < SHORTEST) return 0;
  return typed.length < LONG ? 1 : 2;
}

/**
 * Returns a function that says with how many errors `typed` is a word or its beginning; undefined if there are too many.
 * Beginnings and parts of a word count a little more, so that whole words come first.
 */
export function typingErrorsOf(typed: string): (word: string) => number | undefined {
  const [allowed, letters, sound] = [allowedErrors(typed), lettersOf(typed), soundOf(typed)];
  return (word) => {
    if (word.startsWith(typed)) return word.length === typed.length ? 0 : 0.1;
    if (allowed === 0) return undefined;
    // Each error adds at most one letter that the word does not have.
    const foreign = bitCount(letters & ~lettersOf(word));
    if (foreign <= allowed) {
      const { whole, prefix } = distances(typed, word, 0);
      if (whole <= allowed) return whole;
      if (prefix <= allowed) return prefix + 0.2;
    }
    const isAsLong = Math.abs(word.length - typed.length) <= 2;
    if (isAsLong && sound.length >= 3 && soundOf(word) === sound) return 1.5;
    const mayBePart = foreign <= 1 && typed.length >= SHORTEST_PART && word.length >= typed.length + 1;
    return mayBePart ? partErrors(typed, word) : undefined;
  };
}

/** Within the word, after at least two letters. */
function partErrors(typed: string, word: string): number | undefined {
  const last = word.length - typed.length + 1;
  for (let start = 2; start <= last; start += 1) {
    const { prefix } = distances(typed, word, start);
    if (prefix <= 1) return prefix + 0.5;
  }
  return undefined;
}

/** A bit for each letter from a to z. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) {
    const letter = word.charCodeAt(at) - 97;
    if (letter >= 0 && letter < 26) letters |= 1 << letter;
  }
  return letters;
}

function bitCount(bits: number): number {
  let [count, rest] = [0, bits];
  for (; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** From `start` of the word on: to its end, and to the nearest end of a part. */
function distances(typed: string, word: string, start: number): { whole: number; prefix: number } {
  const end = Math.min(word.length, start + typed.length + 2) - start;
  if (end <= 0) return { whole: Infinity, prefix: Infinity };
  let [before, row]: [number[], number[]] = [[], Array.from({ length: end + 1 }, (_, at) => at)];
  for (let at = 1; at <= typed.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= end; to += 1) {
      const letter = word[start + to - 1];
      const cost = typed[at - 1] === letter ? 0 : 1;
      let least = Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + cost);
      const isSwapped =
        at > 1 && to > 1 && typed[at - 2] === letter && typed[at - 1] === word[start + to - 2];
      if (isSwapped) least = Math.min(least, (before[to - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  const isWhole = start === 0 && end === word.length;
  return { whole: isWhole ? (row[end] ?? Infinity) : Infinity, prefix: Math.min(...row) };
}

/** Letters and groups that people confuse in English and German, in this order. */
const SOUNDS: readonly [RegExp, string][] = [
  [/tsch|sch|sh/g, 's'],
  [/ph|v|w/g, 'f'],
  [/qu|ck|ch|q|c|g/g, 'k'],
  [/x/g, 'ks'],
  [/z/g, 's'],
  [/th|dt|d/g, 't'],
  [/b/g, 'p'],
  [/ie|ee|ea|y|j/g, 'i'],
  [/oo|ou|ue/g, 'u'],
  [/ae/g, 'a'],
  [/oe/g, 'o'],
  [/ai|ay|ei|ey/g, 'ei'],
  [/h/g, ''],
];

/** Equal for words that sound alike: "quiche" and "kiche", "Kaesespaetzle" and "Käsespätzle". */
function soundOf(word: string): string {
  const known = sounds.get(word);
  if (known !== undefined) return known;
  if (sounds.size >= MAX_SOUNDS) sounds.clear();
  const letters = Array.from(SOUNDS.reduce((text, [pattern, to]) => text.replace(pattern, to), word));
  // Doubled letters and a final e are not heard.
  const sound = letters
    .filter((letter, at) => letter !== letters[at - 1])
    .join('')
    .replace(/e$/, '');
  sounds.set(word, sound);
  return sound;
}

/** The titles of all recipes have a few thousand words. */
const MAX_SOUNDS = 10_000;
const sounds = new Map<string, string>();
