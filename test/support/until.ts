/** Waiting for a condition, on a machine that may be busy. */
import { availableParallelism, loadavg } from 'node:os';

/** Shorter than the 30 s after which a page polls anyway. */
const DEFAULT_MS = 20_000;
const [MIN_PAUSE_MS, MAX_PAUSE_MS] = [10, 200];

/** A promised time, extended by the share of the processes that wait for a core. */
export function allowedMs(promisedMs: number): number {
  const [load = 0] = loadavg();
  return promisedMs * (1 + load / availableParallelism());
}

/**
 * Polls until the condition holds, and fails after the timeout. Pass a time only if the product promises it; the
 * default is long enough for a busy machine.
 */
export async function until(what: string, isMet: () => Promise<boolean> | boolean, promisedMs?: number) {
  const timeoutMs = promisedMs === undefined ? DEFAULT_MS : allowedMs(promisedMs);
  const startedAt = performance.now();
  while (!(await isMet())) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > timeoutMs) throw new Error(`Not within ${Math.round(timeoutMs)} ms: ${what}`);
    // Polls less and less often: other tests need the processor time.
    const pauseMs = Math.min(MIN_PAUSE_MS + waitedMs / 4, MAX_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
