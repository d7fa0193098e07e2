/** Calls `work` when the browser has nothing else to do, or after the time. Safari has no requestIdleCallback. */
export function whenIdle(work: () => void, timeoutMs: number): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: timeoutMs });
  else setTimeout(work, Math.min(timeoutMs, 1_000));
}
