/** A set of IP addresses and networks, such as `TRUSTED_PROXIES`. */
import { BlockList, isIPv6 } from 'node:net';

export class AddressList {
  readonly #list = new BlockList();

  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      if (bits === undefined) this.#list.addAddress(address, familyOf(address));
      else this.#list.addSubnet(address, Number(bits), familyOf(address));
    }
  }

  /** An IPv4 address in IPv6 notation counts as the IPv4 address. */
  has(address: string): boolean {
    return this.#list.check(address, familyOf(address));
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
