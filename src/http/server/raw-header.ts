/**
 * One header from the list as it was sent. Node's own `headers` makes an object of all of them at
 * the first look, which costs more than everything else a warm answer needs.
 */
import type { IncomingMessage } from 'node:http';

/** The value, or undefined; of a header sent twice both values, as Node joins them. The name is in small letters. */
export function rawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  let value: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] as string;
    if (given.length !== name.length || given.toLowerCase() !== name) continue;
    value = value === undefined ? rawHeaders[at + 1] : `${value}, ${rawHeaders[at + 1]}`;
  }
  return value;
}
