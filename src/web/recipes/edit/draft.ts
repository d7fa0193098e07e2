/**
 * The draft of a recipe: the fields' texts, and their conversion from and to a recipe. The server validates.
 */
import type { Slot } from '#domain/plan/plan.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import type { Translate } from '#web/i18n/translation.ts';
import { cuisineOf, cuisineText } from '#web/recipes/cuisine-text.ts';

export type Draft = {
  title: string;
  servings: string;
  activeMinutes: string;
  totalMinutes: string;
  meals: readonly Slot[];
  cuisine: string;
  keeps: boolean;
  /** One per line. */
  ingredients: string;
  steps: string;
};

export const NEW_DRAFT: Draft = {
  title: '',
  servings: '4',
  activeMinutes: '',
  totalMinutes: '',
  meals: ['dinner'],
  cuisine: '',
  keeps: false,
  ingredients: '',
  steps: '',
};

export function draftOf(source: RecipeSource, t: Translate): Draft {
  const { protein: _unseen, ...shown } = source;
  return {
    ...shown,
    cuisine: cuisineText(t, source.cuisine),
    servings: `${source.servings}`,
    activeMinutes: `${source.activeMinutes}`,
    totalMinutes: `${source.totalMinutes}`,
    ingredients: source.ingredients.join('\n'),
    steps: source.steps.join('\n'),
  };
}

/** The request body. `hidden` has the values that no field shows. */
export function sourceOf(draft: Draft, hidden: Pick<RecipeSource, 'protein'>, t: Translate): RecipeSource {
  return {
    ...draft,
    protein: hidden.protein,
    cuisine: cuisineOf(t, draft.cuisine),
    meals: [...draft.meals],
    servings: Number(draft.servings),
    activeMinutes: Number(draft.activeMinutes),
    // An empty total means: the same as the active time.
    totalMinutes: Number(draft.totalMinutes.trim() || draft.activeMinutes),
    ingredients: linesOf(draft.ingredients),
    steps: linesOf(draft.steps),
  };
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
