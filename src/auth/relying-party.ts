/**
 * The relying party of passkeys (WebAuthn): the host name that they belong to. It comes from PUBLIC_URL. Browsers
 * refuse passkeys at an IP address, and over plain http except on the same machine.
 */
import { isIP } from 'node:net';

export type RelyingParty = { id: string; origin: string };

/** Why passkeys cannot work at an address. */
export type NoPasskeys = 'needs-name' | 'needs-https';

/** `origin` is PUBLIC_URL, or the origin of the request. */
export function relyingPartyAt(origin: string): RelyingParty | NoPasskeys {
  const url = URL.parse(origin);
  const id = url?.hostname ?? '';
  if (!url || isIP(id.replace(/^\[(.*)\]$/, '$1')) !== 0) return 'needs-name';
  const isLocal = id === 'localhost' || id.endsWith('.localhost');
  return url.protocol === 'https:' || isLocal ? { id, origin: url.origin } : 'needs-https';
}
