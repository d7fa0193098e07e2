/** Loads and saves what is different in one week. */
import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DayException } from '#domain/preferences/week-exceptions.ts';
import type { Day } from '#domain/week/week.ts';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { queries } from '#web/data/session.ts';
import { usePlan } from '#web/data/sync.ts';

export type WeekResponse = ResponseOf<'GET /app/api/weeks/:week/exceptions'>;

/** What depends on who eats. */
const DEPENDENT = ['me', 'warnings'];

/** Loaded again after every change in the family. */
export function useWeekExceptions(week: string): WeekResponse | undefined {
  const { seenAtMs } = usePlan(week);
  const known = useRef(seenAtMs);
  const { data, refetch } = useQuery({ queryKey: keyOf(week), queryFn: () => load(week) }, queries);
  useEffect(() => {
    if (known.current === seenAtMs) return;
    known.current = seenAtMs;
    void refetch();
  }, [seenAtMs, refetch]);
  return data;
}

export function loadWeekExceptions(week: string): Promise<WeekResponse> {
  return queries.fetchQuery({ queryKey: keyOf(week), queryFn: () => load(week), staleTime: 0 });
}

/** Fails with 409 if the version is no longer the current one. */
export async function saveDayException(
  { week, day }: { week: string; day: Day },
  body: { version: number; exception: DayException },
): Promise<WeekResponse> {
  const response = await api('PUT /app/api/weeks/:week/exceptions/:day', { params: { week, day }, body });
  queries.setQueryData(keyOf(week), response);
  for (const part of DEPENDENT) void queries.invalidateQueries({ queryKey: [part] });
  return response;
}

function keyOf(week: string): string[] {
  return ['week-exceptions', week];
}

function load(week: string): Promise<WeekResponse> {
  return api('GET /app/api/weeks/:week/exceptions', { params: { week } });
}
