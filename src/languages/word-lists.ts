/**
 * Lists of words that recipes are read with, by name. What somebody typed may be in any language, so a list has the words
 * of all.
 */
export type WordLists = {
  /** The entries of a list in all languages, or of one in which only some have words. */
  readonly list: (name: string) => readonly string[];
  readonly set: (name: string) => ReadonlySet<string>;
  /** Entries such as `chix = chicken`. */
  readonly pairs: (name: string) => readonly (readonly [string, string])[];
  /** Entries such as `four = 4`. */
  readonly numbers: (name: string) => readonly (readonly [string, number])[];
  /** The source of a regular expression that matches one of the entries, the longest if several fit. */
  readonly oneOf: (...names: string[]) => string;
  readonly names: readonly string[];
};

export function wordLists(part: string, lists: Readonly<Record<string, readonly string[]>>): WordLists {
  const list = (name: string): readonly string[] => {
    const entries = lists[name];
    // A list that is spelled wrongly must not read as one without words.
    if (!entries) throw new Error(`No language has the words "${name}" of ${part}.`);
    return entries;
  };
  const pairs = (name: string) => list(name).map((entry) => entry.split(' = ') as [string, string]);
  return {
    list,
    set: (name) => new Set(list(name)),
    pairs,
    numbers: (name) => pairs(name).map(([word, number]) => [word, Number(number)]),
    oneOf: (...names) =>
      `(?:${names
        .flatMap(list)
        .toSorted((word, next) => next.length - word.length)
        .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
        .join('|')})`,
    names: Object.keys(lists),
  };
}
