/** Latencies of correct responses, counted from when each request was due, and the faults of the others. */
import { runAtRate } from '../rate.ts';

export class Latencies {
  readonly #ms: number[] = [];
  /** Number of incorrect responses by fault. */
  readonly #faults = new Map<string, number>();

  get answered(): number {
    return this.#ms.length;
  }

  /** A percentile: 0.99 for p99. */
  at(share: number): number {
    const sorted = this.#ms.toSorted((first, second) => first - second);
    return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  }

  /**
   * Sends requests at a constant rate without waiting for responses. `request` returns the fault of its response,
   * or undefined.
   */
  async collect(perSecond: number, times: number, request: (at: number) => Promise<string | undefined>) {
    const startedAt = performance.now();
    await runAtRate(
      perSecond,
      (started) => started < times,
      async (at) => {
        const fault = await request(at).catch((error: Error) => error.message);
        if (fault === undefined) this.#ms.push(performance.now() - startedAt - (at / perSecond) * 1_000);
        else this.#faults.set(fault, (this.#faults.get(fault) ?? 0) + 1);
      },
    );
  }

  get faults(): string[] {
    return Array.from(this.#faults, ([fault, times]) => `${times.toLocaleString('en')} times: ${fault}`);
  }
}

export function inMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
