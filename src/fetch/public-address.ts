/**
 * Decides whether an IP address is on the public internet, by the IANA registries of special-purpose addresses
 * (https://www.iana.org/assignments/iana-ipv4-special-registry, iana-ipv6-special-registry; read in November 2026), and
 * whether a host name can be.
 */
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { AddressList } from './address-list.ts';

const SPECIAL_IPV4 = new AddressList([
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; also Alibaba's metadata, 100.100.100.200
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's host agent, in no registry
  '169.254.0.0/16', // link-local; also the metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; also Oracle's metadata, 192.0.0.192
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]);

/**
 * Global unicast, the only public range of IPv6. It excludes loopback, IPv4-mapped and -compatible, NAT64 (64:ff9b::/96
 * and 64:ff9b:1::/48), discard-only, segment routing, unique local, link-local, site-local and multicast.
 */
const GLOBAL_UNICAST_IPV6 = new AddressList(['2000::/3']);

const SPECIAL_IPV6 = new AddressList([
  '2001::/23', // protocol assignments: Teredo, benchmarks, AMT, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: contains an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]);

export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !SPECIAL_IPV4.has(address);
  return GLOBAL_UNICAST_IPV6.has(address) && !SPECIAL_IPV6.has(address);
}

/**
 * The networks this machine is in. A home network has public IPv6 addresses too, and the router's firewall, which
 * protects them from outside, does not protect them from this machine.
 */
export function ownNetworks(): AddressList {
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new AddressList(interfaces.flatMap(({ cidr }) => cidr ?? []));
}

/**
 * Names that the public DNS never resolves (RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`), and the usual ones of
 * home routers.
 */
const LOCAL_NAME = /^[^.]*$|\.(?:local|localhost|localdomain|lan|home|internal|home\.arpa)$/;

/** Whether a name that was not found will not be found later either. `name`: in lower case, without the final dot. */
export function isLocalName(name: string): boolean {
  return LOCAL_NAME.test(name);
}
