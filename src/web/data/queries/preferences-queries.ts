/** Loads and saves the preferences, and loads the names of foods and food groups. */
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#http/app-api.ts';
import type { SavedPreferences } from '#http/endpoints/plan/preferences.ts';
import { api } from '#web/base/api.ts';
import { queries } from '#web/data/session.ts';
import { currentLanguage } from '#web/base/i18n/language.ts';
import { useFoodNames } from './recipe-queries.ts';
import { type Foods, foodsOf, FOODS_NOT_LOADED } from './foods.ts';

type FoodsResponse = ResponseOf<'GET /app/api/foods'>;
type PreferencesResponse = ResponseOf<'GET /app/api/preferences'>;

const KEY = ['preferences'];
/** Queries whose responses depend on the eaters. */
const WARNED = ['me', 'recipes', 'recipe', 'suggestions', 'warnings'];

/** `select` picks what the component shows. */
export function usePreferences<Shown = PreferencesResponse>(
  select?: (response: PreferencesResponse) => Shown,
) {
  // Always refetch: a save is based on the version that was loaded.
  return useQuery(
    { queryKey: KEY, queryFn: loadPreferences, staleTime: 0, ...(select && { select }) },
    queries,
  );
}

/** Bypasses the cache. */
export async function loadPreferences(): Promise<PreferencesResponse> {
  return api('GET /app/api/preferences');
}

/** Fails with 409 if the version is no longer the current one. */
export async function savePreferences(changed: SavedPreferences): Promise<PreferencesResponse> {
  // Automatic planning names dishes in the language of the member who saved last.
  const query = { language: currentLanguage() };
  const response = await api('PUT /app/api/preferences', { query, body: changed });
  queries.setQueryData(KEY, response);
  for (const part of WARNED) void queries.invalidateQueries({ queryKey: [part] });
  return response;
}

export function useFoods(): Foods {
  const response = useFoodNames();
  return response ? indexOf(response) : FOODS_NOT_LOADED;
}

/** One index for all components: making it takes longer than a render. */
const indexes = new WeakMap<FoodsResponse, Foods>();

function indexOf(response: FoodsResponse): Foods {
  const foods = indexes.get(response) ?? foodsOf(response);
  indexes.set(response, foods);
  return foods;
}
