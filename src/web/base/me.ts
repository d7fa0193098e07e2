/** Who is signed in. This device caches it, so that a page can open before the server responds. */
import type { ResponseOf } from '#http/app-api.ts';
import { setItem, getItem } from './local-storage.ts';

export type Me = ResponseOf<'GET /app/api/me'>;

const CACHE_KEY = 'weekfare-me';

export function cacheMe(me: Me | null): void {
  setItem(CACHE_KEY, me && JSON.stringify(me));
}

export function cachedMe(): Me | undefined {
  try {
    return (JSON.parse(getItem(CACHE_KEY) ?? 'null') as Me | null) ?? undefined;
  } catch {
    return undefined;
  }
}
