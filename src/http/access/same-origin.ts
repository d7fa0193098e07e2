/**
 * Whether a request comes from our own pages. Browsers report it in `Sec-Fetch-Site`; where that is missing (old
 * browsers, and plain http outside localhost), `Origin` must match the host of the request.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** Whether a page of another site sends a read: it could not see the response, but could cause load. */
export function isFromOtherSite(headers: IncomingHttpHeaders): boolean {
  return ['cross-site', 'same-site'].includes(headers['sec-fetch-site']?.toString() ?? '');
}

export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (!origin || !URL.canParse(origin)) return false;
  const sender = new URL(origin);
  return publicUrl === undefined ? sender.host === host : sender.origin === new URL(publicUrl).origin;
}
