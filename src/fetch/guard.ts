/**
 * The guard before every connection to an address that a member has set: a page to import, or a webhook endpoint. Without
 * it a member could reach what only this machine can: services on loopback, the home network, the metadata of a cloud.
 *
 * A host name is resolved once, every address it has is checked, and the connection goes to one of these addresses: a
 * second look-up could give another answer (DNS rebinding). Hosts that the operator sets, such as a mail server or an
 * identity provider, do not come through here.
 */
import { lookup, Resolver } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { AddressList } from './address-list.ts';
import { isLocalName, isPublicAddress, ownNetworks } from './public-address.ts';

/** What the operator has set. */
export type FetchSettings = {
  isOn: boolean;
  /** Host names and networks that may be fetched although they are private. */
  privateHosts: readonly string[];
  userAgent: string;
  /** Instead of the machine's own, such as `127.0.0.1:5353`. */
  dnsServers?: readonly string[];
};

/** Other services that read lines, such as mail; from "bad port" of the Fetch standard. Below 1024 only the web's. */
const WEB_PORTS = new Set([80, 443]);
// oxfmt-ignore
const OTHER_SERVICES = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10_080, 11_211,
]);
/** Carries a refusal out of streams and nested calls. */
export class FetchFailure extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}

export class Guard {
  readonly #names: ReadonlySet<string>;
  readonly #networks: AddressList;
  readonly #own = ownNetworks();
  readonly #dnsServers: readonly string[] | undefined;

  constructor({ privateHosts, dnsServers }: FetchSettings) {
    const [networks, names] = splitHosts(privateHosts);
    this.#names = new Set(names);
    this.#networks = new AddressList(networks);
    this.#dnsServers = dnsServers;
  }

  /** Throws unless it is a plain http or https address at a port of the web. */
  parse(text: string, maxLength: number): URL {
    const url = text.length <= maxLength ? URL.parse(text) : null;
    const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
    if (!url || !isWeb || url.username !== '' || url.password !== '' || nameOf(url) === '')
      throw new FetchFailure(refuse('address-invalid'));
    const port = portOf(url);
    if ((port < 1024 && !WEB_PORTS.has(port)) || OTHER_SERVICES.has(port))
      throw new FetchFailure(refuse('address-private'));
    url.hash = '';
    return url;
  }

  /** The addresses of the host. Throws if one of them is not allowed. */
  async resolve(url: URL, signal: AbortSignal): Promise<string[]> {
    const name = nameOf(url);
    if (this.#names.has(name)) return this.#resolveBySystem(name, signal);
    const addresses = isIP(name) === 0 ? await this.#resolveByDns(name, signal) : [name];
    if (addresses.length === 0)
      throw new FetchFailure(refuse(isLocalName(name) ? 'address-private' : 'page-unreachable'));
    if (!addresses.every((address) => this.#isAllowed(address)))
      throw new FetchFailure(refuse('address-private'));
    return addresses;
  }

  #isAllowed(address: string): boolean {
    if (isIP(address) === 0) return false;
    return this.#networks.has(address) || (isPublicAddress(address) && !this.#own.has(address));
  }

  /**
   * Not with `dns.lookup`, which blocks a thread of Node's pool until it ends: a slow name server of an attacker would
   * stop password hashes and files, which need the same four threads.
   */
  async #resolveByDns(name: string, signal: AbortSignal): Promise<string[]> {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (this.#dnsServers) resolver.setServers(this.#dnsServers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    signal.removeEventListener('abort', cancel);
    signal.throwIfAborted();
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  }

  /** With the hosts file and local names, for hosts that the operator has named. */
  async #resolveBySystem(name: string, signal: AbortSignal): Promise<string[]> {
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    });
    const answers = await Promise.race([lookup(name, { all: true }), aborted]);
    return answers.map(({ address }) => address);
  }
}

/** Networks and addresses, and host names. */
function splitHosts(hosts: readonly string[]): [networks: string[], names: string[]] {
  return [hosts.filter(isNetwork), hosts.filter((host) => !isNetwork(host))];
}

function isNetwork(host: string): boolean {
  return isIP(host.replace(/\/\d+$/, '')) !== 0;
}

/** Without brackets and without the final dot. */
function nameOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

type Opening = {
  signal: AbortSignal;
  maxHeaderSize: number;
  headers: Record<string, string>;
  /** With a body the method is POST. */
  body?: string;
};

/** Connects to one of the addresses, whatever the name resolves to now, and resolves with the response's head. */
export async function open(
  url: URL,
  addresses: readonly string[],
  { body, ...opening }: Opening,
): Promise<IncomingMessage> {
  const name = nameOf(url);
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const [first] = found;
  const checked: LookupFunction = (_name, { all }, done) => {
    if (all) done(null, found);
    else done(null, first?.address ?? '', first?.family);
  };
  // Not loaded at the start: importing `node:http` also loads the WebSocket client of Node, which takes some megabytes.
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  return new Promise((resolve, reject) => {
    request(
      {
        ...opening,
        method: body === undefined ? 'GET' : 'POST',
        // Node connects to an address without a look-up.
        host: name,
        lookup: checked,
        port: portOf(url),
        path: url.pathname + url.search,
        servername: isIP(name) === 0 ? name : '',
        rejectUnauthorized: true,
        // A connection of its own, which no other fetch uses.
        agent: false,
        headers: { ...opening.headers, host: url.host },
      },
      resolve,
    )
      .on('error', reject)
      // Without a listener, Node drops the connection after a 101 and reports nothing, not even the deadline.
      .on('upgrade', (_response, socket) => {
        socket.destroy();
        reject(new Error('another protocol'));
      })
      .end(body);
  });
}
