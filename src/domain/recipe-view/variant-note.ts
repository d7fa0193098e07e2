/** A variant of a dish of the cookbook in one sentence, for a copy: an own recipe has no variants. */
import { type FoodCatalogue, nameOfFood } from '#domain/food/food-catalogue.ts';
import type { Language } from '#languages/language.ts';
import { translation } from '#languages/translate.ts';
import type { Variant } from '#domain/recipe/book-recipe.ts';

export function variantNote(variant: Variant, language: Language, foods: FoodCatalogue): string {
  const { title, without, ingredients, step } = variant;
  const t = translation(language);
  const lines = ingredients.map(({ text }) => text).join(', ');
  const foodNames = without.map((id) => nameOfFood(id, foods)[language]).join(', ');
  return foodNames === ''
    ? t('lines.variant-added', { title, lines, step })
    : t('lines.variant-instead', { title, foods: foodNames, lines, step });
}
