/** Reads server-sent events in tests. */
import { ok } from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { EventStreams } from '#http/streams/event-streams.ts';
import type { Store } from '#storage/store.ts';
import type { Scope } from '../store.ts';
import { TIMEOUT_MS } from '../until.ts';

export type OpenEventStream = {
  status: number;
  headers: IncomingMessage['headers'];
  /** Everything received so far. */
  text(): string;
  /** The number of `changed` events so far. */
  changes(): number;
  isEnded(): boolean;
  close(): void;
};

export async function openEventStream(
  scope: Scope,
  url: string,
  headers: Record<string, string>,
): Promise<OpenEventStream> {
  const call = request(url, { headers, agent: false }).end();
  scope.after(() => call.destroy());
  const [response] = (await once(call, 'response', { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [
    IncomingMessage,
  ];
  let [text, isEnded] = ['', false];
  response.setEncoding('utf8');
  response.on('data', (part: string) => (text += part));
  response.on('error', () => {});
  response.once('close', () => (isEnded = true));
  return {
    status: response.statusCode as number,
    headers: response.headers,
    text: () => text,
    changes: () => text.split('event: changed\ndata: {}\n\n').length - 1,
    isEnded: () => isEnded,
    close: () => call.destroy(),
  };
}

/** A test ends its store before its streams, which may still be reading. */
const STORE_ENDED = /driver has already been destroyed|statement has been finalized/;

function failTest(error: unknown): void {
  ok(STORE_ENDED.test(String(error)), String(error));
}

/** Event streams without a server and with a fixed clock. A failed database read fails the test. */
export function createEventStreams(
  scope: Scope,
  store: Store,
  options: { secondMs?: number; maxStreams?: number },
): EventStreams {
  const streams = new EventStreams(store, () => 0, failTest, options);
  scope.after(() => streams.close());
  return streams;
}
