/**
 * Slots for files that are received and read at the same time. Who waits is served by least recent use of the family and
 * the network, and no network can have all slots; an upload that is slow gives way as soon as somebody waits
 * (uploads.ts).
 */
import { FairQueue, type Group } from '#domain/rate-limit/fair-queue.ts';

export type SlotLimits = {
  /** At once, also while files are read. */
  slots: number;
  perFamily: number;
  /** Fewer than there are slots. */
  perNetwork: number;
};

/** Files that wait for a slot. */
const MAX_WAITING = 32;
const HALF_LIFE_MS = 60_000;

type Waiting = { admit: (slot: Slot | undefined) => void; startMs: number };
/** `end` must be called once. */
export type Slot = { end(): void };

export class UploadSlots {
  readonly #limits: SlotLimits;
  readonly #queue = new FairQueue<Waiting>({ limit: MAX_WAITING, halfLifeMs: HALF_LIFE_MS });

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#queue.running;
  }

  get isAwaited(): boolean {
    return this.#queue.waiting > 0;
  }

  /** Undefined if there is none within the time. */
  async take(family: string, network: string, waitMs: number): Promise<Slot | undefined> {
    const groups: Group[] = [
      { name: `family ${family}`, limit: this.#limits.perFamily },
      { name: `network ${network}`, limit: this.#limits.perNetwork },
    ];
    const { promise, resolve } = Promise.withResolvers<Slot | undefined>();
    const waiting = { admit: resolve, startMs: performance.now() };
    this.#queue.add(waiting, groups, waiting.startMs)?.admit(undefined);
    this.#admit();
    const timer = setTimeout(() => this.#queue.remove(waiting) && resolve(undefined), waitMs);
    return promise.finally(() => clearTimeout(timer));
  }

  #admit(): void {
    while (this.#queue.running < this.#limits.slots) {
      const nowMs = performance.now();
      const next = this.#queue.take(nowMs);
      if (!next) return;
      next.startMs = nowMs;
      next.admit({ end: () => this.#end(next) });
    }
  }

  #end(ended: Waiting): void {
    const nowMs = performance.now();
    this.#queue.charge(ended, nowMs - ended.startMs, nowMs);
    this.#queue.finish(ended);
    this.#admit();
  }
}
