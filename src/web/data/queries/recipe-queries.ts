/** The queries of the recipe pages, and their invalidation after a change. */
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { loadRecipe, type WantedRecipe } from '#web/data/stores/recipe-store.ts';
import { type Me, queries, useMe } from '#web/data/session.ts';
import { currentLanguage } from '#web/base/i18n/language.ts';
import type { Language } from '#languages/language.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { parseFilter, type RecipeFilter, searchQuery } from './recipe-filter.ts';

/** With its warnings for the family. */
export type WarnedRecipe = ResponseOf<'GET /app/api/recipes/:id'>['recipe'];

type Search = {
  filter: RecipeFilter;
  /** The recipes that the family wants soon. */
  wanted: readonly string[];
  /** The cursor. */
  after?: string | undefined;
};

/** One page of search results. */
export function useRecipeSearch(search: Search) {
  const { language } = useTranslation();
  return useQuery({
    ...recipeSearch(useMe(), language, search),
    // Show the earlier results while loading, so that the list does not flicker while typing.
    placeholderData: (before) => before,
  });
}

/** Fetches the first recipes before the page is rendered. */
export async function preloadRecipes(me: Me): Promise<void> {
  const filter = parseFilter(location.search);
  if (!filter.soon) await queries.prefetchQuery(recipeSearch(me, currentLanguage(), { filter, wanted: [] }));
}

function recipeSearch({ family }: Me, language: Language, { filter, wanted, after }: Search) {
  const query = { ...searchQuery(filter, family.hasEaterRules, wanted), language, after };
  return queryOptions({
    queryKey: ['recipes', query],
    queryFn: ({ signal }) => api('GET /app/api/recipes', { query, signal }),
  });
}

/** `variantServings`: how many of the servings are of the variant; absent where its lines are for all. */
export type WantedServings = { servings?: number | undefined; variantServings?: number | undefined };

export function recipeRequest(id: string, language: Language, wanted: WantedServings = {}): WantedRecipe {
  const { servings, variantServings } = wanted;
  return {
    params: { id },
    query: { language, servings: servings?.toString(), variantServings: variantServings?.toString() },
  };
}

export function useRecipe(id: string, wanted: WantedServings = {}) {
  const { language } = useTranslation();
  return useQuery({ ...recipeQuery(id, language, wanted), placeholderData: (before) => before });
}

/** Those that are loaded. */
export function useRecipes(ids: readonly string[]): WarnedRecipe[] {
  const { language } = useTranslation();
  const found = useQueries({ queries: ids.map((id) => recipeQuery(id, language)) });
  return found.flatMap(({ data }) => data ?? []);
}

function recipeQuery(id: string, language: Language, wanted: WantedServings = {}) {
  return queryOptions({
    queryKey: ['recipe', id, wanted.servings, wanted.variantServings, language],
    queryFn: () => loadRecipe(recipeRequest(id, language, wanted)),
  });
}

/** The recipe for this number of servings; if that cannot be loaded, as offline in the kitchen, for its own. */
export function useScaledRecipe(id: string, { servings, variantServings }: WantedServings) {
  const { data, error, refetch } = useRecipe(id, { servings, variantServings });
  const { data: plain } = useRecipe(id);
  const recipe = data ?? plain;
  const shownServings = recipe && (error ? recipe.shownServings : (servings ?? recipe.servings));
  return { recipe, shownServings, error, refetch };
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

async function load(id: string): Promise<WarnedRecipe> {
  return (await api('GET /app/api/recipes/:id', { params: { id } })).recipe;
}

export function refreshRecipes(): void {
  void queries.invalidateQueries({ queryKey: ['recipes'] });
  void queries.invalidateQueries({ queryKey: ['recipe'] });
}

/** All foods and food groups with their names. Undefined while they load. */
export function useFoodNames(): ResponseOf<'GET /app/api/foods'> | undefined {
  const { language } = useTranslation();
  const { data } = useQuery(
    {
      queryKey: ['foods', language],
      queryFn: () => api('GET /app/api/foods', { query: { language } }),
      // The names change only with a new version.
      staleTime: Infinity,
    },
    queries,
  );
  return data;
}
