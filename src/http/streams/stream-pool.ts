/**
 * Open streams of server-sent events. When the feed reports a change of a family, `publish` sends what its streams have
 * not seen.
 *
 * There are limits for a holder (a session, a link, a key), for a family and in all. When the server is full, the family
 * with the most streams loses its oldest. A family with one stream never loses it to a family with more.
 */
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { networkOf } from '#auth/network.ts';
import { withoutDeadline } from '#storage/deadline.ts';
import { StreamGroups } from './stream-groups.ts';

const HEARTBEAT_SECONDS = 20;
/** The reconnection delay of clients, and the delay when the server is full. */
const RETRY_MS = 1_000;
const RETRY_WHEN_FULL_MS = 60_000;
/** A share of a second: changes within it are published together. */
const NOTIFY_SHARE = 0.2;

/** `id`: of a key, or the hash of the token of a session, a display or a list link. */
export type Holder = { family: string; id: string };
export type Stream<H extends Holder> = {
  holder: H;
  network: string;
  events: PassThrough;
  /** The id of the last event that was sent, or that the client has. */
  lastSentId: string;
  /** The second of every twenty in which it gets its heartbeat, so that not all get theirs at once. */
  phase: number;
  heartbeats: number;
};
type NotifyState = { isRunning: boolean; isPending: boolean };

export type StreamLimits = {
  perHolder: number;
  perFamily: number;
  total: number;
  /** A client that is further behind does not read, and is disconnected. */
  unreadBytes: number;
  /** After so many, a stream ends and the client reconnects. */
  heartbeats: number;
};

export type StreamPoolOptions = {
  onFailure: (error: unknown) => void;
  limits: StreamLimits;
  /** Tests use a shorter one. */
  secondMs?: number | undefined;
};

export abstract class StreamPool<H extends Holder> {
  readonly #onFailure: (error: unknown) => void;
  readonly #limits: StreamLimits;
  readonly #notifyPauseMs: number;
  readonly #notifying = new Map<string, NotifyState>();
  /** All streams, the oldest first. */
  readonly #streams = new Set<Stream<H>>();
  readonly #families = new StreamGroups<Stream<H>>();
  readonly #networks = new StreamGroups<Stream<H>>();
  readonly #timer: NodeJS.Timeout;
  #opened = 0;
  #second = 0;
  #isClosed = false;

  constructor({ onFailure, limits, secondMs = 1_000 }: StreamPoolOptions) {
    this.#onFailure = onFailure;
    this.#limits = limits;
    this.#notifyPauseMs = secondMs * NOTIFY_SHARE;
    this.#timer = setInterval(() => this.#sendHeartbeats(), secondMs).unref();
  }

  /** Sends what these streams of a family have not seen, and ends those whose holder may not see it. */
  protected abstract publish(family: string, streams: ReadonlySet<Stream<H>>): Promise<void>;

  /** Whether the rights of the holder have ended without a change, such as an expired key. Checked every second. */
  protected isOver(_stream: Stream<H>): boolean {
    return false;
  }

  get size(): number {
    return this.#streams.size;
  }

