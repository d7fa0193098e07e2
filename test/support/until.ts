/** Waiting for a condition, on a machine that may be busy. */

/** The default of `until` and of pages. Long, because only a failing test waits for its end. */
export const TIMEOUT_MS = 90_000;
const [MIN_PAUSE_MS, MAX_PAUSE_MS] = [10, 200];

/**
 * The limit for a promised time. Tests share the cores with others, so it is ten times as long: still shorter than the
 * poll or the timeout that would replace what is broken. `npm run chaos` and `npm run bench` measure the promises.
 */
export function allowedMs(promisedMs: number): number {
  return 10 * promisedMs;
}

/** Polls until the condition holds, and fails after the timeout. Pass a time only if the product promises it. */
export async function until(what: string, isMet: () => Promise<boolean> | boolean, promisedMs?: number) {
  const timeoutMs = promisedMs === undefined ? TIMEOUT_MS : allowedMs(promisedMs);
  const startedAt = performance.now();
  while (!(await isMet())) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > timeoutMs) throw new Error(`Not within ${Math.round(timeoutMs)} ms: ${what}`);
    // Polls less and less often: other tests need the processor time.
    const pauseMs = Math.min(MIN_PAUSE_MS + waitedMs / 4, MAX_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
