/**
 * The work that one request may cause: processor time, rows and bytes of the response (docs/decisions/0049-work-budget.md).
 * A request waits for its turn when its body has been read, and long loops pause. A waiting request goes on when no request
 * of a family that used less processor time is waiting.
 */
import { FairQueue, type Group } from '#domain/rate-limit/fair-queue.ts';

/** Several times what a family with ten years of data needs. The bytes are all meals of 90 weeks by CalDAV. */
const LIMITS = { processorMs: 5_000, rows: 200_000, bytes: 4_000_000 };
/** Of all responses that a family's requests are making. */
const MAX_BYTES_OF_FAMILY = 16_000_000;
/** Nobody notices a wait of so long for another request. */
const SLICE_MS = 4;
/** Requests of one family that may wait for their turn at once: more than its devices send. */
const MAX_PAUSED_OF_FAMILY = 50;
const MAX_PAUSED = 1_000;
const HALF_LIFE_MS = 10_000;
/**
 * What a family may use before its requests rest: a fifth of a core in the long run. All pages of an app that opens take
 * 0.1 s.
 */
const MAX_CHARGE_MS = 3_000;
const REST_MS = 5;

/** A request would take more work than one may, or its family has too many that take long. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork';
}

type Paused = { resume: () => void; refuse: (error: Error) => void };

const paused = new FairQueue<Paused>({ limit: MAX_PAUSED, halfLifeMs: HALF_LIFE_MS });
let isScheduled = false;
/** Bytes of responses that are being made, by family. */
const heldBytes = new Map<string, number>();

/** One request goes on in each turn of the event loop, so that reads of the fast path wait for one slice only. */
function schedule(): void {
  if (isScheduled || paused.waiting === 0) return;
  isScheduled = true;
  const isOver = paused.nextCharge(performance.now()) > MAX_CHARGE_MS;
  const later = isOver ? (next: () => void) => setTimeout(next, REST_MS) : setImmediate;
  later(() => {
    isScheduled = false;
    const next = paused.take(performance.now());
    if (next) paused.finish(next);
    next?.resume();
    schedule();
  });
}

export class WorkBudget {
  readonly #limits: typeof LIMITS;
  /** Empty for requests without a family, which share what they get. */
  #groups: Group[] = [{ name: '', limit: MAX_PAUSED }];
  #processorMs = 0;
  #rows = 0;
  #bytes = 0;
  #startedAtMs = 0;
  /** At the start of the slice. */
  #cpuMs: number | undefined;
  /** Whether others wait until this request has finished its change. */
  holdsWriter = false;
  #isLong = false;
  #sinceMs = performance.now();
  #isCharged = false;

  readonly #readCpuMs: () => number;

  constructor(limits: typeof LIMITS = LIMITS, readCpuMs = threadCpuMs) {
    this.#limits = limits;
    this.#readCpuMs = readCpuMs;
  }

  /** `isLong`: work that has limits of its own, such as an export; it still waits for its turns. */
  chargeTo(family: string, { isLong = false } = {}): void {
    this.#isLong = isLong;
    this.#isCharged = true;
    this.#groups = [{ name: family, limit: MAX_PAUSED_OF_FAMILY }];
  }

  /** Waits for the first turn of a request, once it is known whose it is. */
  async start(): Promise<void> {
    if (this.#isCharged) await this.#waitForTurn();
    this.begin();
  }

  /** Begins a slice of work. */
  begin(): void {
    this.#startedAtMs = performance.now();
    this.#cpuMs = this.#readCpuMs();
  }

  /** Ends a slice of work: from now on the request waits for something else. */
  end(): void {
    if (this.#cpuMs === undefined) return;
    const ms = this.#readCpuMs() - this.#cpuMs;
    this.#cpuMs = undefined;
    this.#processorMs += ms;
    paused.chargeGroups(this.#groups, ms, performance.now());
  }

  /** To call between the pieces of a long loop: gives way to other requests if this one has run for a while. */
  async pause(): Promise<void> {
    if (this.#cpuMs !== undefined && performance.now() - this.#startedAtMs < SLICE_MS) return;
    this.end();
    if (this.#processorMs > this.#limits.processorMs && !this.#isLong)
      throw new TooMuchWork('processor time');
    await (this.holdsWriter ? new Promise(setImmediate) : this.#waitForTurn());
    this.begin();
  }

  spendRows(rows: number): void {
    this.#rows += rows;
    if (this.#rows > this.#limits.rows && !this.#isLong) throw new TooMuchWork('rows');
  }

  spendBytes(bytes: number): void {
    this.#bytes += bytes;
    const held = this.#hold(bytes);
    if (this.#bytes > this.#limits.bytes) throw new TooMuchWork('bytes');
    if (held > MAX_BYTES_OF_FAMILY) throw new TooMuchWork('bytes of all requests');
  }

  /** The response is on its way. */
  releaseBytes(): void {
    if (this.#bytes > 0) this.#hold(-this.#bytes);
    this.#bytes = 0;
  }

  #hold(bytes: number): number {
    const family = this.#groups[0]?.name ?? '';
    const held = (heldBytes.get(family) ?? 0) + bytes;
    if (held > 0) heldBytes.set(family, held);
    else heldBytes.delete(family);
    return held;
  }

  #waitForTurn(): Promise<void> {
    return new Promise((resume, refuse) => {
      const nowMs = performance.now();
      // The oldest request of a family goes on first: many that are half done would need more memory.
      const sinceMs = this.#isLong ? nowMs : this.#sinceMs;
      const loser = paused.add({ resume, refuse }, this.#groups, nowMs, sinceMs);
      loser?.refuse(new TooMuchWork('too many long requests'));
      schedule();
    });
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
