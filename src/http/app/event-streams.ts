/**
 * The open streams of server-sent events. When the feed reports a change of a family, each stream of the family gets one
 * event, and streams whose session or display link has ended are closed. Events do not contain what changed. Every stream
 * is closed after a while; browsers reconnect automatically.
 *
 * There are limits for a session, for a family and in all. When the server is full, the family with the most
 * streams loses its oldest. A family with one stream never loses it to a family with more.
 */
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { networkOf } from '#auth/network.ts';
import { findLiveTokenHashes } from '#auth/viewer.ts';
import { readLastChangeOf } from '#storage/tables/audit-log.ts';
import type { Store } from '#storage/store.ts';
import { StreamGroups } from './stream-groups.ts';

/** A browser has six connections to a server without TLS, and only visible pages hold one. */
export const MAX_PER_SESSION = 10;
export const MAX_PER_FAMILY = 40;
/** A connection costs some ten kilobytes. */
const MAX_STREAMS = 5_000;
const BEAT_SECONDS = 20;
/** A quarter of an hour: the feed does not report sessions that expire, so clients must reconnect. */
const MAX_BEATS = 45;
/** The reconnection delay of browsers, and the delay when the server is full. */
const RETRY_MS = 1_000;
const RETRY_WHEN_FULL_MS = 60_000;
/** A share of a second: changes within it cause one event, because after an event all screens of a family refetch. */
const NOTIFY_SHARE = 0.2;
/** About thirty events. A client that is further behind does not read, and is disconnected. */
const MAX_UNREAD_BYTES = 1_024;

type Holder = { family: string; tokenHash: string };
type Stream = Holder & {
  network: string;
  events: PassThrough;
  /** The number of the last change that was sent. */
  lastSentId: string;
  /** The second of every twenty in which it gets its heartbeat, so that not all get theirs at once. */
  phase: number;
  beats: number;
};
type NotifyState = { isRunning: boolean; isPending: boolean };
type Options = { secondMs?: number; maxStreams?: number };

export class EventStreams {
  readonly #store: Store;
  readonly #clock: () => number;
  readonly #onFailure: (error: unknown) => void;
  readonly #max: number;
  readonly #notifyPauseMs: number;
  readonly #notifying = new Map<string, NotifyState>();
  /** All streams, the oldest first. */
  readonly #streams = new Set<Stream>();
  readonly #families = new StreamGroups<Stream>();
  readonly #networks = new StreamGroups<Stream>();
  readonly #timer: NodeJS.Timeout;
  #opened = 0;
  #second = 0;
  #isClosed = false;

  /** Tests use a shorter second and fewer streams. */
  constructor(
    store: Store,
    clock: () => number,
    onFailure: (error: unknown) => void,
    { secondMs = 1_000, maxStreams = MAX_STREAMS }: Options = {},
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#onFailure = onFailure;
    this.#max = maxStreams;
    this.#notifyPauseMs = secondMs * NOTIFY_SHARE;
    this.#timer = setInterval(() => this.#beat(), secondMs).unref();
  }

  get size(): number {
    return this.#streams.size;
  }

