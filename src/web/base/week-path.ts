/** The paths of weeks. `/` is the current week. */
import { isWeek } from './calendar.ts';

export function pathOf(week: string, thisWeek: string): string {
  return week === thisWeek ? '/' : `/week/${week}`;
}

/** The week of a path; `{ week: undefined }` is the current week. */
export function weekAt(path: string): { week: string | undefined } | undefined {
  if (path === '/') return { week: undefined };
  const [, week = ''] = /^\/week\/([^/]+)$/.exec(path) ?? [];
  return isWeek(week) ? { week } : undefined;
}
