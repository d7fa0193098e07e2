/** Whether this device has timers: known on every page, before their script is loaded. */
import { getItem } from '#web/shared/local-storage.ts';
import { TIMERS_KEY } from '#web/shared/session.ts';
import { createStore, useStore } from '#web/shared/store.ts';

export const hasTimers = createStore(getItem(TIMERS_KEY) !== null);

export function useHasTimers(): boolean {
  return useStore(hasTimers, (has) => has);
}
