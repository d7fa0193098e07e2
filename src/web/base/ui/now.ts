/** The current time for components, which render again every minute. */
import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

/** The start of the current minute. */
export function useMinuteMs(): number {
  return useSyncExternalStore(onEachMinute, () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
}

function onEachMinute(listener: () => void): () => void {
  let timer = 0;
  const wait = () => {
    timer = window.setTimeout(turn, MINUTE_MS - (Date.now() % MINUTE_MS));
  };
  const turn = () => {
    listener();
    wait();
  };
  wait();
  // Timers do not run while the device sleeps.
  document.addEventListener('visibilitychange', listener);
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}
