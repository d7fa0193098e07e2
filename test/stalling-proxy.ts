/** A line to PostgreSQL that a test can make go dead: nothing is closed, nothing comes through. */
import { connect, createServer, type Socket } from 'node:net';
import type { Location } from '#storage/store.ts';
import type { Scope } from './store.ts';

export type Line = { location: Location; stall(): void; flow(): void };

export async function lineTo(scope: Scope, location: Location): Promise<Line> {
  if (location.kind !== 'postgres') throw new Error('Only PostgreSQL is at the end of a line.');
  const url = new URL(location.url);
  const port = Number(url.port);
  const sockets = new Set<Socket>();
  let stalled = false;
  const server = createServer((near) => {
    const far = connect(port, url.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('error', () => {});
      if (stalled) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  scope.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  url.port = String((server.address() as { port: number }).port);
  return {
    location: { kind: 'postgres', url: url.toString() },
    stall() {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    flow() {
      stalled = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