  /**
   * A stream for the holder of this token, who has seen that event. Undefined if there is no room: no family
   * and no network has more streams than the holder's.
   */
  open({ family, tokenHash }: Holder, address: string, lastEvent = ''): Readable | undefined {
    const events = new PassThrough({ highWaterMark: MAX_UNREAD_BYTES });
    events.write(`retry: ${RETRY_MS}\n\n`);
    if (this.#isClosed) return events.end();
    const network = networkOf(address).site;
    if (!this.#makeRoom({ family, tokenHash }, network)) return undefined;
    const phase = (this.#opened += 1) % BEAT_SECONDS;
    const stream: Stream = { family, tokenHash, network, events, lastSentId: lastEvent, phase, beats: 0 };
    this.#streams.add(stream);
    this.#families.add(family, stream);
    this.#networks.add(network, stream);
    events.once('close', () => this.#remove(stream));
    // The family may have changed, or the session ended, since the request was authorised.
    this.notify(family);
    return events;
  }

  /** Reports a change of this family; concurrent changes are combined. */
  notify(id: string): void {
    if (this.#families.sizeOf(id) === 0) return;
    const state = this.#notifying.get(id) ?? { isRunning: false, isPending: false };
    this.#notifying.set(id, state);
    state.isPending = true;
    if (!state.isRunning) void this.#notifyFamily(id, state);
  }

  /** After a restore: all clients reconnect and read again. */
  endAll(): void {
    for (const { events } of this.#streams) events.end();
  }

  /** Ends every stream, and from now on each as soon as it is opened. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.endAll();
  }

  async #notifyFamily(id: string, state: NotifyState): Promise<void> {
    state.isRunning = true;
    try {
      while (state.isPending && !this.#isClosed) {
        state.isPending = false;
        const tokens = await findLiveTokenHashes(this.#store.db, id, this.#clock());
        const last = String(await readLastChangeOf(this.#store.db, id));
        for (const stream of this.#families.groupOf(id) ?? [])
          sendChange(stream, last, tokens.has(stream.tokenHash));
        await delay(this.#notifyPauseMs, undefined, { ref: false });
      }
    } catch (error) {
      // It is unknown whether the sessions are still valid. Clients with a valid one reconnect.
      for (const { events } of this.#families.groupOf(id) ?? []) events.end();
      this.#onFailure(error);
    } finally {
      state.isRunning = false;
      if (this.#families.sizeOf(id) === 0) this.#notifying.delete(id);
    }
  }

  #beat(): void {
    this.#second += 1;
    for (const stream of this.#streams) {
      if (stream.phase !== this.#second % BEAT_SECONDS) continue;
      // It ended long ago and the client has not closed it: the client is gone.
      if (!stream.events.writable) stream.events.destroy();
      write(stream, ': beat\n\n');
      stream.beats += 1;
      if (stream.beats === MAX_BEATS) stream.events.end();
    }
  }

  /** Evicts a stream of the largest group if a limit is reached. Returns false if there is no room for the new one. */
  #makeRoom({ family, tokenHash }: Holder, network: string): boolean {
    const own = this.#families.groupOf(family) ?? new Set();
    const ofSession = [...own].filter((stream) => stream.tokenHash === tokenHash);
    if (ofSession.length >= MAX_PER_SESSION) this.#evict(ofSession[0]);
    else if (own.size >= MAX_PER_FAMILY) this.#evict(oldestOfBusiestSession(own));
    if (this.#streams.size < this.#max) return true;

    const largest = this.#families.largest();
    if (largest.size > own.size + 1) return this.#evict(oldestOfBusiestSession(largest));
    if (own.size > 0) return this.#evict(oldestOfBusiestSession(own));
    // Every family has one stream or none: compare networks.
    const crowd = this.#networks.largest();
    if (crowd.size > this.#networks.sizeOf(network) + 1) return this.#evict(oldest(crowd));
    return false;
  }

  #evict(stream: Stream | undefined): true {
    if (stream) {
      write(stream, `retry: ${RETRY_WHEN_FULL_MS}\n\n`);
      stream.events.end();
      this.#remove(stream);
    }
    return true;
  }

  #remove(stream: Stream): void {
    this.#streams.delete(stream);
    this.#families.remove(stream.family, stream);
    this.#networks.remove(stream.network, stream);
    // A running notification deletes its own entry.
    const isLast = this.#families.sizeOf(stream.family) === 0;
    if (isLast && !this.#notifying.get(stream.family)?.isRunning) this.#notifying.delete(stream.family);
  }
}

function oldest(streams: ReadonlySet<Stream>): Stream | undefined {
  const [first] = streams;
  return first;
}

/** For the streams of one family, which are few. A device with many streams must not end another device's only one. */
function oldestOfBusiestSession(streams: ReadonlySet<Stream>): Stream | undefined {
  const counts = new Map<string, number>();
  for (const { tokenHash } of streams) counts.set(tokenHash, (counts.get(tokenHash) ?? 0) + 1);
  const maxCount = Math.max(...counts.values());
  return [...streams].find(({ tokenHash }) => counts.get(tokenHash) === maxCount);
}

/** The event is also sent before the end: the client reads then, and learns why it was disconnected. */
function sendChange(stream: Stream, last: string, isLive: boolean): void {
  if (stream.lastSentId !== last) write(stream, `id: ${last}\nevent: changed\ndata: {}\n\n`);
  stream.lastSentId = last;
  if (!isLive) stream.events.end();
}

function write({ events }: Stream, text: string): void {
  if (events.writable && !events.write(text)) events.destroy();
}
