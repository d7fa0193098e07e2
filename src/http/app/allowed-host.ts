/**
 * Against DNS rebinding: a stranger's page whose name suddenly resolves to this server is of the same origin as we
 * are, and only `Host` tells the difference. With PUBLIC_URL the origin is compared with that; without it, changes
 * are accepted under names that no stranger can own: this machine's, private addresses, those the operator lists.
 */
import { BlockList, isIP } from 'node:net';
import { hostnameOf, parseHost } from '#domain/text/host.ts';

/** Loopback, RFC 1918, carrier-grade NAT, link-local; loopback, unique local and link-local of IPv6. */
const NETWORKS: [string, number, 'ipv4' | 'ipv6'][] = [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
];

const privateNetworks = new BlockList();
for (const [network, bits, family] of NETWORKS) privateNetworks.addSubnet(network, bits, family);

/** `allowed` as `parseHost` writes them: without a port they are allowed at every port. */
export function isAllowedHost(header: string | undefined, allowed: readonly string[]): boolean {
  const host = parseHost(header ?? '');
  if (host === undefined) return false;
  const name = hostnameOf(host);
  if (name === 'localhost' || name.endsWith('.localhost') || isPrivate(name)) return true;
  // Browsers leave out the port that http has by itself.
  const withPort = host === name ? `${name}:80` : host;
  return allowed.includes(name) || allowed.includes(withPort);
}

function isPrivate(name: string): boolean {
  const address = name.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family !== 0 && privateNetworks.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
