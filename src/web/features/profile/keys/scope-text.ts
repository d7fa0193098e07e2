/** What a key may do, in words. */
import { findScopeSet, isAppPassword, type Scope } from '#domain/family/scopes.ts';
import type { Translate } from '#web/base/i18n/translation.ts';

export function scopesText(scopes: readonly Scope[], t: Translate): string {
  if (isAppPassword(scopes)) return t('profile.app-password-means');
  const set = findScopeSet(scopes);
  return set
    ? t(`profile.scope-set.${set}-means`)
    : scopes.map((scope) => t(`profile.scope.${scope}`)).join(', ');
}
