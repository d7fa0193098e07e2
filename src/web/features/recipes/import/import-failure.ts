/** Why a page could not be imported, and what else to try. */
import { ApiError } from '#web/base/api.ts';
import { problemText } from '#web/base/ui/problem-text.ts';
import type { MessageId } from '#languages/message-ids.ts';
import type { Translate } from '#web/base/i18n/translation.ts';

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

export function importFailure(t: Translate, error: unknown): string {
  const text = error instanceof ApiError ? TEXTS[error.code] : undefined;
  return text ? t(text) : problemText(t, error);
}
