/** The text for somebody who removes the only way to sign in. */
import { ApiError } from '#web/base/api.ts';
import type { Translate } from '#web/base/i18n/translation.ts';

export function explainLastSignInMethod(t: Translate, error: unknown): string | undefined {
  const isLast = error instanceof ApiError && error.code === 'last-sign-in-method';
  return isLast ? t('profile.last-sign-in-method') : undefined;
}
