/**
 * What the display shows. It asks at every word of a change, every few minutes without one, and keeps
 * the last answer on the device for times without network. A link that has ended takes all of it away.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DisplayResponse } from '#http/app/contract.ts';
import { request, rateLimitMs, ApiError } from '#web/api.ts';
import { setItem, getItem } from '#web/local-storage.ts';
import { DISPLAY_CACHE_KEY } from '#web/session.ts';
import { listenForEvents } from '#web/offline/events.ts';

/** `ended`: there was a link, and it works no more. `no-link`: there never was one here. */
type LinkProblem = 'ended' | 'no-link';
export type DisplayStatus = LinkProblem | 'waiting' | 'no-answer';

/** `seenAtMs` only when this is not how it is now, but how it was then. */
export type Display = { shown: DisplayResponse; seenAtMs: number | undefined };

/** The events may be held up on the way without anyone noticing. */
const REFETCH_INTERVAL_MS = 300_000;

export function useDisplay(): Display | DisplayStatus {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['display'],
    queryFn: fetchDisplay,
    initialData: () => readCache()?.shown,
    initialDataUpdatedAt: () => readCache()?.atMs,
    staleTime: 0,
    retry: (_failures, error) => rateLimitMs(error) !== undefined,
    retryDelay: (_failures, error) => rateLimitMs(error) ?? 0,
    refetchInterval: REFETCH_INTERVAL_MS,
    refetchIntervalInBackground: true,
  });
  const isGone = typeof data === 'string';
  useEffect(() => {
    const again = () => void refetch();
    // Another link, typed over this one, does not load the page anew.
    addEventListener('hashchange', again);
    const events = isGone
      ? undefined
      : listenForEvents('/app/api/display/events', {
          onChanged: again,
          onReconnect: again,
          onDisconnect: again,
        });
    return () => {
      removeEventListener('hashchange', again);
      events?.stop();
    };
  }, [isGone, refetch]);
  if (!data) return error ? 'no-answer' : 'waiting';
  if (typeof data === 'string') return data;
  return { shown: data, seenAtMs: error ? dataUpdatedAt : undefined };
}

async function fetchDisplay(): Promise<DisplayResponse | LinkProblem> {
  const token = takeToken();
  try {
    if (token) {
      await request('POST', '/app/api/display/open', { token });
      history.replaceState(null, '', location.pathname);
    }
    const shown = await request<DisplayResponse>('GET', '/app/api/display');
    setItem(DISPLAY_CACHE_KEY, JSON.stringify({ shown, atMs: Date.now() }));
    return shown;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'display-ended')) throw error;
    if (!token && getItem(DISPLAY_CACHE_KEY) === null) return 'no-link';
    setItem(DISPLAY_CACHE_KEY, ENDED);
    return 'ended';
  }
}

const ENDED = 'ended';

function readCache(): { shown: DisplayResponse; atMs: number } | undefined {
  const text = getItem(DISPLAY_CACHE_KEY);
  try {
    return text === null || text === ENDED || location.hash ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The token stands behind the `#`, which browsers tell nobody, and leaves the address at once. Until it
 * has opened the display it is kept with the entry of the history, so that loading anew does not lose it.
 */
function takeToken(): string | undefined {
  const token = location.hash.slice(1);
  if (token) history.replaceState({ token }, '', location.pathname);
  return (history.state as { token?: string } | null)?.token;
}
