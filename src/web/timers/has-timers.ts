/** Whether this device has timers: known on every page, before their script is loaded. */
import { getItem } from '#web/local-storage.ts';
import { TIMERS_KEY } from '#web/session.ts';
import { createStore, useStore } from '#web/store.ts';

export const hasTimers = createStore(getItem(TIMERS_KEY) !== null);

export function useHasTimers(): boolean {
  return useStore(hasTimers, (has) => has);
}
