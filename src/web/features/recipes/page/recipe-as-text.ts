/** A recipe as plain text, to send it to somebody or to paste it into a note. */
import { groupLines } from '#domain/recipe/headings.ts';
import type { RecipeView } from '#domain/recipe/recipe-view.ts';
import type { Translation } from '#web/base/i18n/translation.ts';
import { showTime, unscaledText } from '#web/meals/recipe-text.ts';

/** For the servings that the page shows. */
export function recipeText({ t }: Translation, recipe: RecipeView): string {
  const { title, shownServings, totalMinutes, ingredients, steps, source } = recipe;
  const about = source?.about;
  const facts = [
    t('recipes.servings-count', { servings: shownServings }),
    totalMinutes > 0 ? showTime(totalMinutes, t) : '',
  ].filter((fact) => fact !== '');
  const lines = groupLines(ingredients.map(({ shown }) => shown)).map(group((line) => `- ${line}`));
  let number = 0;
  const method = groupLines(steps).map(group((line) => `${(number += 1)}. ${line}`));
  const parts = [
    [title, facts.join(' · ')],
    ...(lines.length > 0 ? [[t('recipes.ingredients'), ...lines.flat(), ...unscaledText(t, recipe)]] : []),
    ...(method.length > 0 ? [[t('recipes.steps'), ...method.flat()]] : []),
    ...(about?.notes ? [about.notes] : []),
    ...(about?.source ? [[about.source]] : []),
  ];
  return parts
    .map((part) => part.join('\n'))
    .join('\n\n')
    .replaceAll('\u{A0}', ' ');
}

function group(text: (line: string) => string) {
  return ({ heading, lines }: { heading?: string; lines: readonly string[] }): string[] => [
    ...(heading === undefined ? [] : [`${heading}:`]),
    ...lines.map(text),
  ];
}
