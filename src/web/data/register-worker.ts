/**
 * Registers the service worker where a browser allows one: on https and on localhost. Knows when a newer
 * version has taken over an open page.
 */
import { createStore, useStore } from '#web/base/store.ts';
import { whenIdle } from '#web/base/when-idle.ts';

const isNewer = createStore(false);

export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  // The first worker of a device has the version of this page.
  let hadOne = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    isNewer.set(hadOne);
    hadOne = true;
  });
  const register = () => {
    // A page works without its worker.
    void workers.register('/service-worker.js').catch(() => {});
  };
  // The worker downloads every file: that must not slow down the first page.
  const registerLater = () => whenIdle(register, 10_000);
  if (document.readyState === 'complete') registerLater();
  else addEventListener('load', registerLater, { once: true });
}

/** Whether the page should offer to reload. */
export function useNewerVersion(): boolean {
  return useStore(isNewer, (newer) => newer);
}
