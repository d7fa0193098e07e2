/**
 * Sends what waits, in order, one change at a time and from one tab at a time. Decides when to try
 * again: soon at first, then less and less often, and at once when something speaks for it.
 */
import type { Plans } from '#domain/plan.ts';
import { mealAt } from '#domain/plan.ts';
import type { Outcome } from './answer.ts';
import type { Journal } from './journal.ts';
import { acknowledge, collide, type Entry, refuse, waiting } from './ledger.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

type Parts = {
  journal: Pick<Journal, 'apply' | 'reload'>;
  post: (change: Pick<Entry, 'id' | 'edits'>) => Promise<Outcome>;
  takePlans: (plans: Plans, askedAt: number) => void;
  now: () => number;
  /** Runs this while no other tab does. */
  alone: (work: () => Promise<void>) => Promise<void>;
  onOutcome: (outcome: Outcome) => void;
};

/** The pause after so many failures in a row; a little chance keeps devices from coming all at once. */
export function pauseMs(failures: number, chance: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  return pause * (0.75 + chance / 2);
}

export function createSender({ journal, post, takePlans, now, alone, onOutcome }: Parts) {
  let isStopped = false;
  let isSending = false;
  let isWanted = false;
  let failures = 0;
  /** The service asked to be left alone until then. */
  let heldUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Answers whether to go on with the next. */
  async function sendOne(change: Entry): Promise<boolean> {
    const askedAt = now();
    const outcome = await post({ id: change.id, edits: change.edits });
    onOutcome(outcome);
    if (outcome.is === 'unheard') {
      failures += 1;
      const held = (outcome.afterSeconds ?? 0) * 1_000;
      heldUntil = performance.now() + held;
      tryLater(held || pauseMs(failures, Math.random()));
      return false;
    }
    failures = 0;
    if (outcome.is === 'signed-out') return false;
    if (outcome.is === 'refused') {
      await journal.apply((ledger) => refuse(ledger, change.id, outcome.reason));
      return true;
    }
    const { is, plans } = outcome;
    // The plans first: taken off the queue before it is in the plan, the change would blink.
    takePlans(plans, askedAt);
    await journal.apply((ledger) =>
      is === 'done'
        ? acknowledge(ledger, change.id)
        : collide(ledger, change.id, (place) => mealAt(plans[place.week]?.meals ?? {}, place) ?? null),
    );
    return true;
  }

  async function drain(): Promise<void> {
    for (;;) {
      // Only what is kept is sent, and other tabs may have sent some.
      const [next] = waiting(await journal.reload());
      if (!next || isStopped || !(await sendOne(next))) return;
    }
  }

  function tryLater(ms: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void send(), ms);
  }

  async function send(): Promise<void> {
    isWanted = true;
    if (isSending) return;
    const holdMs = heldUntil - performance.now();
    if (holdMs > 0) return tryLater(holdMs);
    isSending = true;
    clearTimeout(timer);
    try {
      // Whatever was written down meanwhile may have come too late for the last look.
      while (isWanted) {
        isWanted = false;
        await alone(drain);
      }
    } finally {
      isSending = false;
    }
  }

  return {
    send,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
