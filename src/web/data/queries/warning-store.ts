/**
 * The warnings of the weeks of one signed-in member. They are stored beside the plans, so that they are shown without
 * network, and deleted with them. Does not know React.
 */
import { dishesIn } from '#domain/plan/plan.ts';
import type { ResponseOf } from '#http/app-api.ts';
import { addDays, dateAt, weekOf } from '#web/base/calendar.ts';
import { ApiError, api } from '#web/base/api.ts';
import { currentLanguage } from '#web/base/i18n/language.ts';
import { distinctDishes, NO_WARNINGS } from './meal-warnings.ts';
import { CachedValues } from '#web/data/stores/cached-values.ts';
import { type Account, type Deletion, openDatabase } from '#web/data/database.ts';
import { plans } from '#web/data/sync.ts';

type WarningsResponse = ResponseOf<'POST /app/api/warnings'>;

export function openWarningStore(account: Account, onChange: () => void) {
  const database = openDatabase<never, WarningsResponse>(account, 'warnings', () => undefined);
  let isClosed = false;
  // They name guests, whose data the server deletes a week after their day.
  void database.deleteBefore(addDays(weekOf(dateAt(Date.now(), 'UTC')), -7));
  const cached = new CachedValues<WarningsResponse>({
    storage: database,
    fetch: async (week) => ({ value: await fetchWarnings(account, week) }),
    isOutdated: (_warnings, _current, isEarlierRequest) => isEarlierRequest,
    onChange: () => {
      if (!isClosed) onChange();
    },
  });
  return {
    account,
    stateOf: (week: string) => cached.stateOf(week),
    watch: (week: string) => cached.watch(week),
    refresh: (week: string) => cached.refresh(week),

    async close(deletion: Deletion): Promise<void> {
      isClosed = true;
      await database.close(deletion);
    },
  };
}

/** Of the meals that the page shows, with unsent changes. */
async function fetchWarnings({ member }: Account, week: string): Promise<WarningsResponse> {
  const meals = distinctDishes(dishesIn(plans.current()?.planOf(week).meals ?? {}));
  if (meals.length === 0) return NO_WARNINGS;
  // Another person may have signed in on this device, in another tab.
  const headers = { 'Weekfare-Member': member };
  const response = await api('POST /app/api/warnings', {
    query: { language: currentLanguage() },
    body: { week, meals },
    headers,
  });
  const { warnings, variantNames, nameStyle, absent } = response ?? {};
  // Not our server's response.
  if (!warnings || !variantNames || !nameStyle || !absent) throw new ApiError(0, {});
  return { warnings, variantNames, nameStyle, absent };
}
