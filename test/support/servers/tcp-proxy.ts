/**
 * A TCP proxy with network faults, in front of a database or any other server. A fault affects all connections, or
 * only those whose first bytes contain a text. As with TCP, bytes and the end of a connection arrive in order.
 */
import { connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTick, setTimeout as delay } from 'node:timers/promises';
import type { Location } from '#storage/store.ts';
import type { Scope } from '../store.ts';

/**
 * `late`: half a second of latency in each direction. `silent`: nothing passes until the fault ends. `reset`: open
 * and new connections are reset. `bytewise`: one packet for each byte. `half-open`: the server's side of open
 * connections is closed without notice to the client; new connections work.
 */
type Fault = 'none' | 'late' | 'silent' | 'reset' | 'bytewise' | 'half-open';

export type TcpProxy = {
  /** The URL of the target, through this proxy. */
  url: string;
  /** The server's URL; a change affects new connections. */
  target: string;
  /** Starts a fault, for all connections or for those whose first bytes contain this text, and ends the last one. */
  setFault(fault: Fault, firstBytes?: string): void;
};

type ActiveFault = { fault: Fault; firstBytes: string; ended: PromiseWithResolvers<void> };
type Connection = { client: Socket; server: Socket; firstBytes: string; isHalfOpen: boolean };

const LATENCY_MS = 500;

export async function startTcpProxy(scope: Scope, target: string): Promise<TcpProxy> {
  const connections = new Set<Connection>();
  let active = newFault('none', '');
  const listener = createServer({ noDelay: true }, (client) => {
    const { hostname, port } = new URL(proxy.target);
    const server = connect({ host: hostname, port: Number(port), noDelay: true });
    const connection: Connection = { client, server, firstBytes: '', isHalfOpen: false };
    connections.add(connection);
    client.on('close', () => connections.delete(connection));
    client.once('data', (bytes) => (connection.firstBytes = bytes.toString('latin1')));
    forward(connection, client, server, () => active);
    forward(connection, server, client, () => active);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  scope.after(() => {
    listener.close();
    proxy.setFault('none');
    for (const connection of connections) reset(connection);
  });
  const url = new URL(target);
  url.port = String((listener.address() as { port: number }).port);
  const proxy: TcpProxy = {
    url: url.toString(),
    target,
    setFault(fault, firstBytes = '') {
      const last = active;
      active = newFault(fault, firstBytes);
      last.ended.resolve();
      for (const connection of connections) {
        if (faultOf(connection, active) === 'reset') reset(connection);
        if (faultOf(connection, active) === 'half-open') halfOpen(connection);
      }
    },
  };
  return proxy;
}

function newFault(fault: Fault, firstBytes: string): ActiveFault {
  return { fault, firstBytes, ended: Promise.withResolvers() };
}

function faultOf(connection: Connection, { fault, firstBytes }: ActiveFault): Fault {
  return connection.firstBytes.includes(firstBytes) ? fault : 'none';
}

/** Forwards one direction of a connection; data and the end wait in one queue. */
function forward(connection: Connection, from: Socket, to: Socket, active: () => ActiveFault): void {
  let queue = Promise.resolve();
  const enqueue = (work: () => Promise<void>) => void (queue = queue.then(work).catch(() => {}));
  from.on('data', (bytes: Buffer) => {
    const receivedAt = performance.now();
    enqueue(async () => {
      while (faultOf(connection, active()) === 'silent') await active().ended.promise;
      const fault = faultOf(connection, active());
      if (fault === 'reset') return reset(connection);
      if (fault === 'late') await delay(Math.max(0, receivedAt + LATENCY_MS - performance.now()));
      for (const part of fault === 'bytewise' ? bytesOf(bytes) : [bytes]) {
        to.write(part);
        if (fault === 'bytewise') await nextTick();
      }
    });
  });
  from.on('error', () => {});
  from.on('close', () => {
    enqueue(async () => {
      while (faultOf(connection, active()) === 'silent') await active().ended.promise;
      if (from === connection.client || !connection.isHalfOpen) to.destroy();
    });
  });
}

function bytesOf(bytes: Buffer): Buffer[] {
  return Array.from(bytes, (byte) => Buffer.of(byte));
}

function reset({ client, server }: Connection): void {
  client.resetAndDestroy();
  server.destroy();
}

function halfOpen(connection: Connection): void {
  connection.isHalfOpen = true;
  connection.server.destroy();
}

/** Starts a proxy in front of PostgreSQL; `location` is the database through the proxy. */
export async function startDatabaseProxy(
  scope: Scope,
  location: Location,
): Promise<TcpProxy & { location: Location & { kind: 'postgres' } }> {
  if (location.kind !== 'postgres') throw new Error('Only PostgreSQL is reached over the network.');
  const proxy = await startTcpProxy(scope, location.url);
  return Object.assign(proxy, { location: { kind: 'postgres', url: proxy.url } as const });
}
