/**
 * Clients that keep a server waiting: they send their headers or their body by the drop, or ask for much and
 * do not fetch it, and none of them hangs up. In a process of its own, so that its work does not slow down
 * those whose time is taken.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { steadily } from '../pace.ts';

export type CrowdOrder = { url: string; clients: number; dropEveryMs: number; timeoutMs: number };
/** How long each connection was open; without end where the server did not close it in time. */
export type CrowdSeen = { openMs: number[] };

/** What a client begins with, the drop it adds now and then, and whether it fetches what it asked for. */
type Slow = { opening: string; drop: string; fetches: boolean };
type Client = { socket: Socket; openMs: number };

const OPENED_PER_SECOND = 3_000;
/** What is not fetched fills 4 MB of the system's memory for each client, so only one of so many does that. */
const ONE_READING_OF = 15;
/** Of the app's script, unpacked: many times what the system takes. */
const ANSWERS_ASKED = 100;

const HEADERS: Slow = {
  opening: 'GET / HTTP/1.1\r\nHost: x\r\n',
  drop: 'X-Drop: x\r\n',
  fetches: true,
};
const BODY: Slow = {
  opening:
    'POST /app/api/sign-in HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  drop: ' ',
  fetches: true,
};

process.once('disconnect', () => process.exit());
process.once('message', (order: CrowdOrder) => {
  void keepWaiting(order).then((openMs) => process.send?.({ openMs } satisfies CrowdSeen));
});

async function keepWaiting({ url, clients, dropEveryMs, timeoutMs }: CrowdOrder): Promise<number[]> {
  const reading = await readingFrom(url);
  const port = Number(new URL(url).port);
  const crowd: Client[] = [];
  await steadily(
    OPENED_PER_SECOND,
    (begun) => begun < clients,
    async (at) => {
      const kind = at % ONE_READING_OF === 0 ? reading : at % 2 === 0 ? HEADERS : BODY;
      crowd.push(start(port, kind, dropEveryMs));
    },
  );
  const endsAt = performance.now() + timeoutMs;
  while (crowd.some(({ openMs }) => openMs === Infinity) && performance.now() < endsAt) await delay(20);
  return crowd.map(({ openMs }) => openMs);
}

/** Never hangs up: it finds out that the server did when it sends its next drop. */
function start(port: number, { opening, drop, fetches }: Slow, dropEveryMs: number): Client {
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
  if (fetches) socket.resume();
  return client;
}

/** An empty line between requests is none, so nobody waits for the rest of it. */
async function readingFrom(url: string): Promise<Slow> {
  const page = await (await fetch(url)).text();
  const script = /src="([^"]+\/app-[^"]+)"/.exec(page)?.[1];
  if (script === undefined) throw new Error('The page has no script.');
  const request = `GET ${script} HTTP/1.1\r\nHost: x\r\n\r\n`;
  return { opening: request.repeat(ANSWERS_ASKED), drop: '\r\n', fetches: false };
}
