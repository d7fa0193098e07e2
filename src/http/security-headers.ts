/**
 * Headers that every response carries, whatever its status: no sniffing of types, no framing, nothing loaded
 * by a response that is opened as a document, no referrer, who may embed it, and https only where the
 * service is reached by https.
 */

/** Two years, as the preload lists of browsers ask for; ASVS 3.4.1 asks for one, with all subdomains. */
const HSTS = 'max-age=63072000; includeSubDomains';

/** For responses that are not pages. A page has its own policy, which also forbids framing. */
const NO_PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `cross-origin` is for the public API, which any web page may read. */
type Embedding = 'same-origin' | 'cross-origin';

export function securityHeaders(
  publicUrl: string | undefined,
  embedding: Embedding = 'same-origin',
): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': NO_PAGE_POLICY,
    'Cross-Origin-Resource-Policy': embedding,
    // Browsers ignore it over plain http, where it would also be wrong.
    ...(publicUrl?.startsWith('https:') && { 'Strict-Transport-Security': HSTS }),
  };
}

/** For the bare HTTP server, which does not know the settings: responses before the start, and to bytes that are not HTTP. */
export const BARE_SECURITY_HEADERS = securityHeaders(undefined);

/** Headers as they stand on the wire. */
export function headerLines(headers: Record<string, string | number>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}
