/** Which of two forms of an answer an `Accept` header would rather have (RFC 9110, 12.5.1). */

/** Whether this type is liked better than the other, which everyone gets who does not care. */
export function prefers(accept: string | undefined, type: string, other: string): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(type)) return false;
  const ranges = accept.toLowerCase().split(',').map(parseRange);
  return weightOf(type, ranges) > weightOf(other, ranges);
}

type Range = { type: string; weight: number };

function parseRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
  return { type, weight: weight === undefined ? 1 : Number(weight) || 0 };
}

/** The range that names the type most exactly decides. */
function weightOf(type: string, ranges: Range[]): number {
  const names = [type, `${type.split('/')[0]}/*`, '*/*'];
  for (const name of names) {
    const range = ranges.find((each) => each.type === name);
    if (range) return range.weight;
  }
  return 0;
}
