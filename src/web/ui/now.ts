/** The time, for pages that stay open: whoever uses it is drawn again when the minute turns. */
import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

/** The beginning of this minute. */
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
  // A device that slept has missed some.
  document.addEventListener('visibilitychange', listener);
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}
