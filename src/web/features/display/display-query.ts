/**
 * Loads the display's data after each change event and every few minutes. The last response is cached on the
 * device for offline use and deleted when the link has ended.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import { takeToken } from '#web/base/link-token.ts';
import { api, rateLimitMs, ApiError } from '#web/base/api.ts';
import { setItem, getItem } from '#web/base/local-storage.ts';
import { DISPLAY_CACHE_KEY } from '#web/data/session.ts';
import { currentLanguage } from '#web/base/i18n/language.ts';
import { addressOf } from '#web/base/address.ts';
import { listenForEvents } from '#web/data/events.ts';

type DisplayResponse = ResponseOf<'GET /app/api/display'>;

/** `ended`: the link no longer works. `no-link`: this device never had one. */
type LinkProblem = 'ended' | 'no-link';
export type DisplayStatus = LinkProblem | 'waiting' | 'no-answer';

/** `seenAtMs` is set if the data is from the cache. */
export type Display = { shown: DisplayResponse; seenAtMs: number | undefined };

/** Polling, in case a proxy holds back the events. */
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
    // Entering another link changes only the fragment and does not reload the page.
    addEventListener('hashchange', again);
    const events = isGone
      ? undefined
      : listenForEvents(addressOf('GET /app/api/display/events'), {
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
      await api('POST /app/api/display/open', { body: { token } });
      history.replaceState(null, '', location.pathname);
    }
    const shown = await api('GET /app/api/display', { query: { language: currentLanguage() } });
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
