/**
 * Stands between a browser and the service, and can be rough: be away, lose an answer after the service
 * has handled the request, or answer in its place. Keeps the address when the service behind it is
 * started again, and counts what it passed on.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Files } from './sync-page.ts';
import type { Scope } from './store.ts';

export type Proxy = {
  url: string;
  files: Files;
  /** Where it passes requests on to. */
  target: string;
  isAway: boolean;
  /** So many answers to changes get lost. */
  answersToLose: number;
  /** Whether it passes events on. */
  hasEvents: boolean;
  /** How many pages listen to events. */
  listening: number;
  /** What it answers to the next changes, instead of passing them on. */
  replies: { status: number; headers: Record<string, string>; body: string }[];
  /** The ids of all changes that the service was given, in order, each time. */
  passed: string[];
  /** Ends every connection. */
  cut(): void;
};

export async function startProxy(scope: Scope, target: string, files: Files): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => handle(proxy, incoming, outgoing));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    if (proxy.isAway) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  scope.after(() => {
    server.close();
    cut();
  });
  const { port } = server.address() as { port: number };
  const proxy: Proxy = {
    url: `http://127.0.0.1:${port}`,
    files,
    target,
    isAway: false,
    answersToLose: 0,
    hasEvents: true,
    listening: 0,
    replies: [],
    passed: [],
    cut,
  };
  return proxy;
}

function handle(proxy: Proxy, incoming: IncomingMessage, outgoing: ServerResponse): void {
  // Over a connection used before, the browser would send again what got lost, before the page knows of it.
  outgoing.shouldKeepAlive = false;
  const isEvents = incoming.url === '/app/api/events';
  if (proxy.isAway || (isEvents && !proxy.hasEvents)) return void incoming.socket.destroy();
  const isChange = incoming.method === 'POST' && incoming.url === '/app/api/changes';
  const file = proxy.files.get(incoming.url?.split('?', 1)[0] ?? '');
  const reply = isChange ? proxy.replies.shift() : undefined;
  if (file?.isStuck) return;
  if (file) return void outgoing.writeHead(file.status ?? 200, { 'Content-Type': file.type }).end(file.body);
  if (reply) return void outgoing.writeHead(reply.status, reply.headers).end(reply.body);
  const onward = request(proxy.target + (incoming.url ?? ''), {
    method: incoming.method,
    headers: incoming.headers,
  });
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const body = Buffer.concat(chunks);
    if (isChange) proxy.passed.push((JSON.parse(body.toString()) as { id: string }).id);
    onward.end(body);
  });
  onward.on('response', (answer) => {
    if (isChange && proxy.answersToLose > 0) {
      proxy.answersToLose -= 1;
      answer.resume().on('end', () => incoming.socket.destroy());
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' });
    if (isEvents) {
      proxy.listening += 1;
      outgoing.on('close', () => (proxy.listening -= 1));
    }
    // Each piece as it comes: events are pieces.
    answer.pipe(outgoing);
  });
  onward.on('error', () => incoming.socket.destroy());
  outgoing.on('close', () => onward.destroy());
}
