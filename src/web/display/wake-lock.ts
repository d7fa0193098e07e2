/** Keeps the screen on while the display is visible, where the browser allows it: over https, or on the machine itself. */
import { useEffect } from 'react';

export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    const hold = async () => {
      if (document.hidden) return;
      // Refused when the battery is low, say; the display works all the same.
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    };
    void hold();
    // A browser lets go of it whenever the page is out of sight.
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}
