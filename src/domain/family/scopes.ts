/** The scopes of an API key: what a program outside the app may read and change. */

/**
 * In canonical order, which is also that of their bits; a new one goes to the end. `eaters:read` is for who is warned about
 * a dish and why, which is about health; without it, a warning says only that the dish is not for everyone.
 */
export const SCOPES = [
  'plans:read',
  'plans:write',
  'lists:read',
  'lists:write',
  'recipes:read',
  'recipes:write',
  'pantry:read',
  'pantry:write',
  'eaters:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Ready sets. A key that is made without a choice is for a display. */
export const SCOPE_SETS = {
  display: ['plans:read', 'lists:read', 'recipes:read'],
  shopping: ['lists:read', 'lists:write'],
  full: SCOPES,
} as const satisfies Record<string, readonly Scope[]>;
export type ScopeSet = keyof typeof SCOPE_SETS;

/** Of an app password: the meals to look at, and the shopping list to work with, in the apps of a phone. */
export const APP_PASSWORD_SCOPES: readonly Scope[] = ['plans:read', 'lists:read', 'lists:write'];

export function isAppPassword(scopes: readonly Scope[]): boolean {
  return scopesText(scopes) === scopesText(APP_PASSWORD_SCOPES);
}

export const DEFAULT_SCOPES: readonly Scope[] = SCOPE_SETS.display;

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/** In canonical order, each once. */
export function orderScopes(scopes: readonly Scope[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}

/** As stored: in canonical order, with a space between them. */
export function scopesText(scopes: readonly Scope[]): string {
  return orderScopes(scopes).join(' ');
}

/** The inverse. A scope of a newer version, which may run on the same database, is ignored. */
export function scopesIn(text: string): Scope[] {
  return orderScopes(text.split(' ').filter(isScope));
}

/** The set that has exactly these scopes. */
export function findScopeSet(scopes: readonly Scope[]): ScopeSet | undefined {
  const text = scopesText(scopes);
  return (Object.keys(SCOPE_SETS) as ScopeSet[]).find((set) => scopesText(SCOPE_SETS[set]) === text);
}

/** What a key needs to see what it changes by this scope. */
export function readScopeOf(scope: Scope): Scope {
  return scope.replace(':write', ':read') as Scope;
}

/** `bits` of a key. */
export function hasScope(bits: number, scope: Scope): boolean {
  return (bits & scopeBits([scope])) !== 0;
}

/** One bit for each scope, so that a request is checked with one operation. */
export function scopeBits(scopes: readonly Scope[]): number {
  return scopes.reduce((bits, scope) => bits | (1 << SCOPES.indexOf(scope)), 0);
}
