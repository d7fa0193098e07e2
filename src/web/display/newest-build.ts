/** Loads the page anew when the server hands out a newer version: nobody presses reload on a wall. */
import { useEffect } from 'react';

const LOOK_EVERY_MS = 600_000;
const SCRIPT = /src="(\/assets\/[^"]+\.js)"/;

export function useNewestBuild(): void {
  useEffect(() => {
    const timer = window.setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, []);
}

async function look(): Promise<void> {
  const answer = await fetch('/', { cache: 'no-cache' });
  // Only a page of ours names such a script: a hotspot's own page must not replace the display.
  const [, newest] = SCRIPT.exec(await answer.text()) ?? [];
  const own = document.querySelector('script[type=module]')?.getAttribute('src');
  if (answer.ok && newest && newest !== own) location.reload();
}
