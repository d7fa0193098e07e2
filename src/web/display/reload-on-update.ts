/** Loads the page anew when the server hands out a newer version: nobody presses reload on a wall. */
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
  const answer = await fetch('/', { cache: 'no-cache' });
  // Only a page of ours names such scripts: a hotspot's own page must not replace the display.
  const newest = Array.from((await answer.text()).matchAll(SCRIPTS), ([, path]) => path);
  if (answer.ok && newest.some((path) => !document.querySelector(`script[src="${path}"]`))) location.reload();
}
