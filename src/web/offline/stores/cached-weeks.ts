/**
 * Weeks as the server has them, plans or lists: refetched while they are on the screen and something may
 * have changed; until the response comes, they are read from the device. On a bad network responses come
 * in any order: an outdated one is dropped. Does not retry: its owner knows when to refresh.
 */
import { rateLimitMs } from '#web/shared/api.ts';
import type { CachedWeek, WeekStorage } from '#web/offline/database.ts';

export type WeekState<Value> = Partial<CachedWeek<Value>> & {
  /** The last request had no response. */
  hasFailed: boolean;
};

/** `changeId` is the number of the family's last change when the server read it; undefined if it does not say. */
type Fetched<Value> = { value: Value; changeId?: number | undefined };

type Options<Value> = {
  storage: WeekStorage<Value>;
  /** Rejects when there is no response. */
  fetchWeek: (week: string) => Promise<Fetched<Value>>;
  /** Whether `value` is older than `current`; `isEarlierRequest`: it was requested before `current` came. */
  isOutdated: (value: Value, current: Value, isEarlierRequest: boolean) => boolean;
  onChange: () => void;
};

type Week<Value> = {
  state: WeekState<Value>;
  watchers: number;
  /** When its value came, in the order of requests and responses. */
  takenAt: number;
  fetching?: Promise<void>;
  /** Something may have changed since the last request. */
  isDirty: boolean;
  /** The last change that the last response contains, and the last one that was reported. */
  fetchedId: number;
  reportedId: number;
};

export class CachedWeeks<Value> {
  readonly #options: Options<Value>;
  readonly #weeks = new Map<string, Week<Value>>();
  /** Orders requests and responses; a clock can be set back. */
  #moment = 0;

  constructor(options: Options<Value>) {
    this.#options = options;
  }

  stateOf(name: string): WeekState<Value> {
    return this.#find(name).state;
  }

  /** The time of a request that is sent now, for `take`. */
  now(): number {
    return (this.#moment += 1);
  }

  /** Shows a response and stores it; undefined if it is outdated. `changeId`: the last change that it contains. */
  take(name: string, value: Value, requestedAt: number, changeId = 0): Promise<void> | undefined {
    const { isOutdated, storage } = this.#options;
    const week = this.#find(name);
    week.fetchedId = Math.max(week.fetchedId, changeId);
    const current = week.state.value;
    if (current !== undefined && isOutdated(value, current, requestedAt < week.takenAt)) return undefined;
    week.takenAt = this.now();
    // An equal value stays the same object, so that nothing is rendered for it.
    const isSame = JSON.stringify(current) === JSON.stringify(value);
    const seen = { value: isSame ? (current as Value) : value, seenAtMs: Date.now() };
    this.#show(week, { ...seen, hasFailed: false });
    return storage.putWeek(name, seen);
  }

  /** Refetches a week after changes until the returned function is called. */
  watch(name: string): () => void {
    const week = this.#find(name);
    week.watchers += 1;
    if (week.state.value === undefined) void this.#recall(name, week);
    // Another watcher already refetches it.
    if (week.watchers === 1) void this.refresh(name);
    return () => (week.watchers -= 1);
  }

  /** As `refresh`, for all weeks on the screen. */
  async refreshAll(changeId?: number): Promise<void> {
    const watched = [...this.#weeks].filter(([, { watchers }]) => watchers > 0);
    await Promise.all(watched.map(([name]) => this.refresh(name, changeId)));
  }

  /**
   * One request at a time; a change during one is fetched after it. With the number of a change, nothing is fetched if
   * the last response contains it: the server also reports changes from before a page was opened.
   */
  async refresh(name: string, changeId?: number): Promise<void> {
    const week = this.#find(name);
    if (changeId === undefined) week.isDirty = true;
    else week.reportedId = Math.max(week.reportedId, changeId);
    const isCurrent = !week.isDirty && !week.state.hasFailed && week.fetchedId >= week.reportedId;
    if (isCurrent && !week.fetching) return;
    week.fetching ??= this.#fetch(name, week).finally(() => {
      delete week.fetching;
    });
    await week.fetching;
  }

  async #fetch(name: string, week: Week<Value>): Promise<void> {
    do {
      week.isDirty = false;
      const [requestedAt, reportedId] = [this.now(), week.reportedId];
      try {
        const { value, changeId = 0 } = await this.#options.fetchWeek(name);
        // What was reported before the request is contained, whatever the server says.
        const isTaken = this.take(name, value, requestedAt, Math.max(changeId, reportedId));
        // Overtaken by a newer one, which may itself be outdated by now.
        if (!isTaken && requestedAt < week.takenAt) week.isDirty = true;
      } catch (error) {
        const waitMs = rateLimitMs(error);
        if (waitMs === undefined) return this.#show(week, { ...week.state, hasFailed: true });
        // What is shown is still current. It is fetched again when the server allows it.
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        week.isDirty = week.watchers > 0;
      }
    } while (week.isDirty || (week.watchers > 0 && week.fetchedId < week.reportedId));
  }

  /** Shows what this device has stored, until the server responds. */
  async #recall(name: string, week: Week<Value>): Promise<void> {
    const seen = await this.#options.storage.findWeek(name);
    if (seen && week.state.value === undefined) this.#show(week, { ...week.state, ...seen });
  }

  #show(week: Week<Value>, state: WeekState<Value>): void {
    week.state = state;
    this.#options.onChange();
  }

  #find(name: string): Week<Value> {
    let week = this.#weeks.get(name);
    if (!week) {
      const state = { hasFailed: false };
      week = { state, watchers: 0, takenAt: 0, isDirty: false, fetchedId: 0, reportedId: 0 };
      this.#weeks.set(name, week);
    }
    return week;
  }
}
