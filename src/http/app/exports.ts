/**
 * Exports under way. Each holds a snapshot of the database, and with PostgreSQL a connection, for as long as
 * its client reads: so there are few of them, one for each family, and a client that reads nothing or takes
 * too long in all is cut off. The part that it has by then is not valid JSON, so it cannot pass for a whole export.
 */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { exportFamily } from '#storage/export.ts';
import { withDeadline } from '#storage/deadline.ts';
import type { Store } from '#storage/store.ts';

const MAX_CONCURRENT = 3;
const LIMITS = {
  /** An older export gives way to the next one if there are too many. */
  fairMs: 60_000,
  /** For all of it. */
  mostMs: 300_000,
  /** Without the next piece being asked for. */
  stalledMs: 10_000,
};
/** Between two pieces, each of which takes a millisecond or two: others get most of the main thread. */
const PIECE_PAUSE_MS = 5;
/** About a piece: no more is read than the client takes. */
const HIGH_WATER_BYTES = 65_536;

/** The text of a JSON document that is too long to be held in memory. */
export class JsonStream {
  readonly stream: Readable;
  constructor(stream: Readable) {
    this.stream = stream;
  }
}

/** How long no export runs after a long busy time: during one SQLite cannot reset its log, which every change makes longer. */
const COOL_DOWN_MS = 2_000;

type Running = { sinceMs: number; text: Readable };

export class Exports {
  readonly #running = new Map<string, Running>();
  readonly #limits: typeof LIMITS;
  /** Since when there has been an export at every moment. */
  #busySinceMs = 0;
  #coolDownUntilMs = 0;

  constructor(limits: Partial<typeof LIMITS> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  get size(): number {
    return this.#running.size;
  }

  /** The document, or how long to wait before asking again. */
  async open(store: Store, family: string): Promise<JsonStream | { waitSeconds: number }> {
    const waitMs = this.#waitMsFor(family);
    if (waitMs > 0) return { waitSeconds: Math.ceil(waitMs / 1_000) };
    // Before anything is awaited, so that two at the same moment are not both let in.
    const running: Running = { sinceMs: performance.now(), text: new Readable({ read() {} }) };
    if (this.#running.size === 0) this.#busySinceMs = running.sinceMs;
    this.#running.set(family, running);
    try {
      const { stalledMs } = this.#limits;
      const pieces = await exportFamily(store, family, stalledMs + 5_000);
      running.text = readable(pieces, stalledMs);
    } catch (error) {
      this.#remove(family, running);
      throw error;
    }
    const timer = setTimeout(
      () => running.text.destroy(new Error('The export took too long.')),
      this.#limits.mostMs,
    );
    running.text.once('close', () => {
      clearTimeout(timer);
      this.#remove(family, running);
    });
    return new JsonStream(running.text);
  }

  #remove(family: string, running: Running): void {
    if (this.#running.get(family) !== running) return;
    this.#running.delete(family);
    const nowMs = performance.now();
    if (this.#running.size === 0 && nowMs - this.#busySinceMs >= this.#limits.mostMs) {
      this.#coolDownUntilMs = nowMs + COOL_DOWN_MS;
    }
  }

  /** Returns how long to wait, 0 if an export may start. */
  #waitMsFor(family: string): number {
    if (this.#running.has(family)) return this.#limits.stalledMs;
    const nowMs = performance.now();
    if (nowMs < this.#coolDownUntilMs) return this.#coolDownUntilMs - nowMs;
    // Snapshots that overlap without end keep SQLite's log, and PostgreSQL's dead rows, for ever.
    const isBusyTooLong = this.#running.size > 0 && nowMs - this.#busySinceMs >= this.#limits.mostMs;
    if (isBusyTooLong) return this.#limits.stalledMs;
    const [[name, oldest] = []] = this.#running;
    if (!name || !oldest || this.#running.size < MAX_CONCURRENT) return 0;
    const leftMs = oldest.sinceMs + this.#limits.fairMs - nowMs;
    if (leftMs > 0) return leftMs;
    this.#running.delete(name);
    oldest.text.destroy(new Error('The export gave way to another one.'));
    return 0;
  }
}

function readable(pieces: AsyncGenerator<string, void>, stalledMs: number): Readable {
  let stalled: NodeJS.Timeout | undefined;
  async function* watched(): AsyncGenerator<string, void> {
    for (;;) {
      clearTimeout(stalled);
      // Each piece has as much time as a request.
      const { done, value } = await withDeadline(() => pieces.next());
      if (done) return;
      await delay(PIECE_PAUSE_MS);
      stalled = setTimeout(() => text.destroy(new Error('Nobody reads the export.')), stalledMs);
      yield value;
    }
  }
  const text = Readable.from(watched(), { objectMode: false, highWaterMark: HIGH_WATER_BYTES });
  // However it ends: read to its end, cut off, or left by the client.
  text.once('close', () => {
    clearTimeout(stalled);
    void pieces.return();
  });
  return text;
}
