/** The queries of the recipe pages, and their invalidation after a change. */
import { useQuery } from '@tanstack/react-query';
import type { RecipeResponse, RecipesResponse } from '#http/app/contract.ts';
import { request } from '#web/api.ts';
import { queries, useMe } from '#web/session.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { type RecipeFilter, searchQuery } from './search/recipe-filter.ts';

/** With its warnings for the family. */
export type WarnedRecipe = RecipeResponse['recipe'];

/** One page of search results; `after` is the cursor. */
export function useRecipeSearch(filter: RecipeFilter, after: string | undefined) {
  const { hasEaterRules } = useMe().family;
  const { language } = useTranslation();
  const page = `language=${language}${after ? `&after=${after}` : ''}`;
  const query = `${searchQuery(filter, hasEaterRules)}&${page}`;
  return useQuery({
    queryKey: ['recipes', query],
    queryFn: ({ signal }) =>
      request<RecipesResponse>('GET', `/app/api/recipes?${query}`, undefined, { signal }),
    // Show the earlier results while loading, so that the list does not flicker while typing.
    placeholderData: (before) => before,
  });
}

export function useRecipe(id: string, servings?: number) {
  const { language } = useTranslation();
  const query = `?language=${language}${servings ? `&servings=${servings}` : ''}`;
  return useQuery({
    queryKey: ['recipe', id, servings, language],
    queryFn: () => load(id + query),
    placeholderData: (before) => before,
  });
}

/** Not from the cache: editing an old version would cause a conflict. */
export function useRecipeToEdit(id: string) {
  return useQuery({
    queryKey: ['recipe', id, 'to edit'],
    queryFn: () => load(id),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

async function load(which: string): Promise<WarnedRecipe> {
  return (await request<RecipeResponse>('GET', `/app/api/recipes/${which}`)).recipe;
}

export function refreshRecipes(): void {
  void queries.invalidateQueries({ queryKey: ['recipes'] });
  void queries.invalidateQueries({ queryKey: ['recipe'] });
}
