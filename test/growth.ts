/**
 * How the time of a parser grows with the length of its input. By the clock, and the fastest of several runs counts:
 * processor time is only known to the hundredth of a second on some systems.
 */

/** Below this, steps are small and no input may take long, so that exponential time is seen before it is endless. */
const SHORT = 256;
const LONG = 65_536;
/** What takes less is linear for our purposes: in quadratic time the longest input takes a hundred times as long. */
const QUICK_MS = 8;
const ENDLESS_MS = 100;
/** Over five doublings linear time grows by 32, quadratic time by 1,024. */
const DOUBLINGS = 5;
const MOST_GROWTH = 180;
const RUNS = 4;

/** The fastest of a few runs: what a busy machine adds is not the parser's doing. */
export function fastestMs(work: () => void, runs = RUNS): number {
  let fastest = Infinity;
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    work();
    fastest = Math.min(fastest, performance.now() - start);
  }
  return fastest;
}

/** Where the time grows faster than the length of the input; undefined where it does not. */
export function findFastGrowth(
  parse: (text: string) => unknown,
  makeText: (length: number) => string,
  longest = LONG,
): string | undefined {
  const isSlow = (length: number, limitMs: number): boolean => {
    const text = makeText(length);
    return fastestMs(() => parse(text), 1) > limitMs && fastestMs(() => parse(text)) > limitMs;
  };
  for (let length = 8; length < SHORT; length += 4) {
    if (isSlow(length, QUICK_MS)) return `${length} characters take more than ${QUICK_MS} ms`;
  }
  for (let length = SHORT; length < longest; length *= 2) {
    if (isSlow(length, ENDLESS_MS)) return `${length} characters take more than ${ENDLESS_MS} ms`;
  }
  if (!isSlow(longest, QUICK_MS)) return undefined;
  const [text, shorter] = [makeText(longest), makeText(longest / 2 ** DOUBLINGS)];
  const [ms, shorterMs] = [fastestMs(() => parse(text)), fastestMs(() => parse(shorter))];
  if (ms < shorterMs * MOST_GROWTH) return undefined;
  return `${longest} characters take ${ms.toFixed(1)} ms, ${shorter.length} take ${shorterMs.toFixed(2)} ms`;
}
