/** The colour of a recipe: the colour of its first meal. */
import type { Recipe } from '#domain/recipe/recipe.ts';
import './meal-tones.css';
import './tone.css';

export function toneOf({ meals: [first] }: Pick<Recipe, 'meals'>): string {
  return first ? `recipes-tone week-${first}` : 'recipes-tone';
}
