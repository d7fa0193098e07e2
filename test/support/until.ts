/** Waiting for a condition, on a machine that may be busy. */
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/** The default of `until` and of pages. Long, because only a failing test waits for its end. */
export const TIMEOUT_MS = 90_000;
const [MIN_PAUSE_MS, MAX_PAUSE_MS] = [10, 200];

/** A promised time, extended by the share of the processes that wait for a core, and of the cores that are taken away. */
export function allowedMs(promisedMs: number): number {
  const [load = 0] = loadavg();
  return (promisedMs * (1 + load / availableParallelism())) / (1 - stolenShare());
}

let [ticksBefore, stolenBefore] = [0, 0];

/** The share of processor time that the host of a virtual machine gave to others since the last call, at most 0.9. */
function stolenShare(): number {
  if (process.platform !== 'linux') return 0;
  const ticks =
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/).slice(1, 9).map(Number) ?? [];
  const [total, stolen] = [ticks.reduce((sum, one) => sum + one, 0), ticks[7] ?? 0];
  const share = (stolen - stolenBefore) / Math.max(1, total - ticksBefore);
  [ticksBefore, stolenBefore] = [total, stolen];
  return Math.min(share, 0.9);
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
