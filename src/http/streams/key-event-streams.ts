/**
 * The event streams of API keys. An event's id is the number of its change in the audit log; a client that sends it as
 * `Last-Event-ID` gets everything after it. A client that was away for too long, or since a restore, gets a `reset` and
 * reads everything again. A stream ends when its key or the family's Premium does.
 */
import { EVENT_TYPES, EVENTS, type EventType } from '#domain/events/event.ts';
import { scopeBits } from '#domain/family/scopes.ts';
import { instantText } from '#domain/week/instant.ts';
import { type EventfulChange, readEventsAfter } from '#queries/events.ts';
import { hasFamilyChange, readLastFamilyChange } from '#storage/tables/audit-log.ts';
import type { Store } from '#storage/store.ts';
import type { KeyAccess, KeyRights } from '#http/access/key-access.ts';
import { type Holder, type Stream, StreamPool, write } from './stream-pool.ts';

export const MAX_PER_KEY = 5;
const MAX_PER_FAMILY = 20;
const MAX_STREAMS = 2_000;
/** A client that has missed more gets a `reset`, which is less to read. */
const MAX_EVENTS = 500;
/** More than the events that are sent at once. */
const MAX_UNREAD_BYTES = 131_072;

/** The scopes of which a stream needs one. */
export const STREAM_SCOPES = [...new Set(Object.values(EVENTS).map(({ scope }) => scope))];
const SCOPE_BITS = scopeBits(STREAM_SCOPES);

export type KeyHolder = Holder & {
  rights: KeyRights;
  /** Whether the id that the client sent was found. */
  isKnown?: boolean;
};
type KeyStream = Stream<KeyHolder>;

type KeyEventStreamsOptions = {
  store: Store;
  access: KeyAccess;
  clock: () => number;
  onFailure: (error: unknown) => void;
  secondMs?: number | undefined;
};

export class KeyEventStreams extends StreamPool<KeyHolder> {
  readonly #store: Store;
  readonly #access: KeyAccess;
  readonly #clock: () => number;

  constructor({ store, access, clock, onFailure, secondMs }: KeyEventStreamsOptions) {
    const limits = {
      perHolder: MAX_PER_KEY,
      perFamily: MAX_PER_FAMILY,
      total: MAX_STREAMS,
      unreadBytes: MAX_UNREAD_BYTES,
      heartbeats: Number.POSITIVE_INFINITY,
    };
    super({ onFailure, limits, secondMs });
    this.#store = store;
    this.#access = access;
    this.#clock = clock;
  }

  protected override isOver({ holder }: KeyStream): boolean {
    return this.#access.checkRights(holder.rights, SCOPE_BITS, this.#clock()) !== undefined;
  }

  protected async publish(family: string, streams: ReadonlySet<KeyStream>): Promise<void> {
    await this.#refreshRights(streams);
    // Most streams are at the same place.
    const read = new Map<number, Promise<EventfulChange[]>>();
    const readAfter = (seq: number) => {
      const changes = read.get(seq) ?? readEventsAfter(this.#store.db, family, seq, MAX_EVENTS + 1);
      read.set(seq, changes);
      return changes;
    };
    for (const stream of streams) {
      if (this.isOver(stream)) stream.events.end();
      else await this.#send(family, stream, readAfter);
    }
  }

  async #refreshRights(streams: ReadonlySet<KeyStream>): Promise<void> {
    const rights = new Map<string, KeyRights | undefined>();
    for (const { holder, events } of streams) {
      const { id } = holder;
      if (!rights.has(id)) rights.set(id, await this.#access.findRights(id));
      const current = rights.get(id);
      if (current) holder.rights = current;
      else events.end();
    }
  }

  async #send(
    family: string,
    stream: KeyStream,
    readAfter: (seq: number) => Promise<EventfulChange[]>,
  ): Promise<void> {
    const { db } = this.#store;
    const { holder } = stream;
    if (stream.lastSentId === '') {
      // Without data, it is no event; the client can resume from here all the same.
      stream.lastSentId = String(await readLastFamilyChange(db, family));
      holder.isKnown = true;
      return write(stream, `id: ${stream.lastSentId}\n\n`);
    }
    const seq = /^\d{1,15}$/.test(stream.lastSentId) ? Number(stream.lastSentId) : undefined;
    holder.isKnown ??= seq !== undefined && (await hasFamilyChange(db, family, seq));
    if (seq === undefined || !holder.isKnown) return this.#reset(family, stream);
    const changes = await readAfter(seq);
    const size = changes.reduce((sum, { events }) => sum + events.length, 0);
    const isLong = changes.length > MAX_EVENTS || size > MAX_EVENTS;
    if (isLong || changes.some(({ isRestore }) => isRestore)) return this.#reset(family, stream);
    sendChanges(stream, changes);
  }

  async #reset(family: string, stream: KeyStream): Promise<void> {
    const version = await readLastFamilyChange(this.#store.db, family);
    const body = { type: 'reset', timestamp: instantText(this.#clock()), data: { version } };
    stream.lastSentId = String(version);
    stream.holder.isKnown = true;
    write(stream, `id: ${version}\nevent: reset\ndata: ${JSON.stringify(body)}\n\n`);
  }
}

/**
 * A change can cause several events. Only the last one has the id of the change: a client that is cut off between them
 * gets all of them again.
 */
function sendChanges(stream: KeyStream, changes: readonly EventfulChange[]): void {
  const types = typesFor(stream.holder.rights);
  let text = '';
  for (const { seq, events } of changes) {
    const sent = events.filter(({ type }) => types.includes(type));
    for (const [at, event] of sent.entries()) {
      const id = at === sent.length - 1 ? seq : stream.lastSentId;
      text += `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
    }
    if (sent.length === 0) text += `id: ${seq}\n\n`;
    stream.lastSentId = String(seq);
  }
  if (text !== '') write(stream, text);
}

function typesFor({ scopes }: KeyRights): EventType[] {
  return EVENT_TYPES.filter((type) => (scopes & scopeBits([EVENTS[type].scope])) !== 0);
}
