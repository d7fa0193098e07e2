/** What the texts of reasons name: eaters, rules and foods. */
import { useTranslation } from '#web/base/i18n/translation.ts';
import { useFoods, usePreferences } from '#web/data/queries/preferences-queries.ts';
import { useMe } from '#web/data/session.ts';
import type { Names } from './reason-text.ts';

export function useNames(): Names {
  const { t, locale } = useTranslation();
  const { data } = usePreferences();
  return { t, locale, preferences: data?.preferences, foods: useFoods(), currency: useMe().family.currency };
}
