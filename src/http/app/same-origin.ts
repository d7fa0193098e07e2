/**
 * Whether a change comes from our own pages. Browsers say so in `Sec-Fetch-Site`; where that is
 * missing (old ones, and plain http outside localhost) `Origin` must name the host we were asked at.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** Whether another site's page sends a read: it could not see the answer, but could make us work. */
export function isFromOtherSite(headers: IncomingHttpHeaders): boolean {
  return ['cross-site', 'same-site'].includes(headers['sec-fetch-site']?.toString() ?? '');
}

export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (!origin || !URL.canParse(origin)) return false;
  const asked = new URL(origin);
  return publicUrl === undefined ? asked.host === host : asked.origin === new URL(publicUrl).origin;
}
