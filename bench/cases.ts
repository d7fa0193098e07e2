/** The cases that are compared with the bare server, and their goals. */
import type { Variant } from './load.ts';

export type Host =
  | 'bare'
  | 'bare401'
  | 'calendars'
  | 'sqlite10'
  | 'sqlite1000'
  | 'sqliteMany'
  | 'sqliteManySmallCache'
  | 'postgres1000'
  | 'postgresMany';

export type Case = {
  name: string;
  host: Host;
  variant: Variant;
  status: number;
  /** The most CPU time, as a multiple of the bare server's. */
  goal?: number;
};

export const PLAN_304 = '304, SQLite, 1,000 families, warm';
export const CALENDAR_304 = '304 of a calendar, SQLite, warm';

export function listCases(many: string): Case[] {
  const ok = { variant: 'key', status: 200 } as const;
  return [
    { name: 'bare node:http, the same 200', host: 'bare', ...ok },
    { name: '200, SQLite, 10 families', host: 'sqlite10', ...ok },
    { name: '200, SQLite, 1,000 families, warm', host: 'sqlite1000', ...ok, goal: 1.25 },
    { name: `200, SQLite, ${many} families`, host: 'sqliteMany', ...ok, goal: 1.6 },
    { name: `200, SQLite, ${many} families, CACHE_MB=32`, host: 'sqliteManySmallCache', ...ok },
    { name: '200, PostgreSQL, 1,000 families, warm', host: 'postgres1000', ...ok, goal: 1.3 },
    { name: `200, PostgreSQL, ${many} families`, host: 'postgresMany', ...ok },
    {
      name: PLAN_304,
      host: 'sqlite1000',
      variant: 'etag',
      status: 304,
      goal: 1.1,
    },
    // Rate limiting is off: the limit of a calendar link is far below this load.
    { name: CALENDAR_304, host: 'calendars', variant: 'calendar', status: 304 },
    { name: '401, malformed key', host: 'sqlite1000', variant: 'malformed', status: 401, goal: 1 },
    { name: '401, mistyped key', host: 'sqlite1000', variant: 'mistyped', status: 401, goal: 1 },
    { name: 'bare node:http, the same 401', host: 'bare401', variant: 'malformed', status: 401 },
  ];
}
