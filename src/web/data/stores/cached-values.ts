/**
 * Values as the server has them, by name, such as the plan of a week: refetched while they are on the screen and
 * something may have changed; until the response comes, they are read from the device. On a bad network responses come
 * in any order: an outdated one is dropped. Does not retry: its owner knows when to refresh.
 */
import { rateLimitMs } from '#web/base/api.ts';
import type { CachedValue, ValueStorage } from '#web/data/database.ts';

export type ValueState<Value> = Partial<CachedValue<Value>> & {
  /** The last request had no response. */
  hasFailed: boolean;
};

/** `changeId` is the number of the family's last change when the server read it; undefined if it does not say. */
type Fetched<Value> = { value: Value; changeId?: number | undefined };

type Options<Value> = {
  storage: ValueStorage<Value>;
  /** Rejects when there is no response. */
  fetch: (name: string) => Promise<Fetched<Value>>;
  /** Whether `value` is older than `current`; `isEarlierRequest`: it was requested before `current` came. */
  isOutdated: (value: Value, current: Value, isEarlierRequest: boolean) => boolean;
  onChange: () => void;
};

type Entry<Value> = {
  state: ValueState<Value>;
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

export class CachedValues<Value> {
  readonly #options: Options<Value>;
  readonly #entries = new Map<string, Entry<Value>>();
  /** Orders requests and responses; a clock can be set back. */
  #moment = 0;

  constructor(options: Options<Value>) {
    this.#options = options;
  }

  stateOf(name: string): ValueState<Value> {
    return this.#find(name).state;
  }

  /** The time of a request that is sent now, for `take`. */
  now(): number {
    return (this.#moment += 1);
  }

  /** Shows a response and stores it; undefined if it is outdated. `changeId`: the last change that it contains. */
  take(name: string, value: Value, requestedAt: number, changeId = 0): Promise<void> | undefined {
    const { isOutdated, storage } = this.#options;
    const entry = this.#find(name);
    entry.fetchedId = Math.max(entry.fetchedId, changeId);
    const current = entry.state.value;
    if (current !== undefined && isOutdated(value, current, requestedAt < entry.takenAt)) return undefined;
    entry.takenAt = this.now();
    // An equal value stays the same object, so that nothing is rendered for it.
    const isSame = JSON.stringify(current) === JSON.stringify(value);
    const seen = { value: isSame ? (current as Value) : value, seenAtMs: Date.now() };
    this.#show(entry, { ...seen, hasFailed: false });
    return storage.put(name, seen);
  }

  /** Refetches a value after changes until the returned function is called. */
  watch(name: string): () => void {
    const entry = this.#find(name);
    entry.watchers += 1;
    if (entry.state.value === undefined) void this.#recall(name, entry);
    // Another watcher already refetches it.
    if (entry.watchers === 1) void this.refresh(name);
    return () => (entry.watchers -= 1);
  }

  /** As `refresh`, for all values on the screen. */
  async refreshAll(changeId?: number): Promise<void> {
    const watched = [...this.#entries].filter(([, { watchers }]) => watchers > 0);
    await Promise.all(watched.map(([name]) => this.refresh(name, changeId)));
  }

  /**
   * One request at a time; a change during one is fetched after it. With the number of a change, nothing is fetched if
   * the last response contains it: the server also reports changes from before a page was opened.
   */
  async refresh(name: string, changeId?: number): Promise<void> {
    const entry = this.#find(name);
    if (changeId === undefined) entry.isDirty = true;
    else entry.reportedId = Math.max(entry.reportedId, changeId);
    const isCurrent = !entry.isDirty && !entry.state.hasFailed && entry.fetchedId >= entry.reportedId;
    if (isCurrent && !entry.fetching) return;
    entry.fetching ??= this.#fetch(name, entry).finally(() => {
      delete entry.fetching;
    });
    await entry.fetching;
  }

  async #fetch(name: string, entry: Entry<Value>): Promise<void> {
    do {
      entry.isDirty = false;
      const [requestedAt, reportedId] = [this.now(), entry.reportedId];
      try {
        const { value, changeId = 0 } = await this.#options.fetch(name);
        // What was reported before the request is contained, whatever the server says.
        const isTaken = this.take(name, value, requestedAt, Math.max(changeId, reportedId));
        // Overtaken by a newer one, which may itself be outdated by now.
        if (!isTaken && requestedAt < entry.takenAt) entry.isDirty = true;
      } catch (error) {
        const waitMs = rateLimitMs(error);
        if (waitMs === undefined) return this.#show(entry, { ...entry.state, hasFailed: true });
        // What is shown is still current. It is fetched again when the server allows it.
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        entry.isDirty = entry.watchers > 0;
      }
    } while (entry.isDirty || (entry.watchers > 0 && entry.fetchedId < entry.reportedId));
  }

  /** Shows what this device has stored, until the server responds. */
  async #recall(name: string, entry: Entry<Value>): Promise<void> {
    const seen = await this.#options.storage.find(name);
    if (seen && entry.state.value === undefined) this.#show(entry, { ...entry.state, ...seen });
  }

  #show(entry: Entry<Value>, state: ValueState<Value>): void {
    entry.state = state;
    this.#options.onChange();
  }

  #find(name: string): Entry<Value> {
    let entry = this.#entries.get(name);
    if (!entry) {
      const state = { hasFailed: false };
      entry = { state, watchers: 0, takenAt: 0, isDirty: false, fetchedId: 0, reportedId: 0 };
      this.#entries.set(name, entry);
    }
    return entry;
  }
}
