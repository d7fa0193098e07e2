/**
 * Sends what waits, one after the other and from one tab at a time. Decides when to try again: soon at
 * first, then less and less often, and at once when something speaks for it. Knows nothing of what.
 */
import type { Outcome } from './outcome.ts';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

type Parts = {
  /** Sends the next that waits, and takes over the answer; undefined if nothing waits. */
  sendNext: () => Promise<{ is: Outcome['is']; afterSeconds?: number | undefined } | undefined>;
  /** Runs this while no other tab does. */
  alone: (work: () => Promise<void>) => Promise<void>;
};

/** The pause after so many failures in a row; a little chance keeps devices from coming all at once. */
export function retryDelayMs(failures: number, chance: number): number {
  const pause = Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS);
  return pause * (0.75 + chance / 2);
}

export function createSender({ sendNext, alone }: Parts) {
  let isStopped = false;
  let isSending = false;
  let isWanted = false;
  let failures = 0;
  /** The service asked to be left alone until then. */
  let heldUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function drain(): Promise<void> {
    for (;;) {
      const sent = await sendNext();
      if (sent?.is === 'unheard') {
        failures += 1;
        const held = (sent.afterSeconds ?? 0) * 1_000;
        heldUntil = performance.now() + held;
        return tryLater(held || retryDelayMs(failures, Math.random()));
      }
      if (sent) failures = 0;
      if (!sent || sent.is === 'signed-out' || isStopped) return;
    }
  }

  function tryLater(ms: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void tryAgain(), ms);
  }

  async function tryAgain(): Promise<void> {
    isWanted = true;
    if (isSending) return;
    const holdMs = heldUntil - performance.now();
    if (holdMs > 0) return tryLater(holdMs);
    isSending = true;
    clearTimeout(timer);
    try {
      // Whatever was written down meanwhile may have come too late for the last look. If the service wants
      // to be left alone, the timer is set, and it waits for that.
      while (isWanted && performance.now() >= heldUntil) {
        isWanted = false;
        await alone(drain);
      }
    } finally {
      isSending = false;
    }
  }

  /** Something speaks for a try: a new change, the network, a person. What failed before counts no more. */
  function send(): Promise<void> {
    failures = 0;
    return tryAgain();
  }

  return {
    send,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
