/** When and how long to wait before a request is sent again. */

/** Too many requests, and a server or proxy that is away for a moment. */
export const isTemporary = (status: number): boolean => [429, 502, 503, 504].includes(status);

/** Doubles with each failure. The random part spreads clients that lost the same server. */
export function backOffMs(baseMs: number, failures: number): number {
  const ms = Math.min(baseMs * 2 ** failures, Math.max(baseMs, 30_000));
  return ms * (0.75 + Math.random() / 4);
}

/** Rejects with the reason of the signal when it is aborted. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
  });
}
