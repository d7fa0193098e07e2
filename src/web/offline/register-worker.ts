/**
 * Puts the service worker to work where a browser allows one: on https and on the machine itself. Says
 * when a newer version has taken over behind an open page.
 */
import { useSyncExternalStore } from 'react';

let isNewer = false;
const listeners = new Set<() => void>();

export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  // The first worker a device gets is of this very version.
  let hadOne = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    isNewer = hadOne;
    hadOne = true;
    for (const listener of listeners) listener();
  });
  const register = () => {
    // A page that fails to get its worker works all the same.
    void workers.register('/service-worker.js').catch(() => {});
  };
  // Fetching every file for later must not slow down the first page now.
  const registerLater = () => whenIdle(register);
  if (document.readyState === 'complete') registerLater();
  else addEventListener('load', registerLater, { once: true });
}

/** Not every browser says when it is idle; a moment later it should be. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 10_000 });
  else setTimeout(work, 1_000);
}

/** Whether the page should offer to load itself anew. */
export function useNewerVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isNewer,
  );
}
