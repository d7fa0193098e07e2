/**
 * How the time of a parser grows with the length of its input. A look at the clock decides for most inputs. What
 * seems slow is measured again in processor time, which a busy machine does not change.
 */

/** Below this, steps are small and no input may take long, so that exponential time is seen before it is endless. */
const SHORT = 256;
const LONG = 65_536;
/** What takes less is linear for our purposes: in quadratic time the longest input takes a hundred times as long. */
const QUICK_MS = 8;
const ENDLESS_MS = 100;
/** Over five doublings linear time grows by 32, quadratic time by 1,024. */
const DOUBLINGS = 5;
const MAX_GROWTH = 150;
/** Processor time is only known to the hundredth of a second on some systems, so runs are repeated for so long. */
const MEASURED_MS = 50;

/** The fastest of a few runs by the clock. */
export function fastestMs(work: () => void, runs: number): number {
  let fastest = Infinity;
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    work();
    fastest = Math.min(fastest, performance.now() - start);
  }
  return fastest;
}

/** Processor time of one run. */
function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  for (let runs = 1; ; runs += 1) {
    work();
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1_000;
    if (ms >= MEASURED_MS) return ms / runs;
  }
}

/** Where the time grows faster than the length of the input; undefined where it does not. */
export function findFastGrowth(
  parse: (text: string) => unknown,
  makeText: (length: number) => string,
  longest = LONG,
): string | undefined {
  const isSlow = (length: number, limitMs: number): boolean => {
    const text = makeText(length);
    return fastestMs(() => parse(text), 2) > limitMs && cpuMs(() => parse(text)) > limitMs;
  };
  for (let length = 8; length < SHORT; length += 4) {
    if (isSlow(length, QUICK_MS)) return `${length} characters take more than ${QUICK_MS} ms`;
  }
  for (let length = SHORT; length < longest; length *= 2) {
    if (isSlow(length, ENDLESS_MS)) return `${length} characters take more than ${ENDLESS_MS} ms`;
  }
  if (!isSlow(longest, QUICK_MS)) return undefined;
  const [text, shorter] = [makeText(longest), makeText(longest / 2 ** DOUBLINGS)];
  const [ms, shorterMs] = [cpuMs(() => parse(text)), cpuMs(() => parse(shorter))];
  if (ms < shorterMs * MAX_GROWTH) return undefined;
  return `${longest} characters take ${ms.toFixed(1)} ms, ${shorter.length} take ${shorterMs.toFixed(2)} ms`;
}
