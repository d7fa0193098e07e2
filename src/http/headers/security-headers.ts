/**
 * Security headers of every response, whatever its status: no MIME sniffing, no framing, no resources for a response
 * that is opened as a document, no referrer, which origins may embed it, and HSTS where the service has https.
 */

/** Two years, as the preload lists of browsers require; ASVS 3.4.1 requires one, with all subdomains. */
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

/** For the listener, which does not know the settings: responses before the start, and to bytes that are not HTTP. */
export const BARE_SECURITY_HEADERS = securityHeaders(undefined);

/** Headers as lines, as on the wire. */
export function headerLines(headers: Record<string, string | number>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}
