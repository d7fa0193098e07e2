/**
 * A recipe while it is being written: everything is text, as in the fields. Decides what becomes a line
 * and a step; what is too much is the service's to say.
 */
import type { Slot } from '#domain/plan/plan.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';

export type Draft = {
  title: string;
  servings: string;
  activeMinutes: string;
  totalMinutes: string;
  meals: readonly Slot[];
  cuisine: string;
  keeps: boolean;
  /** One a line. */
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

export function draftOf(source: RecipeSource): Draft {
  const { protein: _unseen, ...shown } = source;
  return {
    ...shown,
    servings: `${source.servings}`,
    activeMinutes: `${source.activeMinutes}`,
    totalMinutes: `${source.totalMinutes}`,
    ingredients: source.ingredients.join('\n'),
    steps: source.steps.join('\n'),
  };
}

/** What is sent; `kept` is what no field shows. */
export function sourceOf(draft: Draft, kept: Pick<RecipeSource, 'protein'>): RecipeSource {
  return {
    ...draft,
    protein: kept.protein,
    meals: [...draft.meals],
    servings: Number(draft.servings),
    activeMinutes: Number(draft.activeMinutes),
    // Whoever gives only one number means both.
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
