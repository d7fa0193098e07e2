/** What to tell somebody whose passkey did not work. */
import { ApiError } from '#web/base/api.ts';
import { problemText } from '#web/base/ui/problem-text.ts';
import type { Translate } from '#web/base/i18n/translation.ts';
import { isCancelled, isMadeBefore } from './passkey.ts';

export function passkeyProblem(t: Translate, error: unknown): string {
  if (isCancelled(error)) return t('auth.passkey-cancelled');
  if (isMadeBefore(error)) return t('auth.passkey-made-before');
  const { code } = error instanceof ApiError ? error : {};
  if (code === 'passkey-refused') return t('auth.passkey-refused');
  if (code === 'passkey-unknown') return t('auth.passkey-unknown');
  return problemText(t, error);
}
