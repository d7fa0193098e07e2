/** Has the server read a page, and holds what it found. */
import { useState } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { api, ApiError } from '#web/base/api.ts';
import { useTranslation, type Translate } from '#web/base/i18n/translation.ts';
import { problemText } from '#web/base/ui/problem-text.ts';
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

const TEXTS: Record<string, MessageId> = {
  'fetch-off': 'import.failed.fetch-off',
  'address-invalid': 'import.failed.address-invalid',
  'address-private': 'import.failed.address-private',
  'page-unreachable': 'import.failed.page-unreachable',
  'page-refused': 'import.failed.page-refused',
  'page-too-slow': 'import.failed.page-too-slow',
  'page-too-large': 'import.failed.page-too-large',
  'body-too-large': 'import.failed.page-too-large',
  'page-not-text': 'import.failed.page-not-text',
  'no-recipe': 'import.failed.no-recipe',
  'import-busy': 'import.failed.busy',
};

/** Why a page could not be imported, and what else to try. */
function importFailure(t: Translate, error: unknown): string {
  const text = error instanceof ApiError ? TEXTS[error.code] : undefined;
  return text ? t(text) : problemText(t, error);
}
