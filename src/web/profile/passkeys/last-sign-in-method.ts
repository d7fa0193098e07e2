/** The text for somebody who removes the only way to sign in. */
import { ApiError } from '#web/shared/api.ts';
import type { Translate } from '#web/i18n/translation.ts';

export function explainLastSignInMethod(t: Translate, error: unknown): string | undefined {
  const isLast = error instanceof ApiError && error.code === 'last-sign-in-method';
  return isLast ? t('profile.last-sign-in-method') : undefined;
}
