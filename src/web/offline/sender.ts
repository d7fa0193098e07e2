/**
 * Sends what waits, one after the other and from one tab at a time. Decides when to retry: soon at first,
 * then less and less often, and at once when there is a new reason. Does not know what it sends.
 */
import type { Outcome } from './outcome.ts';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

export type Sent = { kind: Outcome<unknown>['kind']; afterSeconds?: number | undefined };

type Options = {
  /** Sends the next that waits, and applies the response; undefined if nothing waits. */
  sendNext: () => Promise<Sent | undefined>;
  /** Runs this while no other tab does. */
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
  /** The server asked not to be called before. */
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

  /** There is a new reason to send: a change, the network, the person. Earlier failures no longer count. */
  function send(): Promise<void> {
    failures = 0;
    return retry();
  }

  return {
    send,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
