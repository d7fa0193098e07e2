/**
 * The open streams of server-sent events. Told by the feed that a family changed, it tells every
 * stream of that family once, and ends those whose session or display link is no more. Knows nothing
 * of what changed. Every stream ends by itself after a while; browsers come back on their own.
 */
import { PassThrough, type Readable } from 'node:stream';
import { findLiveTokens } from '#auth/viewer.ts';
import { readLastChangeOf } from '#storage/audit.ts';
import type { Store } from '#storage/store.ts';

export const MOST_OF_A_FAMILY = 40;
/** A connection costs some ten kilobytes. */
const MOST = 5_000;
const BEAT_SECONDS = 20;
/** A quarter of an hour: nothing tells us of a session that has run out, so look again. */
const MOST_BEATS = 45;
/** How soon a browser comes back, and how soon when there was no room for it. */
const RETRY_MS = 1_000;
const NO_ROOM_MS = 60_000;
/** Some thirty events. Whoever is further behind does not read, and is let go rather than waited for. */
const MOST_UNREAD_BYTES = 1_024;

type Holder = { family: string; tokenHash: string };
type Stream = Holder & {
  events: PassThrough;
  /** The change that its reader was last told of. */
  told: string;
  /** The second of every twenty in which it gets its beat, so that not all get theirs at once. */
  phase: number;
  beats: number;
};
type Family = { streams: Set<Stream>; isLooking: boolean; lookAgain: boolean };

export class EventStreams {
  readonly #store: Store;
  readonly #clock: () => number;
  readonly #onFailure: (error: unknown) => void;
  readonly #families = new Map<string, Family>();
  /** All of them, the oldest first. */
  readonly #streams = new Set<Stream>();
  readonly #timer: NodeJS.Timeout;
  #opened = 0;
  #second = 0;
  #isClosed = false;

  /** A second may be shorter in a test. */
  constructor(
    store: Store,
    clock: () => number,
    onFailure: (error: unknown) => void,
    secondMs: number = 1_000,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#onFailure = onFailure;
    this.#timer = setInterval(() => this.#beat(), secondMs).unref();
  }

  get size(): number {
    return this.#streams.size;
  }

  /** A stream for whoever holds this token, and has seen that event. */
  open({ family: id, tokenHash }: Holder, lastEvent = ''): Readable {
    const events = new PassThrough({ highWaterMark: MOST_UNREAD_BYTES });
    events.write(`retry: ${RETRY_MS}\n\n`);
    if (this.#isClosed) return events.end();
    const phase = (this.#opened += 1) % BEAT_SECONDS;
    const stream: Stream = { family: id, tokenHash, events, told: lastEvent, phase, beats: 0 };
    this.#makeRoom(this.#streams, MOST);
    this.#makeRoom(this.#families.get(id)?.streams, MOST_OF_A_FAMILY);
    const family = this.#families.get(id) ?? { streams: new Set(), isLooking: false, lookAgain: false };
    this.#families.set(id, family);
    family.streams.add(stream);
    this.#streams.add(stream);
    events.once('close', () => this.#remove(stream));
    // Something may have changed, or the session ended, since the request was let in.
    this.tell(id);
    return events;
  }

  /** Something of this family changed; several changes at once are told as one. */
  tell(id: string): void {
    const family = this.#families.get(id);
    if (!family) return;
    family.lookAgain = true;
    if (!family.isLooking) void this.#look(id, family);
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

  async #look(id: string, family: Family): Promise<void> {
    family.isLooking = true;
    try {
      while (family.lookAgain) {
        family.lookAgain = false;
        const tokens = await findLiveTokens(this.#store.db, id, this.#clock());
        const last = String(await readLastChangeOf(this.#store.db, id));
        for (const stream of family.streams) inform(stream, last, tokens.has(stream.tokenHash));
      }
    } catch (error) {
      // Whether they may still listen is not known. Those who may will be back in a moment.
      for (const { events } of family.streams) events.end();
      this.#onFailure(error);
    } finally {
      family.isLooking = false;
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
      if (stream.beats === MOST_BEATS) stream.events.end();
    }
  }

  #makeRoom(streams: Set<Stream> | undefined, most: number): void {
    const [oldest] = streams ?? [];
    if (!oldest || !streams || streams.size < most) return;
    write(oldest, `retry: ${NO_ROOM_MS}\n\n`);
    oldest.events.end();
    this.#remove(oldest);
  }

  #remove(stream: Stream): void {
    this.#streams.delete(stream);
    const family = this.#families.get(stream.family);
    family?.streams.delete(stream);
    if (family?.streams.size === 0) this.#families.delete(stream.family);
  }
}

/** The word comes before the end too: whoever was shut out asks, and learns why. */
function inform(stream: Stream, last: string, isLive: boolean): void {
  if (stream.told !== last) write(stream, `id: ${last}\nevent: changed\ndata: {}\n\n`);
  stream.told = last;
  if (!isLive) stream.events.end();
}

function write({ events }: Stream, text: string): void {
  if (events.writable && !events.write(text)) events.destroy();
}
