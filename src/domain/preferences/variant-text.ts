/**
 * Who gets something else at a meal, in words: `With tofu for Mia`. The proposal, the week, the print sheet, displays and
 * calendars say the same, so that what was promised in a proposal can be read wherever the meal is.
 */
import type { Translate } from '#languages/message-ids.ts';
import { capitalize } from '#domain/text/capitalize.ts';
import { type Dish, dishesOf, type Meal } from '#domain/plan/plan.ts';
import type { NameStyle } from './preferences.ts';
import { nameInStyle } from './warnings.ts';

export type VariantNames = {
  /** The titles of variants in the reader's language, by the id of the recipe. */
  titles: { [recipeId: string]: string };
  /** The names of all eaters, by id; empty where the family does not show names. */
  eaters: { [eaterId: string]: string };
};

type Reader = { t: Translate; locale: string };

/** One sentence for each variant, and for each dish that is only for some. */
export function variantTexts(meal: Meal, names: VariantNames, reader: Reader): string[] {
  if (meal.kind === 'eating-out') return [];
  return dishesOf(meal).flatMap((dish, at) => textsOfDish(dish, at === 0, names, reader));
}

function textsOfDish(dish: Dish, isMain: boolean, names: VariantNames, reader: Reader): string[] {
  const { description, recipeId, variant, eaterIds } = dish;
  const title = variant && recipeId !== undefined ? find(names.titles, recipeId) : undefined;
  const ofVariant =
    variant && title !== undefined ? variantText(title, namesIn(names, variant.eaterIds), reader) : undefined;
  // Everyone knows the main dish; of another one, it is said.
  return [
    ofVariant && !isMain ? `${ofVariant} (${description})` : ofVariant,
    eaterIds && dishForText(dish, names, reader),
  ].filter((text) => text !== undefined);
}

/** Of a dish that is only for some: `Mia: pasta with butter`, also while the names are not known. */
export function dishForText(
  { description, eaterIds = [] }: Dish,
  names: VariantNames,
  { t, locale }: Reader,
): string {
  const known = namesIn(names, eaterIds);
  if (known.length === 0 || known.includes('')) return t('warnings.dish-for-some', { dish: description });
  return t('warnings.dish-for', { names: listOf(known, locale), dish: description });
}

/** `With tofu for Mia and Ben`; undefined if none of them is there any more. */
export function variantText(
  title: string,
  names: readonly string[],
  { t, locale }: Reader,
): string | undefined {
  if (names.length === 0) return undefined;
  const variant = capitalize(title, locale);
  if (names.includes('')) return t('warnings.variant-some', { variant });
  return t('warnings.variant', { variant, names: listOf(names, locale) });
}

function listOf(names: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(new Set(names));
}

function namesIn({ eaters }: VariantNames, ids: readonly string[]): string[] {
  return ids.flatMap((id) => find(eaters, id) ?? []);
}

export function styledVariantNames({ titles, eaters }: VariantNames, style: NameStyle): VariantNames {
  const styled = Object.entries(eaters).map(([id, name]) => [id, nameInStyle(name, style)]);
  return { titles, eaters: Object.fromEntries(styled) };
}

function find(texts: { [key: string]: string }, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
