/**
 * The open streams of server-sent events. Told by the feed that a family changed, it tells every
 * stream of that family once, and ends those whose session or display link is no more. Knows nothing
 * of what changed. Every stream ends by itself after a while; browsers come back on their own.
 *
 * There are limits for a session, for a family and in all. When the server is full, the family with the most
 * streams loses its oldest. A family with one stream never loses it to a family with more.
 */
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { networkOf } from '#auth/network.ts';
import { findLiveTokenHashes } from '#auth/viewer.ts';
import { readLastChangeOf } from '#storage/audit-log.ts';
import type { Store } from '#storage/store.ts';
import { StreamGroups } from './stream-groups.ts';

/** A browser has six connections to a server without TLS, and only visible pages hold one. */
export const MAX_PER_SESSION = 10;
export const MAX_PER_FAMILY = 40;
/** A connection costs some ten kilobytes. */
const MAX_STREAMS = 5_000;
const BEAT_SECONDS = 20;
/** A quarter of an hour: nothing tells us of a session that has run out, so look again. */
const MAX_BEATS = 45;
/** How soon a browser comes back, and how soon when there was no room for it. */
const RETRY_MS = 1_000;
const RETRY_WHEN_FULL_MS = 60_000;
/** Of a second: what changes within that time is told as one. Every event makes every screen of a family ask. */
const NOTIFY_SHARE = 0.2;
/** Some thirty events. Whoever is further behind does not read, and is let go rather than waited for. */
const MAX_UNREAD_BYTES = 1_024;

type Holder = { family: string; tokenHash: string };
type Stream = Holder & {
  network: string;
  events: PassThrough;
  /** The change that its reader was last told of. */
  lastSentId: string;
  /** The second of every twenty in which it gets its beat, so that not all get theirs at once. */
  phase: number;
  beats: number;
};
type NotifyState = { isRunning: boolean; isPending: boolean };
type Options = { secondMs?: number; most?: number };

export class EventStreams {
  readonly #store: Store;
  readonly #clock: () => number;
  readonly #onFailure: (error: unknown) => void;
  readonly #max: number;
  readonly #notifyPauseMs: number;
  readonly #notifying = new Map<string, NotifyState>();
  /** All of them, the oldest first. */
  readonly #streams = new Set<Stream>();
  readonly #families = new StreamGroups<Stream>();
  readonly #networks = new StreamGroups<Stream>();
  readonly #timer: NodeJS.Timeout;
  #opened = 0;
  #second = 0;
  #isClosed = false;

  /** A second may be shorter in a test, and the room smaller. */
  constructor(
    store: Store,
    clock: () => number,
    onFailure: (error: unknown) => void,
    { secondMs = 1_000, most = MAX_STREAMS }: Options = {},
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#onFailure = onFailure;
    this.#max = most;
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
    // Something may have changed, or the session ended, since the request was let in.
    this.notify(family);
    return events;
  }

  /** Something of this family changed; several changes at once are told as one. */
  notify(id: string): void {
    if (this.#families.sizeOf(id) === 0) return;
    const looking = this.#notifying.get(id) ?? { isRunning: false, isPending: false };
    this.#notifying.set(id, looking);
    looking.isPending = true;
    if (!looking.isRunning) void this.#notifyFamily(id, looking);
  }

  /** Nothing that was known is known: everyone shall come back and ask. */
  endAll(): void {
    for (const { events } of this.#streams) events.end();
  }

  /** Ends every stream, and from now on each as soon as it is opened. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.endAll();
  }

  async #notifyFamily(id: string, looking: NotifyState): Promise<void> {
    looking.isRunning = true;
    try {
      while (looking.isPending && !this.#isClosed) {
        looking.isPending = false;
        const tokens = await findLiveTokenHashes(this.#store.db, id, this.#clock());
        const last = String(await readLastChangeOf(this.#store.db, id));
        for (const stream of this.#families.groupOf(id) ?? [])
          sendChange(stream, last, tokens.has(stream.tokenHash));
        await delay(this.#notifyPauseMs, undefined, { ref: false });
      }
    } catch (error) {
      // Whether they may still listen is not known. Those who may will be back in a moment.
      for (const { events } of this.#families.groupOf(id) ?? []) events.end();
      this.#onFailure(error);
    } finally {
      looking.isRunning = false;
      if (this.#families.sizeOf(id) === 0) this.#notifying.delete(id);
    }
  }

  #beat(): void {
    this.#second += 1;
    for (const stream of this.#streams) {
      if (stream.phase !== this.#second % BEAT_SECONDS) continue;
      // Ended long ago, and its reader has not noticed: that one is gone.
      if (!stream.events.writable) stream.events.destroy();
      write(stream, ': beat\n\n');
      stream.beats += 1;
      if (stream.beats === MAX_BEATS) stream.events.end();
    }
  }

  /** Ends a stream of the largest group if there is one too many. Returns false if the newcomer gets none. */
  #makeRoom({ family, tokenHash }: Holder, network: string): boolean {
    const own = this.#families.groupOf(family) ?? new Set();
    const ofSession = [...own].filter((stream) => stream.tokenHash === tokenHash);
    if (ofSession.length >= MAX_PER_SESSION) this.#evict(ofSession[0]);
    else if (own.size >= MAX_PER_FAMILY) this.#evict(oldestOfBusiestSession(own));
    if (this.#streams.size < this.#max) return true;

    const largest = this.#families.largest();
    if (largest.size > own.size + 1) return this.#evict(oldestOfBusiestSession(largest));
    if (own.size > 0) return this.#evict(oldestOfBusiestSession(own));
    // Every family has one stream or none: look where they come from.
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
    // A look that is under way deletes its own entry.
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
  const most = Math.max(...counts.values());
  return [...streams].find(({ tokenHash }) => counts.get(tokenHash) === most);
}

/** The word comes before the end too: whoever was shut out asks, and learns why. */
function sendChange(stream: Stream, last: string, isLive: boolean): void {
  if (stream.lastSentId !== last) write(stream, `id: ${last}\nevent: changed\ndata: {}\n\n`);
  stream.lastSentId = last;
  if (!isLive) stream.events.end();
}

function write({ events }: Stream, text: string): void {
  if (events.writable && !events.write(text)) events.destroy();
}
