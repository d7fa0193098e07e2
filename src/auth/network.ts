/** The network of a client's address, which limits and queues count. */
import { isIPv6 } from 'node:net';

export type Network = {
  /** An IPv4 address, or the /64 of an IPv6 address: a client can use any address of its /64. */
  link: string;
  /** The same IPv4 address, or the /48 of an IPv6 address: a provider assigns up to a /48 to a customer. */
  site: string;
};

/** The networks of an address, each with its limit: the link, and the site if it is a larger network. */
export function networkLimits(
  address: string,
  { perLink, perSite }: { perLink: number; perSite: number },
): [network: string, max: number][] {
  const { link, site } = networkOf(address);
  return link === site
    ? [[link, perLink]]
    : [
        [link, perLink],
        [site, perSite],
      ];
}

export function networkOf(address: string): Network {
  const groups = parseIPv6(address);
  if (!groups) return { link: address, site: address };
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) {
    const mapped = groups.slice(6).flatMap((group) => [group >> 8, group & 255]);
    return { link: mapped.join('.'), site: mapped.join('.') };
  }
  const prefix = (count: number) =>
    groups
      .slice(0, count)
      .map((group) => group.toString(16))
      .join(':');
  return { link: `${prefix(4)}::/64`, site: `${prefix(3)}::/48` };
}

/** The eight groups of an IPv6 address; undefined for any other text. */
function parseIPv6(address: string): number[] | undefined {
  const [withoutZone = ''] = address.split('%', 1);
  if (!isIPv6(withoutZone)) return undefined;
  const [head = '', tail] = withoutZone.split('::');
  const [before, after] = [groupsIn(head), groupsIn(tail ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function groupsIn(text: string): number[] {
  return text
    .split(':')
    .filter(Boolean)
    .flatMap((group) => {
      if (!group.includes('.')) return [Number.parseInt(group, 16)];
      const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
      return [a * 256 + b, c * 256 + d];
    });
}
