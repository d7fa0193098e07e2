/** Has the server read a page, and holds what it found. */
import { useState } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { importFailure } from './import-failure.ts';
import { pageText } from './page-text.ts';

/** An address to fetch, or a text and where it is from. */
export type PageToRead = { address: string; text?: undefined } | { address?: string; text: string };

export function useReading() {
  const { t } = useTranslation();
  const [state, setState] = useState<{
    found?: ResponseOf<'POST /app/api/recipes/read'>;
    failure?: string;
    isReading?: boolean;
  }>({});
  const read = async ({ address, text }: PageToRead) => {
    setState({ isReading: true });
    try {
      const body = {
        ...(address !== undefined && { address }),
        ...(text !== undefined && { text: pageText(text) }),
      };
      setState({ found: await api('POST /app/api/recipes/read', { body }) });
    } catch (error) {
      setState({ failure: importFailure(t, error) });
    }
  };
  return {
    found: undefined,
    failure: undefined,
    isReading: false,
    ...state,
    read,
    reset: () => setState({}),
  };
}
