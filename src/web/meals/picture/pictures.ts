/** The pictures of recipes for pages that know only their ids. Known ones are stored on the device, for offline use. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PicturesByRecipe } from '#domain/dish-picture/dish-picture.ts';
import { api } from '#web/base/api.ts';
import { getItem, setItem } from '#web/base/local-storage.ts';
import { onSignOut, queries } from '#web/data/session.ts';

const KEY = 'weekfare-pictures';
/** Stored on the device: the pictures of several weeks. */
const MAX_STORED = 150;
/** In one request. */
const MAX_RECIPES = 21;

onSignOut(async () => setItem(KEY, null));

/** Retains earlier results while others load. */
export function usePictures(ids: readonly (string | undefined)[]): PicturesByRecipe {
  const [known, setKnown] = useState<PicturesByRecipe>(readStored);
  const wanted = [...new Set(ids.filter((id) => id !== undefined))].toSorted().slice(0, MAX_RECIPES);
  const recipes = wanted.join(',');
  const { data } = useQuery(
    {
      queryKey: ['pictures', recipes],
      queryFn: () => api('GET /app/api/pictures', { query: { recipes } }),
      enabled: recipes !== '',
    },
    queries,
  );
  useEffect(() => {
    if (!data) return;
    setKnown((before) => ({ ...before, ...data.pictures }));
    // The newest last; the oldest are forgotten.
    const others = Object.entries(readStored()).filter(([id]) => !(id in data.pictures));
    const stored = [...others, ...Object.entries(data.pictures)].slice(-MAX_STORED);
    setItem(KEY, JSON.stringify(Object.fromEntries(stored)));
  }, [data]);
  return known;
}

function readStored(): PicturesByRecipe {
  try {
    return JSON.parse(getItem(KEY) ?? '{}') as PicturesByRecipe;
  } catch {
    return {};
  }
}
