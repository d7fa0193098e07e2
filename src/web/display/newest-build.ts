/** Loads the page anew when the server hands out a newer version: nobody presses reload on a wall. */
import { useEffect } from 'react';

const LOOK_EVERY_MS = 600_000;
const SCRIPTS = /src="(\/assets\/[\w-]+\.js)"/g;

export function useNewestBuild(): void {
  useEffect(() => {
    const timer = window.setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, []);
}

async function look(): Promise<void> {
  const answer = await fetch('/', { cache: 'no-cache' });
  // Only a page of ours names such scripts: a hotspot's own page must not replace the display.
  const newest = Array.from((await answer.text()).matchAll(SCRIPTS), ([, path]) => path);
  if (answer.ok && newest.some((path) => !document.querySelector(`script[src="${path}"]`))) location.reload();
}
