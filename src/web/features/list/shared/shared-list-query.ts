/**
 * Loads the list that a link leads to, after each change that the server reports and every few minutes. The token
 * stays in the fragment of the address, which browsers do not send to servers, so that people can save the page.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import type { Language } from '#languages/language.ts';
import { ApiError, rateLimitMs, api } from '#web/base/api.ts';
import { addressOf } from '#web/base/address.ts';
import { retryDelayMs } from '#web/data/outbox/sender.ts';

type SharedListResponse = ResponseOf<'POST /app/api/shared-list'>;

/** `ended`: the link no longer works. */
type SharedListStatus = 'waiting' | 'no-answer' | 'ended';
/** `seenAtMs` is set if the list could not be fetched again since. */
type SharedList = { shown: SharedListResponse; seenAtMs: number | undefined };

/** Polling, in case a proxy holds back the events. */
const REFETCH_INTERVAL_MS = 60_000;

export function useSharedList(language: Language): SharedList | SharedListStatus {
  const token = useSyncExternalStore(onHashChange, () => location.hash.slice(1));
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['shared-list', token, language],
    queryFn: () => fetchList(token, language),
    staleTime: 0,
    retry: (_failures, error) => rateLimitMs(error) !== undefined,
    retryDelay: (_failures, error) => rateLimitMs(error) ?? 0,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  // The stream continues after the version of the last response, so it starts after the first one.
  const isFollowing = data === undefined ? error !== null : data !== 'ended';
  const findVersion = useEffectEvent(() => (typeof data === 'object' ? data.version : 0));
  useEffect(() => {
    if (!isFollowing) return undefined;
    return followChanges(addressOf('POST /app/api/shared-list/events'), {
      body: { token },
      lastEventId: () => String(findVersion()),
      onChange: () => void refetch(),
    });
  }, [isFollowing, token, refetch]);
  if (data === undefined) return error ? 'no-answer' : 'waiting';
  return data === 'ended' ? data : { shown: data, seenAtMs: error ? dataUpdatedAt : undefined };
}

async function fetchList(token: string, language: Language): Promise<SharedListResponse | 'ended'> {
  try {
    return await api('POST /app/api/shared-list', { body: { token, language } });
  } catch (error) {
    const isRefused = error instanceof ApiError && ['list-link-ended', 'invalid-input'].includes(error.code);
    if (isRefused) return 'ended';
    throw error;
  }
}

function onHashChange(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/**
 * Reads a stream of server-sent events that needs a request body, which an EventSource cannot send: a token must not
 * be in a path. A hidden page holds no connection.
 */
type Options = {
  body: object;
  /** The last change that the page shows. */
  lastEventId: () => string;
  /** Called for each event, and whenever something may have been missed. */
  onChange: () => void;
};

/** Returns how to stop. */
function followChanges(path: string, { body, lastEventId, onChange }: Options): () => void {
  let connection: AbortController | undefined;

  function follow(): void {
    connection?.abort();
    connection = undefined;
    if (document.hidden) return;
    connection = new AbortController();
    void readUntilAborted(connection.signal);
  }

  async function readUntilAborted(signal: AbortSignal): Promise<void> {
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        const headers = { 'Content-Type': 'application/json', 'Last-Event-ID': lastEventId() };
        const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal });
        if (response.ok && response.body) {
          failures = 0;
          const text = response.body.pipeThrough(new TextDecoderStream());
          for await (const part of chunksOf(text)) if (part.includes('event: changed')) onChange();
        }
      } catch {
        // Aborted, or no connection.
      }
      if (signal.aborted) return;
      // A stream ends when the link is revoked: the next request shows it.
      onChange();
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs(failures + 1, Math.random())));
    }
  }

  const onVisible = () => {
    if (!document.hidden) onChange();
    follow();
  };
  document.addEventListener('visibilitychange', onVisible);
  addEventListener('online', onVisible);
  follow();
  return () => {
    connection?.abort();
    document.removeEventListener('visibilitychange', onVisible);
    removeEventListener('online', onVisible);
  };
}

/** Not every browser can iterate over a stream. */
async function* chunksOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}