  /**
   * Opens a stream for a holder who has seen that event. Undefined if there is no room: no family and no network has more
   * streams than the holder's.
   */
  open(holder: H, address: string, lastEvent = ''): Readable | undefined {
    const { family } = holder;
    const events = new PassThrough({ highWaterMark: this.#limits.unreadBytes });
    events.write(`retry: ${RETRY_MS}\n\n`);
    if (this.#isClosed) return events.end();
    const network = networkOf(address).site;
    if (!this.#makeRoom(holder, network)) return undefined;
    const phase = (this.#opened += 1) % HEARTBEAT_SECONDS;
    const stream: Stream<H> = { holder, network, events, lastSentId: lastEvent, phase, heartbeats: 0 };
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
    if (!state.isRunning) withoutDeadline(() => void this.#notifyFamily(id, state));
  }

  /** After a restore: all clients reconnect and read again. */
  restart(): void {
    for (const { events } of this.#streams) events.end();
  }

  /** Ends every stream, and from now on each as soon as it is opened. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.restart();
  }

  async #notifyFamily(id: string, state: NotifyState): Promise<void> {
    state.isRunning = true;
    try {
      while (state.isPending && !this.#isClosed) {
        state.isPending = false;
        const streams = this.#families.groupOf(id);
        if (streams) await this.publish(id, streams);
        await delay(this.#notifyPauseMs, undefined, { ref: false });
      }
    } catch (error) {
      // It is unknown whether the rights are still valid. Clients with valid ones reconnect.
      for (const { events } of this.#families.groupOf(id) ?? []) events.end();
      this.#onFailure(error);
    } finally {
      state.isRunning = false;
      if (this.#families.sizeOf(id) === 0) this.#notifying.delete(id);
    }
  }

  #sendHeartbeats(): void {
    this.#second += 1;
    for (const stream of this.#streams) {
      if (stream.events.writable && this.isOver(stream)) stream.events.end();
      if (stream.phase !== this.#second % HEARTBEAT_SECONDS) continue;
      // It ended long ago and the client has not closed it: the client is gone.
      if (!stream.events.writable) stream.events.destroy();
      write(stream, ': beat\n\n');
      stream.heartbeats += 1;
      if (stream.heartbeats === this.#limits.heartbeats) stream.events.end();
    }
  }

  /** Evicts a stream of the largest group if a limit is reached. Returns false if there is no room for the new one. */
  #makeRoom({ family, id }: H, network: string): boolean {
    const { perHolder, perFamily, total } = this.#limits;
    const own: ReadonlySet<Stream<H>> = this.#families.groupOf(family) ?? new Set();
    const ofHolder = [...own].filter(({ holder }) => holder.id === id);
    if (ofHolder.length >= perHolder) this.#evict(ofHolder[0]);
    else if (own.size >= perFamily) this.#evict(oldestOfBusiestHolder(own));
    if (this.#streams.size < total) return true;

    const largest = this.#families.largest();
    if (largest.size > own.size + 1) return this.#evict(oldestOfBusiestHolder(largest));
    if (own.size > 0) return this.#evict(oldestOfBusiestHolder(own));
    // Every family has one stream or none: compare networks.
    const crowd = this.#networks.largest();
    if (crowd.size > this.#networks.sizeOf(network) + 1) return this.#evict(oldest(crowd));
    return false;
  }

  #evict(stream: Stream<H> | undefined): true {
    if (stream) {
      write(stream, `retry: ${RETRY_WHEN_FULL_MS}\n\n`);
      stream.events.end();
      this.#remove(stream);
    }
    return true;
  }

  #remove(stream: Stream<H>): void {
    this.#streams.delete(stream);
    this.#families.remove(stream.holder.family, stream);
    this.#networks.remove(stream.network, stream);
    // A running notification deletes its own entry.
    const isLast = this.#families.sizeOf(stream.holder.family) === 0;
    if (isLast && !this.#notifying.get(stream.holder.family)?.isRunning)
      this.#notifying.delete(stream.holder.family);
  }
}

function oldest<S>(streams: ReadonlySet<S>): S | undefined {
  const [first] = streams;
  return first;
}

/** For the streams of one family, which are few. A device with many streams must not end another device's only one. */
function oldestOfBusiestHolder<H extends Holder>(streams: ReadonlySet<Stream<H>>): Stream<H> | undefined {
  const counts = new Map<string, number>();
  for (const { holder } of streams) counts.set(holder.id, (counts.get(holder.id) ?? 0) + 1);
  const maxCount = Math.max(...counts.values());
  return [...streams].find(({ holder }) => counts.get(holder.id) === maxCount);
}

/** Disconnects a client that does not read. */
export function write({ events }: { events: PassThrough }, text: string): void {
  if (events.writable && !events.write(text)) events.destroy();
}
