/** Guesses the language of a recipe from its most frequent small words. */
import type { ImportedRecipe } from '#import/imported-recipe.ts';

const WORDS: Readonly<Record<string, string>> = {
  en: 'the and with of to in until for cup cups tablespoon teaspoon add into minutes',
  de: 'und mit die der das den in bis ein eine oder esslöffel el tl minuten dazugeben',
  fr: 'et les des le la du avec une pour dans au cuillère ajouter jusqu',
  it: 'e il la di con per un una gli le nel cucchiaio aggiungere fino',
  es: 'y el la de con los las una en por cucharada añadir hasta taza',
  pt: 'e o a de com os as uma em por colher adicione até xícara',
  nl: 'en de het een van met in tot voor eetlepel voeg el tl minuten',
  sv: 'och i på med en ett till av tills msk tsk rör minuter',
  da: 'og i på med en et til af indtil spsk tsk rør minutter',
  nb: 'og i på med en et til av til ss ts rør minutter',
  pl: 'i w na z do oraz łyżka łyżki dodać aż minut',
  cs: 'a v na s do se lžíce přidáme až minut',
  fi: 'ja tai rkl tl dl sekoita lisää kunnes minuuttia',
};
const LANGUAGES_OF = new Map<string, string[]>();
for (const [language, words] of Object.entries(WORDS)) {
  for (const word of words.split(' ')) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
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
  const [best, second] = [...hits].toSorted(([, one], [, other]) => other - one);
  return best && best[1] >= MIN_HITS && best[1] > (second?.[1] ?? 0) ? best[0] : undefined;
}
