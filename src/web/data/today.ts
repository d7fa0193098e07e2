/** Today's date in the family's time zone, updated at midnight. */
import { useEffect, useState } from 'react';
import { dateAt } from '#web/base/calendar.ts';

/** Timers stop while a device sleeps, so check often and when the page becomes visible. */
const LOOK_EVERY_MS = 10_000;

export function useToday(timeZone: string): string {
  const [, setDate] = useState('');
  useEffect(() => {
    const look = () => setDate(dateAt(Date.now(), timeZone));
    const timer = window.setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [timeZone]);
  return dateAt(Date.now(), timeZone);
}
