/** What to tell somebody whose sign-in at the identity provider did not work. */
import { ApiError } from '#web/base/api.ts';
import { problemText } from '#web/base/ui/problem-text.ts';
import type { MessageId } from '#languages/message-ids.ts';
import type { Translate } from '#web/base/i18n/translation.ts';

const TEXTS: Record<string, MessageId> = {
  'identity-refused': 'auth.identity-refused',
  'identity-taken': 'auth.identity-taken',
  'provider-unavailable': 'auth.provider-unavailable',
};

export function identityProblem(t: Translate, error: unknown): string {
  const text = error instanceof ApiError ? TEXTS[error.code] : undefined;
  return text ? t(text) : problemText(t, error);
}
