/**
 * Deletes names, diets and allergens of guests a week after their day, at the start and once an hour. Several servers may
 * run it at the same time.
 */
import { deleteOldGuests } from '#actions/plan/week-exceptions.ts';
import type { Store } from '#storage/store.ts';
import { findEndedGuests } from '#storage/tables/plan/week-exceptions.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH_SIZE = 20;

type RetentionOptions = {
  store: Store;
  clock: () => number;
  onFailure: (error: unknown) => void;
};

export class GuestRetention {
  readonly #options: RetentionOptions;
  #running: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#isStopped) return;
    this.#running = this.deleteOld()
      .catch((error: unknown) => this.#options.onFailure(error))
      .finally(() => (this.#timer = setTimeout(() => this.start(), HOUR_MS).unref()));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
    clearTimeout(this.#timer);
  }

  /** Returns the number of weeks from which guests' data were deleted. */
  async deleteOld(): Promise<number> {
    const { store, clock } = this.#options;
    // Somewhere it is tomorrow already; the transaction asks for the date of the family.
    const tomorrow = Temporal.Instant.fromEpochMilliseconds(clock() + DAY_MS)
      .toZonedDateTimeISO('UTC')
      .toPlainDate()
      .toString();
    let deleted = 0;
    let after: { family: string; week: string } | undefined;
    while (!this.#isStopped) {
      const ended = await findEndedGuests(store.db, tomorrow, after, BATCH_SIZE);
      for (const { family, week } of ended)
        if (await deleteOldGuests(store, family, week, clock())) deleted += 1;
      after = ended.at(-1);
      if (ended.length < BATCH_SIZE) break;
    }
    return deleted;
  }
}
