/** What the recipe pages ask the service for, and what is old once one was written. */
import { useQuery } from '@tanstack/react-query';
import type { RecipeView } from '#domain/recipe/recipe-view.ts';
import type { RecipeResponse, RecipesResponse } from '#http/app/contract.ts';
import { request } from '#web/api.ts';
import { queries } from '#web/session.ts';
import { type RecipeFilter, filterQuery } from './recipe-filter.ts';

/** One page of what was found; `after` is the end of the one before. */
export function useRecipeSearch(filter: RecipeFilter, after: string | undefined) {
  const query = filterQuery(filter) + (after ? `&after=${after}` : '');
  return useQuery({
    queryKey: ['recipes', query],
    queryFn: ({ signal }) =>
      request<RecipesResponse>('GET', `/app/api/recipes?${query}`, undefined, { signal }),
    // What was found before stays until there is something else: a list must not flicker while one types.
    placeholderData: (before) => before,
  });
}

export function useRecipe(id: string, servings?: number) {
  const query = servings ? `?servings=${servings}` : '';
  return useQuery({
    queryKey: ['recipe', id, servings],
    queryFn: () => load(id + query),
    placeholderData: (before) => before,
  });
}

/** As it is now, not as it was seen last: whoever changes an old one has a conflict with themselves. */
export function useRecipeToEdit(id: string) {
  return useQuery({
    queryKey: ['recipe', id, 'to edit'],
    queryFn: () => load(id),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

async function load(which: string): Promise<RecipeView> {
  return (await request<RecipeResponse>('GET', `/app/api/recipes/${which}`)).recipe;
}

export function refreshRecipes(): void {
  void queries.invalidateQueries({ queryKey: ['recipes'] });
  void queries.invalidateQueries({ queryKey: ['recipe'] });
}
