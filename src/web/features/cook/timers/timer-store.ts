/** The timers of this device. They are stored, so that they outlast a reload, and shared by its tabs. */
import { useSyncExternalStore } from 'react';
import { getItem, setItem } from '#web/base/local-storage.ts';
import { newId } from '#web/data/new-id.ts';
import { TIMERS_KEY } from '#web/data/session.ts';
import { createStore, useStore } from '#web/base/store.ts';
import { hasTimers } from './has-timers.ts';
import { type NewTimer, parseTimers, startTimer, type Timer } from './timer.ts';

/** More cannot be told apart. */
const MAX_TIMERS = 12;

const timers = createStore<readonly Timer[]>(parseTimers(getItem(TIMERS_KEY), Date.now()));

addEventListener('storage', ({ key, newValue }) => {
  if (key === TIMERS_KEY) show(parseTimers(newValue, Date.now()));
});

export function useTimers(): readonly Timer[] {
  return useStore(timers, (all) => all);
}

/** Returns false if there are too many. */
export function addTimer(timer: Omit<NewTimer, 'id'>): boolean {
  if (timers.get().length >= MAX_TIMERS) return false;
  save([...timers.get(), startTimer({ ...timer, id: newId() }, Date.now())]);
  return true;
}

export function changeTimer(id: string, change: (timer: Timer, nowMs: number) => Timer): void {
  save(timers.get().map((timer) => (timer.id === id ? change(timer, Date.now()) : timer)));
}

export function removeTimer(id: string): void {
  save(timers.get().filter((timer) => timer.id !== id));
}

function save(next: readonly Timer[]): void {
  setItem(TIMERS_KEY, next.length === 0 ? null : JSON.stringify(next));
  show(next);
}

function show(next: readonly Timer[]): void {
  timers.set(next);
  hasTimers.set(next.length > 0);
}

const SECOND_MS = 1_000;

/** The current time, updated every second. */
export function useSecondMs(): number {
  return useSyncExternalStore(onEachSecond, () => Math.floor(Date.now() / SECOND_MS) * SECOND_MS);
}

function onEachSecond(listener: () => void): () => void {
  const timer = window.setInterval(listener, SECOND_MS / 4);
  // Timers are slow or stop while the page is hidden.
  document.addEventListener('visibilitychange', listener);
  return () => {
    window.clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}
