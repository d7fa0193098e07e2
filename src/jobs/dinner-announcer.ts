/**
 * Announces dinners: records the event `dinner.today` for each family at the time that it has chosen. One transaction
 * records it and moves the due instant, so it happens once, however many servers poll.
 */
import { announceDinner } from '#actions/plan/dinner-times.ts';
import type { PremiumSetting } from '#domain/family/premium.ts';
import type { Store } from '#storage/store.ts';
import { type DueDinner, findDueDinners, findNextDinner } from '#storage/tables/plan/dinner-times.ts';
import { SERVICE } from '#storage/actor.ts';

type AnnouncerOptions = {
  store: Store;
  premiumSetting: PremiumSetting;
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

  /** Returns how long to wait. A family that fails is tried again after the longest pause. */
  async #announceAll(): Promise<number> {
    const { store, clock, pollMs = POLL_MS } = this.#options;
    const failed = new Set<string>();
    let nowMs = clock();
    for (let hasMore = true; hasMore && !this.#isStopped;) {
      nowMs = clock();
      const due = await findDueDinners(store.db, nowMs, BATCH_SIZE + failed.size);
      hasMore = due.length === BATCH_SIZE + failed.size;
      for (const dinner of due) {
        if (!failed.has(dinner.family) && !(await this.#announce(dinner))) failed.add(dinner.family);
      }
    }
    const next = await findNextDinner(store.db, nowMs);
    const untilNextMs = next === undefined ? pollMs : Date.parse(next) - clock() + 1;
    return Math.min(pollMs, Math.max(1, untilNextMs));
  }

  /** Returns false if it fails. */
  async #announce({ family, dueAt }: DueDinner): Promise<boolean> {
    const { store, premiumSetting, clock, onFailure } = this.#options;
    try {
      await announceDinner({ store, actor: SERVICE, nowMs: clock() }, family, { dueAt, premiumSetting });
      return true;
    } catch (error) {
      if (!this.#isStopped) onFailure(error);
      return false;
    }
  }
}
