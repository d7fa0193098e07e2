/**
 * Who is signed in. What was known last is kept on the device, so that a page opens before the
 * service answers, and without it. A session that ended while someone was here does not take the page
 * away: it is `expired` until the same person signs in again, and everything typed is still there.
 */
import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { MeResponse } from '#http/app/contract.ts';
import { request, rateLimitMs, onNotSignedIn, ApiError } from '#web/api.ts';
import { setItem } from '#web/local-storage.ts';
import { cacheMe, cachedMe, type Me } from '#web/me.ts';

export type { Me } from '#web/me.ts';

export type Session =
  | { state: 'loading' | 'signed-out' | 'unavailable' }
  /** `expired`: known, but the service wants the password again. */
  | { state: 'signed-in' | 'expired'; me: Me };

/** Under this name the kitchen display keeps what it showed last; it goes with the rest. */
export const DISPLAY_CACHE_KEY = 'weekfare-display';

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A browser that thinks it is offline may still reach a box in the same house.
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && [0, 429, 503].includes(error.status),
      retryDelay: (failures, error) => rateLimitMs(error) ?? 1_000 * 2 ** failures,
    },
    mutations: { networkMode: 'always' },
  },
});

const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => {
    const me = await request<MeResponse>('GET', '/app/api/me');
    cacheMe(me);
    return me;
  },
  initialData: cachedMe,
  initialDataUpdatedAt: 0,
  // That nobody is here was said once for all parts of a page; who signs in is asked for by `enter`.
  retryOnMount: false,
});

/** Who is here, as soon as that is known; nobody, if it cannot be known. */
export function findMe(): Promise<Me | undefined> {
  return queries.ensureQueryData(meQuery).catch(() => undefined);
}

export function useSession(): Session {
  const { data, error } = useQuery(meQuery, queries);
  const ended = useSyncExternalStore(listen, () => hasExpired);
  if (data) return { state: ended ? 'expired' : 'signed-in', me: data };
  if (!error) return { state: 'loading' };
  return { state: error instanceof ApiError && error.status === 401 ? 'signed-out' : 'unavailable' };
}

/** For pages that are shown only to somebody. */
export function useMe(): Me {
  const { data } = useQuery(meQuery, queries);
  if (!data) throw new Error('This page is for members only.');
  return data;
}

/** The service was changed, or said something else about us: look again. */
export function refreshMe(): Promise<void> {
  return queries.invalidateQueries({ queryKey: meQuery.queryKey });
}

/** Somebody has just shown a password on this device; someone else than before gets a page of their own. */
export async function completeSignIn(
  member: string,
  to = location.pathname + location.search,
): Promise<void> {
  // What is kept, not what was asked for: the page of an invitation asks for nobody.
  const before = cachedMe();
  if (before && before.member.id !== member) await clearDevice(to);
  setExpired(false);
  await queries.fetchQuery({ ...meQuery, staleTime: 0 });
  void queries.invalidateQueries();
  for (const listener of signInListeners) listener();
}

export async function signOut(): Promise<void> {
  await request('POST', '/app/api/sign-out').catch((error: unknown) => {
    // Signed out already is what was wanted.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  });
  await clearDevice();
}

/** Leaves nothing of the family on this device, and starts afresh. */
export async function clearDevice(to = '/', isRemoved = false): Promise<never> {
  cacheMe(null);
  setItem(DISPLAY_CACHE_KEY, null);
  await Promise.all(Array.from(cleanups, (work) => work(isRemoved)));
  // In place of this page: the way back must not lead to it.
  location.replace(to);
  // This page is going away; whoever waits must not go on with it.
  return new Promise(() => {});
}

/** Of a removed member nothing may stay, not even what waits to be sent. */
type Cleanup = (isRemoved: boolean) => Promise<void>;
const cleanups = new Set<Cleanup>();
const signInListeners = new Set<() => void>();

/** Whoever keeps something of the family on this device says here how to delete it. */
export function onSignOut(work: Cleanup): void {
  cleanups.add(work);
}

/** Called when someone has signed in, for what had to wait for that. */
export function onSignIn(listener: () => void): () => void {
  signInListeners.add(listener);
  return () => signInListeners.delete(listener);
}

/** Whether somebody is signed in here, as far as this device knows without asking. */
export function isSignedIn(): boolean {
  return cachedMe() !== undefined;
}

let hasExpired = false;
const listeners = new Set<() => void>();
let isChecking = false;
onNotSignedIn((code) => {
  if (code === 'member-removed') {
    void clearDevice('/removed', true);
    return;
  }
  setExpired(true);
  void checkRemoved();
});

/** Most requests do not say who asks, and so are not told that it is a removed member. */
async function checkRemoved(): Promise<void> {
  const me = queries.getQueryData(meQuery.queryKey);
  if (!me || isChecking) return;
  isChecking = true;
  const leftovers = await import('./offline/leftovers.ts').catch(() => undefined);
  if (await leftovers?.isRemoved(me.member.id)) void clearDevice('/removed', true);
  isChecking = false;
}

function setExpired(ended: boolean): void {
  hasExpired = ended;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
