/** Latencies of good responses, measured from when their requests were due, and what was wrong with the others. */
import { runAtRate } from '../rate.ts';

export class Latencies {
  readonly #ms: number[] = [];
  /** What came instead of a good response, and how often. */
  readonly #wrong = new Map<string, number>();

  get answered(): number {
    return this.#ms.length;
  }

  /** A percentile: 0.99 for p99. */
  at(share: number): number {
    const sorted = this.#ms.toSorted((one, other) => one - other);
    return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  }

  /**
   * Sends requests at a constant rate, whether or not earlier ones are answered. `ask` returns what is wrong with
   * a response, if anything.
   */
  async collect(perSecond: number, times: number, ask: (at: number) => Promise<string | undefined>) {
    const startedAt = performance.now();
    await runAtRate(
      perSecond,
      (begun) => begun < times,
      async (at) => {
        const wrong = await ask(at).catch((error: Error) => error.message);
        if (wrong === undefined) this.#ms.push(performance.now() - startedAt - (at / perSecond) * 1_000);
        else this.#wrong.set(wrong, (this.#wrong.get(wrong) ?? 0) + 1);
      },
    );
  }

  get faults(): string[] {
    return Array.from(this.#wrong, ([wrong, times]) => `${times.toLocaleString('en')} times: ${wrong}`);
  }
}

export function inMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
