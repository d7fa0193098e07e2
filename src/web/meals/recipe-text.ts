/** The names of allergens, diets, courses and slots, and formatted figures and times. */
import { showNumber } from '#web/base/i18n/numbers.ts';
import { type Diet, impliedDiets } from '#domain/food/food.ts';
import type { RecipeView } from '#domain/recipe-view/recipe-view.ts';
import type { Translate } from '#web/base/i18n/translation.ts';

/** The diets without those that others imply. */
export function distinctDiets(diets: readonly Diet[]): Diet[] {
  const said = new Set(diets.flatMap(impliedDiets));
  return diets.filter((diet) => !said.has(diet));
}

/** A name that begins with a capital, as the language writes it within a sentence. */
export function withinSentence(
  { t, locale }: { t: Translate; locale: string },
  name: string,
  kind: 'noun' | 'adjective' = 'noun',
): string {
  const small = name.charAt(0).toLocaleLowerCase(locale) + name.slice(1);
  return t('ui.within-sentence', { kind, capital: name, small });
}

/** The course, unless it is the usual one, and the slots that the recipe suits. */
export function namesOfUse(t: Translate, { course, meals }: Pick<RecipeView, 'course' | 'meals'>): string[] {
  return [
    ...(course === 'main' ? [] : [t(`recipes.course.${course}`)]),
    ...meals.map((slot) => t(`week.slot.${slot}`)),
  ];
}

/** `1,240`, or `2.5` if below 10. */
export function showFigure(figure: number, locale: string): string {
  return showNumber(figure, locale, { maximumFractionDigits: figure < 10 ? 1 : 0 });
}

/** `2 h 30 min` */
export function showTime(minutes: number, t: Translate): string {
  return t('recipes.time', { hours: Math.floor(minutes / 60), minutes: minutes % 60 }).trim();
}

/** `337 g beef (for 3 servings)`, where the others get the variant; the line is as the page to cook from shows it. */
export function cookedLine(t: Translate, { shown, forServings }: RecipeView['ingredients'][number]): string {
  return forServings === undefined ? shown : t('cook.line-for', { line: shown, servings: forServings });
}

/** One sentence for all lines whose amounts could not be scaled, or none. */
export function unscaledText(t: Translate, { ingredients, servings }: RecipeView): string[] {
  const lines = ingredients.filter(({ isUnscaled }) => isUnscaled).map(({ text }) => text);
  return lines.length === 0 ? [] : [t('recipes.unscaled', { servings, lines: lines.join('; ') })];
}
