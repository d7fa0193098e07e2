/** What a key may do, in words. */
import { findScopeSet, isAppPassword, type Scope, type ScopeSet } from '#domain/family/scopes.ts';
import type { MessageId } from '#languages/message-ids.ts';
import type { Translate } from '#web/base/i18n/translation.ts';

export const SET_NAMES: Record<ScopeSet, MessageId> = {
  display: 'profile.scope-set.display',
  shopping: 'profile.scope-set.shopping',
  full: 'profile.scope-set.full',
};

export const SET_MEANINGS: Record<ScopeSet, MessageId> = {
  display: 'profile.scope-set.display-means',
  shopping: 'profile.scope-set.shopping-means',
  full: 'profile.scope-set.full-means',
};

export const SCOPE_NAMES: Record<Scope, MessageId> = {
  'plans:read': 'profile.scope.plans-read',
  'plans:write': 'profile.scope.plans-write',
  'lists:read': 'profile.scope.lists-read',
  'lists:write': 'profile.scope.lists-write',
  'recipes:read': 'profile.scope.recipes-read',
  'recipes:write': 'profile.scope.recipes-write',
  'pantry:read': 'profile.scope.pantry-read',
  'pantry:write': 'profile.scope.pantry-write',
  'eaters:read': 'profile.scope.eaters-read',
};

export function scopesText(scopes: readonly Scope[], t: Translate): string {
  if (isAppPassword(scopes)) return t('profile.app-password-means');
  const set = findScopeSet(scopes);
  return set ? t(SET_MEANINGS[set]) : scopes.map((scope) => t(SCOPE_NAMES[scope])).join(', ');
}
