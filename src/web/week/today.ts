/** The date of today in the family's zone, which turns over at midnight by itself. */
import { useEffect, useState } from 'react';
import { dateAt } from '#web/calendar.ts';

/** Timers of a sleeping device stand still, so the clock is looked at often and when the page comes back. */
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
