/**
 * The pages of the web app. The server serves the app at these paths and returns 404 for all others; the app
 * shows a component for each.
 */

/** `members` need a session; `signed-out` redirects a signed-in member. */
type Access = 'members' | 'signed-out' | 'anyone';

export const PAGES = {
  '/': 'anyone',
  '/week/:week': 'members',
  '/recipes': 'members',
  '/recipes/import': 'members',
  // The bookmarklet opens it and hands a page over.
  '/recipes/handover': 'members',
  '/recipes/new': 'members',
  '/recipes/:recipe': 'members',
  '/recipes/:recipe/cook': 'members',
  '/recipes/:recipe/edit': 'members',
  '/list': 'members',
  '/list/:week': 'members',
  // Preferences. The path is older than the name, and bookmarks use it.
  '/preferences': 'members',
  // The first steps after sign-up.
  '/start': 'members',
  // The page "Family". The path is older than the name.
  '/profile': 'members',
  '/profile/displays': 'members',
  '/display': 'anyone',
  // The list of the current week, by a link of the family.
  '/shared-list': 'anyone',
  '/sign-in': 'signed-out',
  '/sign-up': 'signed-out',
  '/join': 'anyone',
  // The identity provider sends browsers back to it.
  '/oidc': 'anyone',
  '/reset': 'anyone',
  '/confirm': 'anyone',
  '/recovery-codes': 'members',
  '/removed': 'anyone',
} as const satisfies Record<string, Access>;

export type PagePath = keyof typeof PAGES;

/** `findPage('/list/2026-11-09')` is `['/list/:week', '2026-11-09']`. */
export function findPage(path: string): [page: PagePath, parameter: string] | undefined {
  const parts = path.split('/');
  for (const page of Object.keys(PAGES) as PagePath[]) {
    const names = page.split('/');
    const matches = names.every((name, at) => (isParameter(name) ? parts[at] : name === parts[at]));
    if (matches && names.length === parts.length) return [page, parts[names.findIndex(isParameter)] ?? ''];
  }
  return undefined;
}

function isParameter(name: string): boolean {
  return name.startsWith(':');
}
