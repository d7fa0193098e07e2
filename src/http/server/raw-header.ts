/**
 * Reads one header from the raw list. `headers` of Node builds an object of all headers at its first use, which
 * costs more than everything else that a cached response needs.
 */
import type { IncomingMessage } from 'node:http';

/** `name` is in lower case. The values of a repeated header are joined, as Node does. */
export function rawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  let value: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const rawName = rawHeaders[at] as string;
    if (rawName.length !== name.length || rawName.toLowerCase() !== name) continue;
    value = value === undefined ? rawHeaders[at + 1] : `${value}, ${rawHeaders[at + 1]}`;
  }
  return value;
}
