/**
 * Sends the browser to the identity provider. What the page needs after the return stays in the tab, so that no other
 * site can choose it.
 */
import { api } from '#web/base/api.ts';

/** `back` is the page to return to. */
export type PendingAuthorization = { purpose: keyof typeof STARTS; back: string; invitation?: string };

const STARTS = {
  'sign-in': 'POST /app/api/oidc/start',
  link: 'POST /app/api/identities/start',
  reauthenticate: 'POST /app/api/reauthentication/oidc/start',
} as const;
const KEY = 'weekfare-authorization';

/** Leaves the page, so callers never continue. */
export async function startAuthorization(pending: PendingAuthorization): Promise<never> {
  const { url } = await api(STARTS[pending.purpose]);
  sessionStorage.setItem(KEY, JSON.stringify(pending));
  location.assign(url);
  return new Promise(() => {});
}

/** What the tab was about to do, once; undefined if it has sent nobody to the provider. */
export function takePendingAuthorization(): PendingAuthorization | undefined {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return stored === null ? undefined : (JSON.parse(stored) as PendingAuthorization);
}
