/**
 * A network that loses requests, loses answers, delays them, and sends requests a second time, also long
 * after they were answered: each of these once in ten requests.
 */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import type { Scope } from './store.ts';

export type CarelessProxy = { url: string; lost: number; doubled: number; settled(): Promise<void> };

export async function startCarelessProxy(
  scope: Scope,
  target: string,
  chance: Chance,
): Promise<CarelessProxy> {
  const late = new Set<Promise<unknown>>();
  let requests = 0;
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const headers = Object.entries(incoming.headers).filter(([name]) => name !== 'content-length');
    const pass = async () => {
      const answer = await fetch(target + incoming.url, {
        method: incoming.method ?? 'GET',
        headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      });
      return { status: answer.status, text: await answer.text() };
    };
    const what = (requests += 1) % 10;
    if (what === 0) {
      proxy.lost += 1;
      return void incoming.socket.destroy();
    }
    if (what === 1) {
      proxy.doubled += 1;
      const again = delay(chance(40)).then(pass);
      late.add(again);
      again.finally(() => late.delete(again)).catch(() => undefined);
    }
    if (what === 2) await delay(chance(10));
    const { status, text } = await pass();
    if (what === 3) {
      proxy.lost += 1;
      return void incoming.socket.destroy();
    }
    if (what === 4) await delay(chance(10));
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(text);
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  scope.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as { port: number };
  const settled = async () => void (await Promise.allSettled(late));
  const proxy: CarelessProxy = { url: `http://127.0.0.1:${port}`, lost: 0, doubled: 0, settled };
  return proxy;
}
