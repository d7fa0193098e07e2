/** Keeps the screen on while a component is shown. Browsers allow this only over https and on localhost. */
import { useEffect, useState } from 'react';

/** Returns false where the browser or the device does not allow it. */
export function useScreenOn(): boolean {
  const [isAllowed, setAllowed] = useState('wakeLock' in navigator);
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let hasEnded = false;
    const acquire = async () => {
      // The browser releases the lock when the page is hidden.
      if (document.hidden || (lock && !lock.released)) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (hasEnded) await lock.release();
        setAllowed(true);
      } catch {
        // Such as a low battery.
        setAllowed(false);
      }
    };
    void acquire();
    const acquireAgain = () => void acquire();
    document.addEventListener('visibilitychange', acquireAgain);
    return () => {
      hasEnded = true;
      document.removeEventListener('visibilitychange', acquireAgain);
      void lock?.release();
    };
  }, []);
  return isAllowed;
}
