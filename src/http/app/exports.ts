/**
 * Limits the exports in progress. Each holds a snapshot of the database, and with PostgreSQL a connection, while
 * its client reads. So there are few at a time, at most one for each family, and a client that stops reading or takes
 * too long is disconnected. The part that it has received is not valid JSON, so nobody can mistake it for a whole
 * export.
 */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { exportFamily } from '#storage/export.ts';
import { withDeadline } from '#storage/deadline.ts';
import type { Store } from '#storage/store.ts';

const MAX_CONCURRENT = 3;
const LIMITS = {
  /** If there are too many exports, an export older than this is ended for the next one. */
  fairMs: 60_000,
  /** The longest duration of an export. */
  maxMs: 300_000,
  /** The longest time without a read by the client. */
  stalledMs: 10_000,
};
/** Between two pieces, each of which takes a millisecond or two, so that other requests get most of the main thread. */
const PIECE_PAUSE_MS = 5;
/** About one piece, so that the database is not read ahead of the client. */
const HIGH_WATER_BYTES = 65_536;

/** The text of a JSON document that is too long to be held in memory. */
export class JsonStream {
  readonly stream: Readable;
  constructor(stream: Readable) {
    this.stream = stream;
  }
}

/** The pause after a long time without one. During an export SQLite cannot reset its log, which grows with every change. */
const COOL_DOWN_MS = 2_000;

type Running = { sinceMs: number; text: Readable };

export class Exports {
  readonly #running = new Map<string, Running>();
  readonly #limits: typeof LIMITS;
  /** The start of the time in which there was always an export. */
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
    // Registered before the first await, so that two concurrent requests do not both start.
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
      this.#limits.maxMs,
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
    if (this.#running.size === 0 && nowMs - this.#busySinceMs >= this.#limits.maxMs) {
      this.#coolDownUntilMs = nowMs + COOL_DOWN_MS;
    }
  }

  /** Returns how long to wait, 0 if an export may start. */
  #waitMsFor(family: string): number {
    if (this.#running.has(family)) return this.#limits.stalledMs;
    const nowMs = performance.now();
    if (nowMs < this.#coolDownUntilMs) return this.#coolDownUntilMs - nowMs;
    // While snapshots overlap, neither SQLite's log nor PostgreSQL's dead rows can be cleaned up.
    const isBusyTooLong = this.#running.size > 0 && nowMs - this.#busySinceMs >= this.#limits.maxMs;
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
  // On every outcome: read to the end, destroyed by a limit, or closed by the client.
  text.once('close', () => {
    clearTimeout(stalled);
    void pieces.return();
  });
  return text;
}
