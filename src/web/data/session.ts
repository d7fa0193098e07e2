/**
 * Who is signed in. The last known member is cached on the device, so that a page opens before the server
 * responds, and without it. When a session ends, the page stays, with everything typed: the session is
 * `expired` until the same person signs in again.
 */
import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api, rateLimitMs, notSignedIn, onProblem, ApiError } from '#web/base/api.ts';
import type { Language } from '#languages/language.ts';
import { setItem } from '#web/base/local-storage.ts';
import { cacheMe, cachedMe, type Me } from '#web/base/me.ts';
import { createStore, useStore } from '#web/base/store.ts';

export type { Me } from '#web/base/me.ts';

export type Session =
  | { state: 'loading' | 'signed-out' | 'unavailable' }
  /** `expired`: known, but the server requires the password again. */
  | { state: 'signed-in' | 'expired'; me: Me };

/** The kitchen display caches what it showed last under this key; signing out deletes it. */
export const DISPLAY_CACHE_KEY = 'weekfare-display';
/** What is ticked while cooking, and the timers: here, because signing out deletes them on every page. */
export const COOKING_KEY = 'weekfare-cooking';
export const TIMERS_KEY = 'weekfare-timers';

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A browser that reports no network may still reach a server in the same house.
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
    const { me } = await api('GET /app/api/session');
    if (!me) throw notSignedIn();
    cacheMe(me);
    return me;
  },
  initialData: cachedMe,
  initialDataUpdatedAt: 0,
  // One response is enough for all parts of a page; `completeSignIn` fetches again.
  retryOnMount: false,
});

/** Who is signed in; undefined if nobody is, or if it cannot be known. */
export function findMe(): Promise<Me | undefined> {
  return queries.ensureQueryData(meQuery).catch(() => undefined);
}

export function useSession(): Session {
  const { data, error } = useQuery(meQuery, queries);
  const expired = useStore(hasExpired, (expired) => expired);
  if (data) return { state: expired ? 'expired' : 'signed-in', me: data };
  if (!error) return { state: 'loading' };
  return { state: error instanceof ApiError && error.status === 401 ? 'signed-out' : 'unavailable' };
}

/** For pages that only members see. */
export function useMe(): Me {
  const { data } = useQuery(meQuery, queries);
  if (!data) throw new Error('This page is for members only.');
  return data;
}

/** Fetches who is signed in again, after a change of member or family. */
export function refreshMe(): Promise<void> {
  return queries.invalidateQueries({ queryKey: meQuery.queryKey });
}

/** Somebody has signed in on this device. If it is another member than before, the page is loaded again. */
export async function completeSignIn(
  member: string,
  to = location.pathname + location.search,
): Promise<void> {
  // The cached member, not the query: the page of an invitation does not fetch it.
  const before = cachedMe();
  if (before && before.member.id !== member) await clearDevice(to);
  hasExpired.set(false);
  await queries.fetchQuery({ ...meQuery, staleTime: 0 });
  void queries.invalidateQueries();
  for (const listener of signInListeners) listener();
}

export async function signOut(): Promise<void> {
  await api('POST /app/api/sign-out').catch((error: unknown) => {
    // The session has ended already.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  });
  await clearDevice();
}

let clearing: Promise<never> | undefined;

/** Deletes everything of the family from this device, and loads a new page: once, however often it is called. */
export function clearDevice(to = '/', isRemoved = false): Promise<never> {
  return (clearing ??= clearAndLeave(to, isRemoved));
}

async function clearAndLeave(to: string, isRemoved: boolean): Promise<never> {
  cacheMe(null);
  for (const key of [DISPLAY_CACHE_KEY, COOKING_KEY, TIMERS_KEY]) setItem(key, null);
  await Promise.all(Array.from(cleanups, (work) => work(isRemoved)));
  // `replace`: the back button must not lead to this page.
  location.replace(to);
  // This page unloads: callers must not continue.
  return new Promise(() => {});
}

/** For a removed member it deletes unsent changes too. */
type Cleanup = (isRemoved: boolean) => Promise<void>;
const cleanups = new Set<Cleanup>();
const signInListeners = new Set<() => void>();

/** Registers how to delete what a part of the app stores of the family on this device. */
export function onSignOut(work: Cleanup): void {
  cleanups.add(work);
}

/** Calls the listener when somebody has signed in. */
export function onSignIn(listener: () => void): () => void {
  signInListeners.add(listener);
  return () => signInListeners.delete(listener);
}

/** Whether somebody is signed in, as far as this device knows without a request. */
export function isSignedIn(): boolean {
  return cachedMe() !== undefined;
}

const hasExpired = createStore(false);
let isChecking = false;
onProblem(({ code }) => {
  if (code === 'member-removed') void clearDevice('/removed', true);
  if (code !== 'not-signed-in') return;
  hasExpired.set(true);
  void checkRemoved();
});

/** Most requests name no member, so their 401 does not show whether the member was removed. */
async function checkRemoved(): Promise<void> {
  const me = queries.getQueryData(meQuery.queryKey);
  if (!me || isChecking) return;
  isChecking = true;
  const leftovers = await import('./abandoned-outboxes.ts').catch(() => undefined);
  if (await leftovers?.isRemoved(me.member.id)) void clearDevice('/removed', true);
  isChecking = false;
}

/** Mails to the member have the language of the pages. If it fails, the next choice of a language repeats it. */
export async function saveLanguage(language: Language): Promise<void> {
  await api('PUT /app/api/me/language', { body: { language } }).catch(() => {});
  await refreshMe();
}
