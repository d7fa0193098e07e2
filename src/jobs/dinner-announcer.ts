/**
 * Announces dinners: records the event `dinner.today` for each family at the time that it has chosen. One transaction
 * records it and moves the due instant, so it happens once, however many servers poll.
 */
import { announceDinner } from '#actions/dinner-times.ts';
import type { Store } from '#storage/store.ts';
import { findDueDinners, findNextDinner } from '#storage/tables/dinner-times.ts';
import { SERVICE } from '#storage/transaction.ts';

type AnnouncerOptions = {
  store: Store;
  isPremiumForAll: boolean;
  clock: () => number;
  onFailure: (error: unknown) => void;
  pollMs?: number | undefined;
};

/** The longest pause: another server may have set a time. */
const POLL_MS = 30_000;
const BATCH_SIZE = 100;

export class DinnerAnnouncer {
  readonly #options: AnnouncerOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  start(): void {
    const { onFailure, pollMs = POLL_MS } = this.#options;
    this.#running = this.#announceAll()
      .catch((error: unknown) => {
        if (!this.#isStopped) onFailure(error);
        return pollMs;
      })
      .then((pauseMs) => this.#schedule(pauseMs));
  }

  #schedule(pauseMs: number): void {
    if (!this.#isStopped) this.#timer = setTimeout(() => this.start(), pauseMs).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Returns how long to wait. */
  async #announceAll(): Promise<number> {
    const { store, isPremiumForAll, clock, pollMs = POLL_MS } = this.#options;
    for (let hasMore = true; hasMore && !this.#isStopped;) {
      const due = await findDueDinners(store.db, clock(), BATCH_SIZE);
      hasMore = due.length === BATCH_SIZE;
      for (const { family, dueAt } of due) {
        const context = { store, actor: SERVICE, nowMs: clock() };
        await announceDinner(context, family, { dueAt, isPremiumForAll });
      }
    }
    const next = await findNextDinner(store.db);
    const untilNextMs = next === undefined ? pollMs : Date.parse(next) - clock() + 1;
    return Math.min(pollMs, Math.max(1, untilNextMs));
  }
}
