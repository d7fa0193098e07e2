/**
 * Slow clients: they send their headers or their body a byte at a time, or request much and do not read it, and
 * they never close a connection. They run in their own process, so that they do not slow down the measured clients.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { runAtRate } from '../rate.ts';

export type SlowClientsOptions = { url: string; clients: number; dropEveryMs: number; timeoutMs: number };
/** How long each connection was open; infinite if the server did not close it in time. */
export type SlowClientsResult = { openMs: number[] };

/** What a client sends first, what it adds at intervals, and whether it reads the responses. */
type SlowClient = { opening: string; drop: string; reads: boolean };
type OpenClient = { socket: Socket; openMs: number };

const OPENED_PER_SECOND = 3_000;
/** One in 15 clients does not read: an unread response fills 4 MB of the system's memory. */
const CLIENTS_PER_UNREAD = 15;
/** Requests for the app's uncompressed script: many times what the system buffers. */
const UNREAD_RESPONSES = 100;

const HEADERS: SlowClient = {
  opening: 'GET / HTTP/1.1\r\nHost: x\r\n',
  drop: 'X-Drop: x\r\n',
  reads: true,
};
const BODY: SlowClient = {
  opening:
    'POST /app/api/sign-in HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  drop: ' ',
  reads: true,
};

process.once('disconnect', () => process.exit());
process.once('message', (options: SlowClientsOptions) => {
  void runSlowClients(options).then((openMs) => process.send?.({ openMs } satisfies SlowClientsResult));
});

async function runSlowClients({
  url,
  clients,
  dropEveryMs,
  timeoutMs,
}: SlowClientsOptions): Promise<number[]> {
  const unread = unreadResponses();
  const port = Number(new URL(url).port);
  const open: OpenClient[] = [];
  await runAtRate(
    OPENED_PER_SECOND,
    (started) => started < clients,
    async (at) => {
      const kind = at % CLIENTS_PER_UNREAD === 0 ? unread : at % 2 === 0 ? HEADERS : BODY;
      open.push(start(port, kind, dropEveryMs));
    },
  );
  const endsAt = performance.now() + timeoutMs;
  while (open.some(({ openMs }) => openMs === Infinity) && performance.now() < endsAt) await delay(20);
  return open.map(({ openMs }) => openMs);
}

/** Never closes its connection. It learns that the server has closed it when it sends again. */
function start(port: number, { opening, drop, reads }: SlowClient, dropEveryMs: number): OpenClient {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const client = { socket, openMs: Infinity };
  socket.on('error', () => {});
  socket.once('connect', () => {
    const connectedAt = performance.now();
    const timer = setInterval(() => socket.write(drop), dropEveryMs);
    socket.on('close', () => {
      clearInterval(timer);
      client.openMs = performance.now() - connectedAt;
    });
  });
  socket.write(opening);
  if (reads) socket.resume();
  return client;
}

/** Servers ignore an empty line between requests, so it does not start a request that times out. */
function unreadResponses(): SlowClient {
  // The largest response that needs no key.
  const request = 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
  return { opening: request.repeat(UNREAD_RESPONSES), drop: '\r\n', reads: false };
}
