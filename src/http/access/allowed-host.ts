/**
 * Prevents DNS rebinding: if an attacker's domain name suddenly resolves to this server, the attacker's page has the
 * same origin as this service, and only `Host` shows the difference. With PUBLIC_URL the origin is compared with that;
 * without it, changes are accepted only under names that no attacker can own: those of this machine, private addresses,
 * and names that the operator lists.
 */
import { isIP } from 'node:net';
import { hostnameOf, parseHost } from '#domain/text/host.ts';
import { AddressList } from '#fetch/address-list.ts';

/** Loopback, RFC 1918, carrier-grade NAT, link-local; loopback, unique local and link-local of IPv6. */
const PRIVATE_NETWORKS = new AddressList([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]);

/** `allowed` in the form of `parseHost`: a name without a port is allowed at every port. */
export function isAllowedHost(header: string | undefined, allowed: readonly string[]): boolean {
  const host = parseHost(header ?? '');
  if (host === undefined) return false;
  const name = hostnameOf(host);
  if (name === 'localhost' || name.endsWith('.localhost') || isPrivate(name)) return true;
  // Browsers omit the default port of http.
  const withPort = host === name ? `${name}:80` : host;
  return allowed.includes(name) || allowed.includes(withPort);
}

function isPrivate(name: string): boolean {
  const address = name.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) !== 0 && PRIVATE_NETWORKS.has(address);
}
