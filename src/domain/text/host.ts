/** Parses the value of a `Host` header into a canonical form. */

/** `name`, `name:port`, an IPv4 or an IPv6 address, with or without brackets. */
const HOST = /^(?:[\p{L}\p{M}\p{N}._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/iu;
const BARE_IPV6 = /^[0-9a-f]*:[0-9a-f.]*:[0-9a-f:.]*$/i;

/** Lower case, punycode, short IPv6 in brackets, no final dot; with the port only if given. Undefined if invalid. */
export function parseHost(text: string): string | undefined {
  const host = BARE_IPV6.test(text) ? `[${text}]` : text;
  const url = HOST.test(host) ? URL.parse(`http://${host}/`) : null;
  if (!url) return undefined;
  const name = url.hostname.replace(/\.$/, '');
  const port = /:(\d+)$/.exec(host.replace(/^\[.*\]/, ''))?.[1];
  return name === '' ? undefined : port === undefined ? name : `${name}:${Number(port)}`;
}

/** Without the port. */
export function hostnameOf(host: string): string {
  return host.replace(/:\d+$/, '');
}
