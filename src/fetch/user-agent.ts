/** What we call ourselves at other sites: who asks, in which version, and where to complain. */
import { readFileSync } from 'node:fs';

export function userAgent(publicUrl: string | undefined): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return `Weekfare/${version}${publicUrl === undefined ? '' : ` (+${publicUrl})`}`;
}
