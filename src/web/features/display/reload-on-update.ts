/** Reloads the page when the server has a newer version, since nobody reloads a wall display by hand. */
import { useEffect } from 'react';

const CHECK_INTERVAL_MS = 600_000;
const SCRIPTS = /src="(\/assets\/[\w-]+\.js)"/g;

export function useReloadOnUpdate(): void {
  useEffect(() => {
    const timer = window.setInterval(() => void reloadIfNewer().catch(() => {}), CHECK_INTERVAL_MS);
    return () => window.clearInterval(timer);
  }, []);
}

async function reloadIfNewer(): Promise<void> {
  const response = await fetch('/', { cache: 'no-cache' });
  // Only our own page has such scripts. The login page of a Wi-Fi hotspot must not cause a reload.
  const newest = Array.from((await response.text()).matchAll(SCRIPTS), ([, path]) => path);
  if (response.ok && newest.some((path) => !document.querySelector(`script[src="${path}"]`)))
    location.reload();
}
