/** A reader of server-sent events, as far as a test needs one. */
import { ok } from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { EventStreams } from '#http/app/event-streams.ts';
import type { Store } from '#storage/store.ts';
import type { Scope } from './store.ts';

export type Listening = {
  status: number;
  headers: IncomingMessage['headers'];
  /** All that came so far. */
  text(): string;
  /** How often word of a change has come. */
  changes(): number;
  isEnded(): boolean;
  close(): void;
};

export async function listenTo(
  scope: Scope,
  url: string,
  headers: Record<string, string>,
): Promise<Listening> {
  const call = request(url, { headers, agent: false }).end();
  scope.after(() => call.destroy());
  const [response] = (await once(call, 'response', { signal: AbortSignal.timeout(10_000) })) as [
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

function failTest(error: unknown): void {
  ok(false, String(error));
}

/** Event streams without a server, whose clock stands still. A failure to read the database fails the test. */
export function createEventStreams(
  scope: Scope,
  store: Store,
  options: { secondMs?: number; most?: number },
): EventStreams {
  const streams = new EventStreams(store, () => 0, failTest, options);
  scope.after(() => streams.close());
  return streams;
}
