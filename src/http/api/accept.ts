/** Content negotiation between two media types by the `Accept` header (RFC 9110, section 12.5.1). */

/** Whether the client prefers `type` to `defaultType`. */
export function prefers(accept: string | undefined, type: string, defaultType: string): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(type)) return false;
  const ranges = accept.toLowerCase().split(',').map(parseRange);
  return weightOf(type, ranges) > weightOf(defaultType, ranges);
}

type MediaRange = { type: string; weight: number };

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { type, weight: weight === undefined ? 1 : Number(weight) || 0 };
}

/** The most specific range that matches the type decides. */
function weightOf(type: string, ranges: MediaRange[]): number {
  const patterns = [type, `${type.split('/')[0]}/*`, '*/*'];
  for (const pattern of patterns) {
    const range = ranges.find((each) => each.type === pattern);
    if (range) return range.weight;
  }
  return 0;
}
