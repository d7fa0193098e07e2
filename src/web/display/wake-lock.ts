/** Keeps the screen on while the display is visible. Browsers allow this only over https and on localhost. */
import { useEffect } from 'react';

export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    const hold = async () => {
      if (document.hidden) return;
      // Browsers refuse it, for example at low battery. The display works without it.
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    };
    void hold();
    // Browsers release the lock when the page is hidden.
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}
