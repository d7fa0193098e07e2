/** A plain HTTP server for tests of clients: it does what the test says. */
import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Scope } from '../store.ts';

/** Returns its address. It is closed with all connections when the scope ends. */
export async function startHttpServer(scope: Scope, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  scope.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
