/** The address of a week. This week has the shortest one, which is still this week's next Monday. */
import { isWeek } from '#web/calendar.ts';

export function pathOf(week: string, thisWeek: string): string {
  return week === thisWeek ? '/' : `/week/${week}`;
}

/** Whether an address is that of a week, and of which: without one it is this week, whichever that is. */
export function weekAt(path: string): { week: string | undefined } | undefined {
  if (path === '/') return { week: undefined };
  const [, week = ''] = /^\/week\/([^/]+)$/.exec(path) ?? [];
  return isWeek(week) ? { week } : undefined;
}
