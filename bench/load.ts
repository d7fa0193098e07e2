/**
 * The load: 32 raw connections with one request in flight on each, in its own process so that its CPU time is not
 * the server's. A response with an unexpected status ends the run.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { seededRandom } from '#domain/random.ts';
import { readResponse, requestText } from './wire.ts';

/**
 * The content of the key header: the family's key, with its ETag or without, or a wrong one. Of a calendar, the file has
 * tokens instead of keys.
 */
export type Variant = 'key' | 'etag' | 'malformed' | 'mistyped' | 'calendar';
export type Job = {
  port: number;
  keysFile: string;
  variant: Variant;
  /** When it is not the plan of this week. */
  path?: string;
  /** 'each': every family once, in order. */
  order: 'random' | 'each';
  requests: number;
  status: number;
  seed: number;
};
export type Order = { id: number; prepare: Job } | { id: number; run: Job };
export type Outcome = { id: number; seconds: number } | { id: number; failure: string };

const CONNECTIONS = 32;

const prepared = new Map<string, Buffer[]>();

process.once('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  const work = 'prepare' in order ? prepare(order.prepare) : run(order.run);
  work.then(
    (seconds) => process.send?.({ id: order.id, seconds } satisfies Outcome),
    (error: Error) => process.send?.({ id: order.id, failure: error.message } satisfies Outcome),
  );
});

/** Builds the requests in advance, so that a run only sends. */
async function prepare(job: Job): Promise<number> {
  const name = nameOf(job);
  if (prepared.has(name)) return 0;
  const keys = JSON.parse(readFileSync(job.keysFile, 'utf8')) as string[];
  if (job.variant === 'key')
    prepared.set(
      name,
      keys.map((key) => requestText(key, undefined, job.path)),
    );
  if (job.variant === 'malformed')
    prepared.set(
      name,
      keys.map((key) => requestText(key.slice(0, -1))),
    );
  if (job.variant === 'mistyped')
    prepared.set(
      name,
      keys.map((key) => requestText(mistype(key))),
    );
  if (job.variant === 'etag' || job.variant === 'calendar') {
    const etags: string[] = [];
    const isCalendar = job.variant === 'calendar';
    const request = (key: string, etag?: string) =>
      requestText(key, etag, isCalendar ? `/calendar/${key}.ics` : undefined);
    const plain = keys.map((key) => request(key));
    await send(
      job.port,
      plain,
      200,
      keys.length,
      (at) => at,
      (at, head) => (etags[at] = etagOf(head)),
    );
    prepared.set(
      name,
      keys.map((key, at) => request(key, etags[at])),
    );
  }
  return 0;
}

function run(job: Job): Promise<number> {
  const requests = prepared.get(nameOf(job));
  if (!requests) throw new Error('A job must be prepared first.');
  const { port, status } = job;
  if (job.order === 'each') return send(port, requests, status, requests.length, (at) => at);
  const random = seededRandom(job.seed);
  return send(port, requests, status, job.requests, () => random(requests.length));
}

/** Returns the duration in seconds. */
function send(
  port: number,
  requests: Buffer[],
  status: number,
  count: number,
  choose: (at: number) => number,
  onResponse?: (at: number, head: string) => void,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let sent = 0;
  let received = 0;
  const startedAt = performance.now();
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let current = 0;
    let buffered: Buffer | undefined;
    const next = () => {
      if (sent >= count) return;
      current = choose(sent);
      sent += 1;
      socket.write(requests[current] as Buffer);
    };
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection.')));
    socket.on('data', (data: Buffer) => {
      buffered = buffered ? Buffer.concat([buffered, data]) : data;
      const response = readResponse(buffered);
      if (!response) return;
      buffered = undefined;
      if (response.status !== status) {
        reject(new Error(`Expected status ${status}, got: ${response.head}`));
        return;
      }
      onResponse?.(current, response.head);
      received += 1;
      if (received === count) resolve((performance.now() - startedAt) / 1_000);
      else next();
    });
    return socket;
  });
  return promise.finally(() => sockets.forEach((socket) => socket.removeAllListeners('close').destroy()));
}

function nameOf({ keysFile, variant, path = '' }: Job): string {
  return `${variant} ${path} ${keysFile}`;
}

/** Changes one letter of the secret, like a typing error: only the checksum detects it. */
function mistype(key: string): string {
  return key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21);
}

function etagOf(head: string): string {
  const etag = /^ETag: (.+)$/im.exec(head)?.[1];
  if (!etag) throw new Error(`A response without ETag: ${head}`);
  return etag.trim();
}
