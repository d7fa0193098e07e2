/** Host names and addresses as they stand in a `Host` header, in one form for each. */

/** `name`, `name:port`, an IPv4 or an IPv6 address, with or without brackets. */
const HOST = /^(?:[\p{L}\p{M}\p{N}._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/iu;
const BARE_IPV6 = /^[0-9a-f]*:[0-9a-f.]*:[0-9a-f:.]*$/i;

/**
 * Lower case, punycode, IPv6 in its short form and in brackets, no dot at the end; the port only if it was
 * given. Undefined for what is no host.
 */
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
