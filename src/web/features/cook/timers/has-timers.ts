/** Whether this device has timers: known on every page, before their script is loaded. */
import { getItem } from '#web/base/local-storage.ts';
import { TIMERS_KEY } from '#web/data/session.ts';
import { createStore, useStore } from '#web/base/store.ts';

export const hasTimers = createStore(getItem(TIMERS_KEY) !== null);

export function useHasTimers(): boolean {
  return useStore(hasTimers, (has) => has);
}
