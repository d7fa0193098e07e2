/** The recipes that are suggested for a typed text. Suggestions are optional: a failed request is not repeated. */
import { useQuery } from '@tanstack/react-query';
import { queries } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { findRecipes } from './link-title.ts';

export function useSuggestedRecipes(search: string, isEnabled: boolean, limit?: number) {
  const { language } = useTranslation();
  return useQuery(
    {
      queryKey: ['suggestions', search, language, limit],
      queryFn: ({ signal }) => findRecipes(search, language, { signal, limit }),
      placeholderData: (before) => before,
      enabled: isEnabled,
      retry: false,
    },
    queries,
  );
}
