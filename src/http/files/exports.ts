/**
 * Limits the exports in progress. Each holds a snapshot of the database, and with PostgreSQL a connection, while
 * its client reads. So there are few at a time, at most one for each family, and a client that stops reading or takes
 * too long is disconnected. The part that it has received has no directory at its end, so nobody can mistake it for a
 * whole zip file.
 */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { currentWork, withDeadline } from '#storage/deadline.ts';
import type { Store } from '#storage/store.ts';
import { Download } from './download.ts';

const MAX_CONCURRENT = 3;
const LIMITS = {
  /** If there are too many exports, an export older than this is ended for the next one. */
  fairMs: 60_000,
  /** The longest duration of an export. */
  maxMs: 300_000,
  /** The longest time without a read by the client. */
  stalledMs: 10_000,
};
/** After so many bytes, so that other requests get most of the main thread. */
const PAUSE = { everyBytes: 65_536, ms: 5 };
/** About one piece, so that the database is not read ahead of the client. */
const HIGH_WATER_BYTES = 65_536;

/** The pause after a long time without one. During an export SQLite cannot reset its log, which grows with every change. */
const COOL_DOWN_MS = 2_000;

type Running = { sinceMs: number; bytes: Readable };

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

  /** The file, or how long to wait before asking again. */
  async open(store: Store, family: string, nowMs: number): Promise<Download | { waitSeconds: number }> {
    const waitMs = this.#waitMsFor(family);
    if (waitMs > 0) return { waitSeconds: Math.ceil(waitMs / 1_000) };
    // Registered before the first await, so that two concurrent requests do not both start.
    const running: Running = { sinceMs: performance.now(), bytes: new Readable({ read() {} }) };
    if (this.#running.size === 0) this.#busySinceMs = running.sinceMs;
    this.#running.set(family, running);
    try {
      const { stalledMs } = this.#limits;
      // Loaded on demand, with the formats of recipes.
      const { exportArchive } = await import('#queries/account/family-archive.ts');
      const pieces = await exportArchive(store, family, { nowMs, maxIdleMs: stalledMs + 5_000 });
      running.bytes = readable(pieces, family, stalledMs);
    } catch (error) {
      this.#remove(family, running);
      throw error;
    }
    const timer = setTimeout(() => {
      // A timer counts from the start of the event loop's turn, so it may fire before `#remove` measures as much time.
      this.#coolDownUntilMs = performance.now() + COOL_DOWN_MS;
      running.bytes.destroy(new Error('The export took too long.'));
    }, this.#limits.maxMs);
    running.bytes.once('close', () => {
      clearTimeout(timer);
      this.#remove(family, running);
    });
    return new Download('weekfare.zip', running.bytes);
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
    oldest.bytes.destroy(new Error('The export was ended because another one waits.'));
    return 0;
  }
}

function readable(pieces: AsyncGenerator<Buffer, void>, family: string, stalledMs: number): Readable {
  const nextPiece = () => {
    currentWork()?.chargeTo(family, { isLong: true });
    return pieces.next();
  };

  let stalled: NodeJS.Timeout | undefined;
  let sinceLastPause = 0;
  async function* watched(): AsyncGenerator<Buffer, void> {
    for (;;) {
      clearTimeout(stalled);
      // Each piece has as much time as a request.
      const { done, value } = await withDeadline(nextPiece);
      if (done) return;
      sinceLastPause += value.length;
      if (sinceLastPause >= PAUSE.everyBytes) {
        await delay(PAUSE.ms);
        sinceLastPause = 0;
      }
      stalled = setTimeout(() => bytes.destroy(new Error('The client does not read the export.')), stalledMs);
      yield value;
    }
  }
  const bytes = Readable.from(watched(), { objectMode: false, highWaterMark: HIGH_WATER_BYTES });
  // On every outcome: read to the end, destroyed by a limit, or closed by the client.
  bytes.once('close', () => {
    clearTimeout(stalled);
    void pieces.return();
  });
  return bytes;
}
