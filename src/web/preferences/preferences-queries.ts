/** Loads and saves the preferences, and loads the names of foods. */
import { useQuery } from '@tanstack/react-query';
import type { FoodsResponse, NamedFood, PreferencesResponse, SavedPreferences } from '#http/app/contract.ts';
import { request } from '#web/api.ts';
import { queries } from '#web/session.ts';
import type { Language } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/translation.ts';

const KEY = ['wishes'];
const PATH = '/app/api/wishes';

export function usePreferences() {
  // Always refetch: a save is based on the version that was loaded.
  return useQuery({ queryKey: KEY, queryFn: loadPreferences, staleTime: 0 }, queries);
}

/** Bypasses the cache. */
export async function loadPreferences(): Promise<PreferencesResponse> {
  return request<PreferencesResponse>('GET', PATH);
}

/** Fails with 409 if the version is no longer the current one. */
export async function savePreferences(changed: SavedPreferences): Promise<PreferencesResponse> {
  const response = await request<PreferencesResponse>('PUT', PATH, changed);
  queries.setQueryData(KEY, response);
  return response;
}

export type Foods = {
  /** The name in the reader's language, or the id while the names load. */
  nameOf: (id: string) => string;
  /** Finds a food by any of its names, ignoring case. */
  find: (text: string) => NamedFood | undefined;
  /** Names in which a word starts with the text. */
  suggest: (text: string) => string[];
};

export function useFoods(): Foods {
  const { language } = useTranslation();
  const { data } = useQuery(
    {
      queryKey: ['foods', language],
      queryFn: () => loadFoods(language),
      // The names change only with a new version.
      staleTime: Infinity,
    },
    queries,
  );
  return data ?? NOT_LOADED;
}

async function loadFoods(language: Language): Promise<Foods> {
  const { foods } = await request<FoodsResponse>('GET', `/app/api/foods?language=${language}`);
  const byId = new Map(foods.map((food) => [food.id, food]));
  const byName = new Map(foods.flatMap((food) => food.names.map((name) => [normalize(name), food])));
  return {
    nameOf: (id) => byId.get(id)?.names[0] ?? NOT_LOADED.nameOf(id),
    find: (text) => byName.get(normalize(text)),
    suggest: (text) => (text.trim() ? namesStartingWith(foods, ` ${normalize(text)}`) : []),
  };
}

const MAX_SUGGESTIONS = 12;

function namesStartingWith(foods: readonly NamedFood[], beginning: string): string[] {
  const found = foods.filter(({ names }) => names.some((name) => ` ${normalize(name)}`.includes(beginning)));
  return found.flatMap(({ names }) => names[0] ?? []).slice(0, MAX_SUGGESTIONS);
}

/** Ids are English words joined by hyphens. */
const NOT_LOADED: Foods = {
  nameOf: (id) => id.replaceAll('-', ' '),
  find: () => undefined,
  suggest: () => [],
};

function normalize(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase();
}
