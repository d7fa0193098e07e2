/**
 * Parses the file of food kinds, in blocks of `key: value`. An error names the line.
 *
 *     # gluten-free
 *     words: gf
 *     nouns: gluten
 *     prefixes: gluten-free; glutenfreie
 *     without: wheat, gluten
 *
 * The block `free-from` says which words a noun makes: "{}-free".
 */
import { type Block, findField, parseBlocks, refuse } from './block-file.ts';
import type { FoodKind, FoodKindWord, FoodKindWords } from './food-kind.ts';
import { parseWords } from './food-file.ts';
import { ALLERGENS, DIETS } from './food.ts';
import { nameKey } from './name-key.ts';

const KEYS = new Set(['words', 'before', 'nouns', 'prefixes', 'without', 'breaks', 'sure', 'note']);
const FREE_FROM = 'free-from';

export function parseFoodKinds(file: string, text: string): FoodKindWords {
  const blocks = parseBlocks(file, text, KEYS);
  const templates = blocks.filter(({ id }) => id === FREE_FROM).flatMap((block) => phrasesIn(block, 'words'));
  const words = new Map<string, FoodKindWord>();
  for (const block of blocks) {
    if (block.id === FREE_FROM) continue;
    const kind = parseKind(block);
    const add = (phrase: string, isOnlyBefore: boolean): void => {
      const key = nameKey(phrase.replaceAll('.', ' '));
      if (words.has(key)) refuse(block, `"${phrase}" occurs twice`);
      words.set(key, { kind, isOnlyBefore });
    };
    for (const phrase of phrasesIn(block, 'words')) add(phrase, false);
    for (const phrase of phrasesIn(block, 'before')) add(phrase, true);
    const made = phrasesIn(block, 'nouns').flatMap((noun) => withNoun(templates, noun));
    for (const key of new Set(made.map((phrase) => nameKey(phrase)))) add(key, false);
  }
  return words;
}

function parseKind(block: Block): FoodKind {
  const field = (key: string) => findField(block, key);
  const [without, breaks] = [field('without'), field('breaks')];
  return {
    id: block.id,
    prefixes: phrasesIn(block, 'prefixes').map((prefix) => nameKey(prefix)),
    without: new Set(without && parseWords(without, ALLERGENS)),
    breaks: new Set(breaks && parseWords(breaks, DIETS)),
    isSure: field('sure')?.value !== 'no',
  };
}

/** "Egg / eggs": both for "without {s}", the first for "{}-free". */
function withNoun(templates: readonly string[], noun: string): string[] {
  const [first = '', ...plurals] = noun.split(' / ');
  return templates.flatMap((template) =>
    template.includes('{s}')
      ? [first, ...plurals].map((form) => template.replace('{s}', form))
      : template.replace('{}', first),
  );
}

function phrasesIn(block: Block, key: string): string[] {
  return findField(block, key)?.value.split('; ') ?? [];
}
