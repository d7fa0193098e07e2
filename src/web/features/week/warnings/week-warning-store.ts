/** The pages' interface to the warnings of weeks. */
import { useEffect, useMemo, useRef } from 'react';
import { dishesIn, type Meals } from '#domain/plan/plan.ts';
import type { ResponseOf } from '#http/app-api.ts';
import { createMemberStore } from '#web/data/stores/member-store.ts';
import { usePlan } from '#web/data/sync.ts';
import { openWarningStore } from '#web/data/queries/warning-store.ts';
import { distinctDishes, NO_WARNINGS } from '#web/data/queries/meal-warnings.ts';

type WarningsResponse = ResponseOf<'POST /app/api/warnings'>;

/** A change of the plan comes as a response and as an event: one request is enough for both. */
const REFRESH_DELAY_MS = 1_000;

const weekWarnings = createMemberStore(openWarningStore);

/** The warnings of a week: those on this device first, then the server's, again after every change. */
export function useWeekWarnings(week: string, meals: Meals): WarningsResponse {
  const store = weekWarnings.useCurrent();
  const dishes = JSON.stringify(distinctDishes(dishesIn(meals)));
  useEffect(() => store?.watch(week), [store, week, dishes]);
  // The plan is fetched after every change in the family: recipes or preferences may have changed.
  const { seenAtMs } = usePlan(week);
  const known = useRef(seenAtMs);
  useEffect(() => {
    if (known.current === seenAtMs) return undefined;
    known.current = seenAtMs;
    const timer = window.setTimeout(() => void store?.refresh(week), REFRESH_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [store, week, seenAtMs]);
  // What a device stored before there were names of variants lacks them.
  const stored = weekWarnings.useSelected(() => store?.stateOf(week).value);
  return useMemo(() => ({ ...NO_WARNINGS, ...stored }), [stored]);
}
