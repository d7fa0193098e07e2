/** The events of a family, as they happen: connects, and connects again where it left off. */
import { createMessageReader, type StreamState } from './event-stream.ts';
import { problemOf } from './problem.ts';
import type { Event, RequestOptions } from './operations.ts';
import { addressOf, type ClientOptions } from './request.ts';
import { backOffMs, isTemporary, sleep } from './retry.ts';

/** What happens in a family. Events are thin: read what has changed. Ignore types that you do not know. */
export type WeekfareEvent = (Event | Reset) & {
  /**
   * In a stream: the `lastEventId` to continue after it; events of the same change can share it. Of a webhook: the id of
   * the message, the same if it is sent again.
   */
  id: string;
};

/** Some events were lost: read everything again. */
type Reset = { type: 'reset'; timestamp: string; data: { version: number } };

export type EventOptions = RequestOptions & {
  /** The `id` of the last event that you have handled, to get those after it. */
  lastEventId?: string | undefined;
  /** Called when a connection is open. Read what you need then: there are no events about changes before the first. */
  onConnect?: (() => void) | undefined;
};

/** The server sends something at least every 20 seconds. After a minute of silence the connection is dead. */
const MAX_SILENCE_MS = 60_000;

/** Goes on until the caller stops, the signal is aborted, or the server refuses with a problem such as 401. */
export async function* readEvents(
  { url, apiKey, fetch = globalThis.fetch }: ClientOptions,
  { signal, lastEventId = '', onConnect }: EventOptions = {},
  maxSilenceMs = MAX_SILENCE_MS,
): AsyncGenerator<WeekfareEvent, void, undefined> {
  const address = addressOf(url, '/api/events/v1');
  const state: StreamState = { lastEventId, retryMs: 1_000 };
  for (let failures = 0; ; failures += 1) {
    const connection = new AbortController();
    /** Undefined if the connection fails or is silent for too long. */
    const orSilence = async <T>(work: Promise<T>): Promise<T | undefined> => {
      const timer = setTimeout(() => connection.abort(), maxSilenceMs);
      try {
        return await work;
      } catch {
        signal?.throwIfAborted();
        return undefined;
      } finally {
        clearTimeout(timer);
      }
    };
    let waitMs: number | undefined;
    try {
      const headers = new Headers({ 'X-API-Key': apiKey, Accept: 'text/event-stream' });
      if (state.lastEventId) headers.set('Last-Event-ID', state.lastEventId);
      const signals = signal ? [signal, connection.signal] : [connection.signal];
      const init: RequestInit = { headers, redirect: 'manual', signal: AbortSignal.any(signals) };
      const response = await orSilence(fetch(address, init));
      if (response?.ok) {
        const read = createMessageReader(state);
        const reader = bodyOf(response).getReader();
        onConnect?.();
        for (;;) {
          const piece = (await orSilence(reader.read()))?.value;
          if (!piece) break;
          failures = 0;
          for (const { id, data } of read(piece)) yield { ...JSON.parse(data), id };
        }
      } else if (response) {
        const problem = await problemOf(response);
        if (!isTemporary(problem.status)) throw problem;
        waitMs = problem.retryAfterSeconds && problem.retryAfterSeconds * 1_000;
      }
    } finally {
      connection.abort();
    }
    await sleep(waitMs ?? backOffMs(state.retryMs, failures), signal);
  }
}

/** Another page with the status 200 would be read as a stream without events, again and again. */
function bodyOf({ url, headers, body }: Response): ReadableStream<Uint8Array> {
  if (body && headers.get('content-type')?.startsWith('text/event-stream')) return body;
  throw new TypeError(`${url} is not a stream of events.`);
}
