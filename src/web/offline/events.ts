/**
 * Hears of changes made elsewhere: the service's events while the page is visible, a question every so
 * often while they do not come. Hidden pages hold no connection, of which a browser has only six for
 * one origin. Decides when to ask; knows nothing of what.
 */
import { retryDelayMs } from './sender.ts';

const POLL_MS = 30_000;
/** Events that end sooner were not worth opening: the next try waits longer. */
const STABLE_MS = 10_000;

type Listeners = {
  /** Something has changed. */
  onChanged: () => void;
  /** Something may have changed, and what failed is worth another try. */
  onReconnect: () => void;
  /** The events broke off or were refused; asking will tell why. */
  onDisconnect?: () => void;
};

export function listenForEvents(path: string, { onChanged, onReconnect, onDisconnect }: Listeners) {
  let source: EventSource | undefined;
  let failures = 0;
  let openedAt = Number.NaN;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = setInterval(() => {
    const isHeard = source?.readyState === EventSource.OPEN;
    if (!document.hidden && !isHeard) onReconnect();
  }, POLL_MS);
  const stopping = new AbortController();
  const { signal } = stopping;

  function open(): void {
    close();
    source = new EventSource(path);
    source.addEventListener('changed', onChanged);
    source.addEventListener('open', () => {
      openedAt = performance.now();
      // The service is there again.
      onReconnect();
    });
    // The browser would try again as well, but always after the same pause, and not after a refusal.
    source.addEventListener('error', disconnect);
  }

  function disconnect(): void {
    close();
    // Not a number while nothing is open, which is never longer.
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

  function comeBack(): void {
    if (document.hidden) return close();
    onReconnect();
    if (source?.readyState !== EventSource.OPEN) open();
  }

  // Without network a connection can stay open, and silent, for minutes.
  addEventListener('offline', () => !document.hidden && disconnect(), { signal });
  addEventListener('online', comeBack, { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && comeBack(), { signal });
  document.addEventListener('visibilitychange', comeBack, { signal });
  if (!document.hidden) open();

  return {
    comeBack,
    stop() {
      stopping.abort();
      clearInterval(poll);
      close();
    },
  };
}
