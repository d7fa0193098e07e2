/**
 * Sends pending changes one after the other, from one tab at a time. Retries with exponential backoff, and
 * immediately when there is a new reason. Does not know what it sends.
 */
import type { Outcome } from './outcome.ts';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

export type Sent = { kind: Outcome<unknown>['kind']; afterSeconds?: number | undefined };

type Options = {
  /** Sends the next pending change and applies the response. Undefined if nothing is pending. */
  sendNext: () => Promise<Sent | undefined>;
  /** Runs the work in only one tab at a time. */
  withLock: (work: () => Promise<void>) => Promise<void>;
};

/** The delay after this many failures in a row; `random` spreads the devices that failed together. */
export function retryDelayMs(failures: number, random: number): number {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS);
  return delay * (0.75 + random / 2);
}

export function createSender({ sendNext, withLock }: Options) {
  let isStopped = false;
  let isSending = false;
  let isWanted = false;
  let failures = 0;
  /** From Retry-After: no request before this time. */
  let notBefore = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function drain(): Promise<void> {
    for (;;) {
      const sent = await sendNext();
      if (sent?.kind === 'retry') {
        failures += 1;
        const waitMs = (sent.afterSeconds ?? 0) * 1_000;
        notBefore = performance.now() + waitMs;
        return retryLater(waitMs || retryDelayMs(failures, Math.random()));
      }
      if (sent) failures = 0;
      if (!sent || sent.kind === 'signed-out' || isStopped) return;
    }
  }

  function retryLater(ms: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void retry(), ms);
  }

  async function retry(): Promise<void> {
    isWanted = true;
    if (isSending) return;
    const waitMs = notBefore - performance.now();
    if (waitMs > 0) return retryLater(waitMs);
    isSending = true;
    clearTimeout(timer);
    try {
      // A change may have been stored after the last read of this loop. If the server asked us to wait, the
      // timer is set and continues later.
      while (isWanted && performance.now() >= notBefore) {
        isWanted = false;
        await withLock(drain);
      }
    } finally {
      isSending = false;
    }
  }

  return {
    /** There is a new reason to send: a change, the network, the person. Earlier failures no longer count. */
    send: (): Promise<void> => {
      failures = 0;
      return retry();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
