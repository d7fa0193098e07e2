/**
 * An HTTP proxy with faults, between a client and the service: it can be unreachable, lose requests or responses,
 * delay them, send a request twice, or respond in place of the service. Its address stays when the service behind
 * it restarts, and it records the changes that it forwards.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '#domain/random.ts';
import type { Scope } from '../store.ts';

/** The proxy never responds to a request for a stuck file. */
export type Files = Map<string, { type: string; body: string; status?: number; isStuck?: boolean }>;

/** The faults of one request. */
export type RequestFaults = {
  losesRequest?: boolean;
  losesResponse?: boolean;
  requestDelayMs?: number;
  responseDelayMs?: number;
  /** Sends the request a second time after this delay, even if the first has a response. */
  repeatAfterMs?: number;
};

export type HttpProxy = {
  url: string;
  files: Files;
  /** The URL of the service. */
  target: string;
  isUnreachable: boolean;
  /** How many of the next responses to changes are lost. */
  responsesToLose: number;
  /** Whether event streams work. */
  hasEvents: boolean;
  /** The number of open event streams. */
  openEventStreams: number;
  /** Responses to the next changes, which the proxy does not forward. */
  cannedResponses: { status: number; headers: Record<string, string>; body: string }[];
  /** The ids of all forwarded changes, in order, repetitions included. */
  forwardedIds: string[];
  /** Closes every connection. */
  closeConnections(): void;
  /** The number of requests and responses that were lost because of `nextFaults`, and of requests that were repeated. */
  lost: number;
  repeated: number;
  /** Waits until all repeated requests are sent and have a response. */
  settled(): Promise<void>;
};

type Received = { incoming: IncomingMessage; body: Promise<Buffer> };

type Options = {
  /** Responses in place of the service, by path. */
  files?: Files;
  nextFaults?: () => RequestFaults;
};

export async function startHttpProxy(
  scope: Scope,
  target: string,
  { files = new Map(), nextFaults = () => ({}) }: Options = {},
): Promise<HttpProxy> {
  const repeats = new Set<Promise<unknown>>();
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    const faults = nextFaults();
    if (faults.losesRequest) {
      proxy.lost += 1;
      incoming.socket.destroy();
      return;
    }
    const body = buffer(incoming);
    // A client that aborts its request is not a failure of the proxy.
    handle(proxy, faults, { incoming, body }, outgoing).catch(() => incoming.socket.destroy());
    if (faults.repeatAfterMs === undefined) return;
    proxy.repeated += 1;
    const again = repeat(proxy, { incoming, body }, faults.repeatAfterMs);
    repeats.add(again);
    again.finally(() => repeats.delete(again)).catch(() => undefined);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    if (proxy.isUnreachable) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  scope.after(() => {
    server.close();
    closeConnections();
  });
  const { port } = server.address() as { port: number };
  const proxy: HttpProxy = {
    url: `http://127.0.0.1:${port}`,
    files,
    target,
    isUnreachable: false,
    responsesToLose: 0,
    hasEvents: true,
    openEventStreams: 0,
    cannedResponses: [],
    forwardedIds: [],
    lost: 0,
    repeated: 0,
    settled: async () => void (await Promise.allSettled(repeats)),
    closeConnections,
  };
  return proxy;
}

async function handle(
  proxy: HttpProxy,
  { requestDelayMs = 0, responseDelayMs = 0, losesResponse = false }: RequestFaults,
  { incoming, body: wholeBody }: Received,
  outgoing: ServerResponse,
): Promise<void> {
  // On a reused connection the browser would repeat a lost request, invisibly to the page.
  outgoing.shouldKeepAlive = false;
  const isEvents = incoming.url === '/app/api/events';
  if (proxy.isUnreachable || (isEvents && !proxy.hasEvents)) return void incoming.socket.destroy();
  const isChange = incoming.method === 'POST' && incoming.url === '/app/api/changes';
  const file = proxy.files.get(incoming.url?.split('?', 1)[0] ?? '');
  const reply = isChange ? proxy.cannedResponses.shift() : undefined;
  if (file?.isStuck) return;
  if (file) return void outgoing.writeHead(file.status ?? 200, { 'Content-Type': file.type }).end(file.body);
  if (reply) return void outgoing.writeHead(reply.status, reply.headers).end(reply.body);
  const body = await wholeBody;
  if (requestDelayMs > 0) await delay(requestDelayMs);
  if (isChange) proxy.forwardedIds.push((JSON.parse(body.toString()) as { id: string }).id);
  if (outgoing.destroyed) return;
  const forwarded = forward(proxy, incoming, body);
  forwarded.on('response', (response) => {
    const isLostChange = isChange && proxy.responsesToLose > 0;
    if (isLostChange) proxy.responsesToLose -= 1;
    if (losesResponse) proxy.lost += 1;
    if (isLostChange || losesResponse) {
      response.resume().on('end', () => incoming.socket.destroy());
      return;
    }
    if (isEvents) {
      proxy.openEventStreams += 1;
      outgoing.on('close', () => (proxy.openEventStreams -= 1));
    }
    const respond = () => {
      outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, connection: 'close' });
      // Forwards each chunk at once: events are chunks.
      response.pipe(outgoing);
    };
    if (responseDelayMs > 0) setTimeout(respond, responseDelayMs);
    else respond();
  });
  forwarded.on('error', () => incoming.socket.destroy());
  outgoing.on('close', () => forwarded.destroy());
}

function forward(proxy: HttpProxy, { url = '', method, headers }: IncomingMessage, body: Buffer) {
  return request(proxy.target + url, { method, headers }).end(body);
}

/** Sends a request again and ignores the response. */
async function repeat(proxy: HttpProxy, { incoming, body }: Received, afterMs: number): Promise<void> {
  await delay(afterMs);
  const [response] = (await once(forward(proxy, incoming, await body), 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
}

/** Each fault occurs once in ten requests, with random delays. */
export function everyFaultInTurn(random: Random): () => RequestFaults {
  let requests = 0;
  return () => {
    const turns: (() => RequestFaults)[] = [
      () => ({ losesRequest: true }),
      () => ({ repeatAfterMs: random(40) }),
      () => ({ requestDelayMs: random(10) }),
      () => ({ losesResponse: true }),
      () => ({ responseDelayMs: random(10) }),
    ];
    return turns[(requests += 1) % 10]?.() ?? {};
  };
}
