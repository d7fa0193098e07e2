/** A variant of a dish of the cookbook in one sentence, for a copy: an own recipe has no variants. */
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { Language } from '#domain/language/language.ts';
import type { Variant } from './book-recipe.ts';
import { nameOfFood } from './line-status.ts';

const WORDS = {
  en: { variant: 'Variation', instead: 'Instead of', added: 'In addition' },
  de: { variant: 'Variante', instead: 'Statt', added: 'Außerdem' },
} as const;

export function variantNote(variant: Variant, language: Language, foods: FoodCatalogue): string {
  const { title, without, ingredients, step } = variant;
  const words = WORDS[language];
  const names = without.map((id) => nameOfFood(id, foods)[language]);
  const instead = names.length > 0 ? `${words.instead} ${names.join(', ')}` : words.added;
  const lines = ingredients.map(({ text }) => text).join(', ');
  return `${words.variant}: ${title}. ${instead}: ${lines}. ${step}`;
}
