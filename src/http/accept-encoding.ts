/** Content negotiation by `Accept-Encoding` (RFC 9110, section 12.5.3). */

/** The content codings that this server uses, in order of preference. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The preferred coding that is available and that the header accepts; undefined for none. */
export function bestEncoding(
  acceptEncoding: string,
  available: { has(encoding: Encoding): boolean },
): Encoding | undefined {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.split(';').map((part) => part.trim()));
  const isAccepted = (encoding: Encoding) =>
    accepted.some(([name, ...parameters]) => name === encoding && weightIn(parameters) > 0);
  return ENCODINGS.find((encoding) => available.has(encoding) && isAccepted(encoding));
}

/** RFC 9110, section 12.4.2. */
function weightIn(parameters: string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return weight === undefined ? 1 : Number(weight.slice(2));
}
