/** Content negotiation by `Accept` and `Accept-Encoding` (RFC 9110, section 12.5). */

/** The content codings that this server uses, in order of preference. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The preferred coding that is available and that the header accepts; undefined for none. */
export function bestEncoding(
  acceptEncoding: string,
  available: { has(encoding: Encoding): boolean },
): Encoding | undefined {
  const accepted = parseAccept(acceptEncoding);
  const isAccepted = (encoding: Encoding) =>
    accepted.some(({ name, weight }) => name === encoding && weight > 0);
  return ENCODINGS.find((encoding) => available.has(encoding) && isAccepted(encoding));
}

/** Whether the client prefers one media type to the default. */
export function prefers(accept: string | undefined, type: string, defaultType: string): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(type)) return false;
  const ranges = parseAccept(accept);
  return weightOf(type, ranges) > weightOf(defaultType, ranges);
}

type Accepted = { name: string; weight: number };

/** The weight is that of section 12.4.2; one that is no number counts as zero. */
function parseAccept(header: string): Accepted[] {
  return header
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { name, weight: weight === undefined ? 1 : Number(weight) || 0 };
    });
}

/** The most specific range that matches the type decides. */
function weightOf(type: string, ranges: Accepted[]): number {
  const patterns = [type, `${type.split('/')[0]}/*`, '*/*'];
  for (const pattern of patterns) {
    const range = ranges.find(({ name }) => name === pattern);
    if (range) return range.weight;
  }
  return 0;
}
