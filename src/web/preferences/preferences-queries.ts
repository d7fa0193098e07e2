/** What the family has said and what foods are called, as the service has it: asked once, kept, looked at again. */
import { useQuery } from '@tanstack/react-query';
import type { FoodsResponse, NamedFood, PreferencesResponse, SavedPreferences } from '#http/app/contract.ts';
import { request } from '#web/api.ts';
import { queries } from '#web/session.ts';
import type { Language } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/translation.ts';

const KEY = ['wishes'];
const PATH = '/app/api/wishes';

export function usePreferences() {
  // Whoever opens a page with them wants them as they are: they are saved against what was seen.
  return useQuery({ queryKey: KEY, queryFn: loadPreferences, staleTime: 0 }, queries);
}

/** As they are now, not as they were seen last. */
export async function loadPreferences(): Promise<PreferencesResponse> {
  return request<PreferencesResponse>('GET', PATH);
}

/** Refused with 409 when somebody has said something else since that version. */
export async function savePreferences(changed: SavedPreferences): Promise<PreferencesResponse> {
  const response = await request<PreferencesResponse>('PUT', PATH, changed);
  queries.setQueryData(KEY, response);
  return response;
}

export type Foods = {
  /** What to show; the id where the catalogue has not come yet. */
  nameOf: (id: string) => string;
  /** By any of its names, whatever their case. */
  find: (text: string) => NamedFood | undefined;
  /** Names that begin so, or have a word that does, to be suggested. */
  suggest: (text: string) => string[];
};

export function useFoods(): Foods {
  const { language } = useTranslation();
  const { data } = useQuery(
    {
      queryKey: ['foods', language],
      queryFn: () => loadFoods(language),
      // It changes with the program only.
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

/** Ids are English words with hyphens between them. */
const NOT_LOADED: Foods = {
  nameOf: (id) => id.replaceAll('-', ' '),
  find: () => undefined,
  suggest: () => [],
};

function normalize(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase();
}
