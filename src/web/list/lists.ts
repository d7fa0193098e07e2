/**
 * The lists as the service has them, those seen before from this device. Decides which of two answers is
 * the older: on a bad network they come in any order. Knows nothing of what waits to be sent.
 */
import { rateLimitMs } from '#web/api.ts';
import { retryDelayMs } from '#web/offline/sender.ts';
import type { CachedList } from './requests.ts';

export type SeenList = { answer: CachedList; seenAtMs: number };
export type ListState = Partial<SeenList> & {
  /** The last time we asked, nothing came. */
  hasFailed: boolean;
};

type Parts = {
  vault: {
    findWeek(week: string): Promise<SeenList | undefined>;
    keepWeek(week: string, seen: SeenList): Promise<void>;
  };
  /** Throws when no answer came. */
  fetchList: (week: string) => Promise<CachedList>;
  onChange: () => void;
  clock: () => number;
};

const UNSEEN: ListState = { hasFailed: false };

export function openLists({ vault, fetchList, onChange, clock }: Parts) {
  const states = new Map<string, ListState>();
  const asking = new Set<string>();
  /** To be asked for, once the question under way is answered. */
  const dirty = new Set<string>();
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stateOf = (week: string) => states.get(week) ?? UNSEEN;

  function show(week: string, state: ListState): void {
    states.set(week, state);
    onChange();
  }

  /** Takes over an answer unless it is older than what we have; comes back when it is kept. */
  async function take(week: string, answer: CachedList): Promise<void> {
    const held = stateOf(week).answer;
    if (held && isOlder(answer, held)) return;
    const seen = { answer, seenAtMs: clock() };
    show(week, { ...seen, hasFailed: false });
    await vault.keepWeek(week, seen);
  }

  async function ask(week: string): Promise<void> {
    asking.add(week);
    try {
      while (dirty.delete(week)) await take(week, await fetchList(week));
      failures = 0;
    } catch (error) {
      const waitMs = rateLimitMs(error);
      if (waitMs === undefined) {
        failures += 1;
        show(week, { ...stateOf(week), hasFailed: true });
      }
      clearTimeout(timer);
      timer = setTimeout(() => refresh(week), waitMs ?? retryDelayMs(failures, Math.random()));
    }
    asking.delete(week);
  }

  function refresh(week: string): void {
    dirty.add(week);
    if (!asking.has(week)) void ask(week);
  }

  return {
    stateOf,
    take,
    refresh,

    /** What this device has seen of it. */
    async recall(week: string): Promise<void> {
      const seen = await vault.findWeek(week);
      if (seen && !stateOf(week).answer) show(week, { ...stateOf(week), ...seen });
    },

    stop: () => clearTimeout(timer),
  };
}

/** Versions only grow: an answer in which one is smaller was made before. */
function isOlder(answer: CachedList, held: CachedList): boolean {
  return Object.entries(held.versions).some(([item, version]) => (answer.versions[item] ?? 0) < version);
}
