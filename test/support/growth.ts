/**
 * Measures how the time of a parser grows with the length of its input. Wall time decides for most inputs. An input
 * that seems slow is measured again in processor time, which does not depend on the load of the machine.
 */

/** Up to this length the steps and the limit are small, to detect exponential time before it blocks the test. */
const SHORT_LENGTH = 256;
const MAX_LENGTH = 32_768;
/** Less than this counts as linear: in quadratic time the longest input takes a second or more. */
const FAST_MS = 8;
const MAX_MS = 100;
/** Over five doublings linear time grows by 32, quadratic time by 1,024. */
const DOUBLINGS = 5;
const MAX_GROWTH = 150;
/** Some systems report processor time in steps of 10 ms, so runs are repeated for this long. */
const MIN_MEASURED_MS = 50;

/** The wall time of a run. */
export function wallMs(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** The mean processor time of a run. */
export function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  for (let runs = 1; ; runs += 1) {
    work();
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1_000;
    if (ms >= MIN_MEASURED_MS) return ms / runs;
  }
}

/** Describes where the time grows faster than the length of the input; undefined if it does not. */
export function findFastGrowth(
  parse: (text: string) => unknown,
  makeText: (length: number) => string,
  maxLength = MAX_LENGTH,
): string | undefined {
  const isSlow = (length: number, limitMs: number): boolean => {
    const text = makeText(length);
    const work = () => void parse(text);
    return wallMs(work) > limitMs && wallMs(work) > limitMs && cpuMs(work) > limitMs;
  };
  for (let length = 8; length < SHORT_LENGTH; length += 4) {
    if (isSlow(length, FAST_MS)) return `${length} characters take more than ${FAST_MS} ms`;
  }
  for (let length = SHORT_LENGTH; length < maxLength; length *= 2) {
    if (isSlow(length, MAX_MS)) return `${length} characters take more than ${MAX_MS} ms`;
  }
  const [text, shorter] = [makeText(maxLength), makeText(maxLength / 2 ** DOUBLINGS)];
  const work = () => void parse(text);
  if (wallMs(work) <= FAST_MS || wallMs(work) <= FAST_MS) return undefined;
  const ms = cpuMs(work);
  if (ms <= FAST_MS) return undefined;
  const shorterMs = cpuMs(() => parse(shorter));
  if (ms < shorterMs * MAX_GROWTH) return undefined;
  return `${maxLength} characters take ${ms.toFixed(1)} ms, ${shorter.length} take ${shorterMs.toFixed(2)} ms`;
}
