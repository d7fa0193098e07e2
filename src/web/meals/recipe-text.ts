/** The names of allergens and diets, and formatted figures and times. */
import { showNumber } from '#web/base/i18n/numbers.ts';
import type { Allergen, Diet } from '#domain/food/food.ts';
import type { RecipeView } from '#domain/recipe-view/recipe-view.ts';
import type { MessageId } from '#languages/message-ids.ts';
import type { Translate } from '#web/base/i18n/translation.ts';

export const ALLERGEN_NAMES: Record<Allergen, MessageId> = {
  gluten: 'recipes.allergen.gluten',
  crustaceans: 'recipes.allergen.crustaceans',
  eggs: 'recipes.allergen.eggs',
  fish: 'recipes.allergen.fish',
  peanuts: 'recipes.allergen.peanuts',
  soy: 'recipes.allergen.soy',
  milk: 'recipes.allergen.milk',
  nuts: 'recipes.allergen.nuts',
  celery: 'recipes.allergen.celery',
  mustard: 'recipes.allergen.mustard',
  sesame: 'recipes.allergen.sesame',
  sulphites: 'recipes.allergen.sulphites',
  lupin: 'recipes.allergen.lupin',
  molluscs: 'recipes.allergen.molluscs',
  wheat: 'recipes.allergen.wheat',
};

export const DIET_NAMES: Record<Diet, MessageId> = {
  vegetarian: 'recipes.diet.vegetarian',
  vegan: 'recipes.diet.vegan',
  pescatarian: 'recipes.diet.pescatarian',
  'no-pork': 'recipes.diet.no-pork',
  'no-alcohol': 'recipes.diet.no-alcohol',
  'gluten-free': 'recipes.diet.gluten-free',
  'dairy-free': 'recipes.diet.dairy-free',
  'halal-style': 'recipes.diet.halal-style',
  'kosher-style': 'recipes.diet.kosher-style',
};

/** Diets that another diet implies. */
const IMPLIED_DIETS: { readonly [diet in Diet]?: readonly Diet[] } = {
  vegan: ['vegetarian', 'pescatarian', 'no-pork', 'dairy-free'],
  vegetarian: ['pescatarian', 'no-pork'],
  pescatarian: ['no-pork'],
  'halal-style': ['no-pork', 'no-alcohol'],
  'kosher-style': ['no-pork'],
};

/** The diets without those that others imply. */
export function distinctDiets(diets: readonly Diet[]): Diet[] {
  const said = new Set(diets.flatMap((diet) => IMPLIED_DIETS[diet] ?? []));
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

/** `1,240`, or `2.5` if below 10. */
export function showFigure(figure: number, locale: string): string {
  return showNumber(figure, locale, { maximumFractionDigits: figure < 10 ? 1 : 0 });
}

/** `2 h 30 min` */
export function showTime(minutes: number, t: Translate): string {
  return t('recipes.time', { hours: Math.floor(minutes / 60), minutes: minutes % 60 }).trim();
}

/** One sentence for all lines whose amounts could not be scaled, or none. */
export function unscaledText(t: Translate, { ingredients, servings }: RecipeView): string[] {
  const lines = ingredients.filter(({ isUnscaled }) => isUnscaled).map(({ text }) => text);
  return lines.length === 0 ? [] : [t('recipes.unscaled', { servings, lines: lines.join('; ') })];
}
