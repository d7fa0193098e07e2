/** Guesses the language of a recipe from its most frequent small words. */
import type { ImportedRecipe } from '#import/imported-recipe.ts';
import { readWords } from '#languages/words.ts';

const { list, names } = readWords('pages');

const FREQUENT = 'frequent in ';
const LANGUAGES_OF = new Map<string, string[]>();
for (const name of names.filter((each) => each.startsWith(FREQUENT))) {
  for (const word of list(name))
    LANGUAGES_OF.getOrInsertComputed(word, () => []).push(name.slice(FREQUENT.length));
}

const MAX_CHARACTERS = 5_000;
const MIN_HITS = 3;

export function guessLanguage(
  recipe: Pick<ImportedRecipe, 'ingredientGroups' | 'stepGroups'>,
): string | undefined {
  const lines = [
    ...recipe.stepGroups.flatMap(({ steps }) => steps),
    ...recipe.ingredientGroups.flatMap((group) => group.lines),
  ];
  const words = lines
    .join(' ')
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  const hits = new Map<string, number>();
  for (const word of words) {
    for (const language of LANGUAGES_OF.get(word) ?? []) hits.set(language, (hits.get(language) ?? 0) + 1);
  }
  const [best, second] = [...hits].toSorted(([, a], [, b]) => b - a);
  return best && best[1] >= MIN_HITS && best[1] > (second?.[1] ?? 0) ? best[0] : undefined;
}
