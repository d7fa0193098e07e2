/**
 * The event streams of browsers: the app's pages and kitchen displays. When a family changes, each of its streams gets one
 * event, and streams whose session or display link has ended are closed. Events do not contain what changed. Every stream
 * is closed after a while; browsers reconnect automatically.
 */
import { findLiveTokenHashes } from '#auth/viewer.ts';
import { readLastChangeOf } from '#storage/tables/audit-log.ts';
import type { Store } from '#storage/store.ts';
import { type Holder, type Stream, StreamPool, write } from './stream-pool.ts';

/** A browser has six connections to a server without TLS, and only visible pages hold one. */
export const MAX_PER_SESSION = 10;
export const MAX_PER_FAMILY = 40;
/** A connection costs some ten kilobytes. */
const MAX_STREAMS = 5_000;
/** A quarter of an hour: the feed does not report sessions that expire, so clients must reconnect. */
const MAX_HEARTBEATS = 45;
/** About thirty events. */
const MAX_UNREAD_BYTES = 1_024;

type Options = { secondMs?: number; maxStreams?: number };

export class EventStreams extends StreamPool<Holder> {
  readonly #store: Store;
  readonly #clock: () => number;

  /** Tests use a shorter second and fewer streams. */
  constructor(
    store: Store,
    clock: () => number,
    onFailure: (error: unknown) => void,
    { secondMs, maxStreams = MAX_STREAMS }: Options = {},
  ) {
    const limits = {
      perHolder: MAX_PER_SESSION,
      perFamily: MAX_PER_FAMILY,
      total: maxStreams,
      unreadBytes: MAX_UNREAD_BYTES,
      heartbeats: MAX_HEARTBEATS,
    };
    super({ onFailure, limits, secondMs });
    this.#store = store;
    this.#clock = clock;
  }

  protected async publish(family: string, streams: ReadonlySet<Stream<Holder>>): Promise<void> {
    const tokens = await findLiveTokenHashes(this.#store.db, family, this.#clock());
    const last = String(await readLastChangeOf(this.#store.db, family));
    for (const stream of streams) sendChange(stream, last, tokens.has(stream.holder.id));
  }
}

/** The event is also sent before the end: the client reads then, and learns why it was disconnected. */
function sendChange(stream: Stream<Holder>, last: string, isLive: boolean): void {
  if (stream.lastSentId !== last) write(stream, `id: ${last}\nevent: changed\ndata: {}\n\n`);
  stream.lastSentId = last;
  if (!isLive) stream.events.end();
}
