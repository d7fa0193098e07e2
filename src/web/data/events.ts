/**
 * Listens to the server's events while the page is visible, and polls while they do not come. A hidden page
 * holds no connection: a browser has only six for one origin. Decides when to fetch, not what.
 */
import { retryDelayMs } from '#web/data/outbox/sender.ts';

const POLL_MS = 30_000;
/** A connection that ends sooner counts as failed: the delay before the next one grows. */
const STABLE_MS = 10_000;

type Listeners = {
  /** The server reports a change, with its number. */
  onChanged: (changeId: number) => void;
  /** Something may have changed, and what has failed is worth a retry. */
  onReconnect: () => void;
  /** The connection broke or was refused; the next request shows why. */
  onDisconnect?: () => void;
};

export function listenForEvents(path: string, { onChanged, onReconnect, onDisconnect }: Listeners) {
  let source: EventSource | undefined;
  let failures = 0;
  let openedAt = Number.NaN;
  let isFirst = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOpen = () => source?.readyState === EventSource.OPEN;
  const poll = setInterval(() => {
    if (!document.hidden && !isOpen()) onReconnect();
  }, POLL_MS);

  function open(): void {
    close();
    source = new EventSource(path);
    source.addEventListener('changed', ({ lastEventId }) => onChanged(Number(lastEventId)));
    source.addEventListener('open', () => {
      openedAt = performance.now();
      // A page fetches what it shows when it is opened, and the server reports the last change on each connection.
      if (!isFirst || failures > 0) onReconnect();
      isFirst = false;
    });
    // The browser reconnects too, but always after the same delay, and not after a refusal.
    source.addEventListener('error', disconnect);
  }

  function disconnect(): void {
    close();
    // NaN while no connection is open: the comparison is false.
    failures = performance.now() - openedAt > STABLE_MS ? 1 : failures + 1;
    openedAt = Number.NaN;
    onDisconnect?.();
    timer = setTimeout(open, retryDelayMs(failures, Math.random()));
  }

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  function reconnect(): void {
    if (document.hidden) return close();
    onReconnect();
    if (!isOpen()) open();
  }

  const stopWatching = watchConnectivity(reconnect, disconnect);
  if (!document.hidden) open();

  return {
    reconnect,
    stop() {
      stopWatching();
      clearInterval(poll);
      close();
    },
  };
}

function watchConnectivity(reconnect: () => void, disconnect: () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Without network a connection can stay open for minutes without an error.
  addEventListener('offline', () => !document.hidden && disconnect(), { signal });
  addEventListener('online', reconnect, { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && reconnect(), { signal });
  document.addEventListener('visibilitychange', reconnect, { signal });
  return () => stopping.abort();
}
