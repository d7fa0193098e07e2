/** Who is signed in, as the service says it and as this device keeps it: known before the service answers. */
import type { MeResponse } from '#http/app/contract.ts';
import { setItem, getItem } from './local-storage.ts';

export type Me = MeResponse;

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
