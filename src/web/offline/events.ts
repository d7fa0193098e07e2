/**
 * Hears of changes made elsewhere: the service's events while the page is visible, a question every so
 * often while they do not come. Hidden pages hold no connection, of which a browser has only six for
 * one origin. Decides when to ask; knows nothing of what.
 */
import { pauseMs } from './sender.ts';

const POLL_MS = 30_000;
/** Events that end sooner were not worth opening: the next try waits longer. */
const STEADY_MS = 10_000;

type Ears = {
  /** Something has changed. */
  onNews: () => void;
  /** Something may have changed, and what failed is worth another try. */
  onReturn: () => void;
  /** The events broke off or were refused; asking will tell why. */
  onLost?: () => void;
};

export function listenForNews(path: string, { onNews, onReturn, onLost }: Ears) {
  let source: EventSource | undefined;
  let failures = 0;
  let openedAt = Number.NaN;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = setInterval(() => {
    const isHeard = source?.readyState === EventSource.OPEN;
    if (!document.hidden && !isHeard) onReturn();
  }, POLL_MS);
  const stopping = new AbortController();
  const { signal } = stopping;

  function open(): void {
    close();
    source = new EventSource(path);
    source.addEventListener('changed', onNews);
    source.addEventListener('open', () => {
      openedAt = performance.now();
      // The service is there again.
      onReturn();
    });
    // The browser would try again as well, but always after the same pause, and not after a refusal.
    source.addEventListener('error', lose);
  }

  function lose(): void {
    close();
    // Not a number while nothing is open, which is never longer.
    failures = performance.now() - openedAt > STEADY_MS ? 1 : failures + 1;
    openedAt = Number.NaN;
    onLost?.();
    timer = setTimeout(open, pauseMs(failures, Math.random()));
  }

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  function comeBack(): void {
    if (document.hidden) return close();
    onReturn();
    if (source?.readyState !== EventSource.OPEN) open();
  }

  // Without network a connection can stay open, and silent, for minutes.
  addEventListener('offline', () => !document.hidden && lose(), { signal });
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
