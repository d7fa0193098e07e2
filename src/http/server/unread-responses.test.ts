/** Closes connections of clients that do not read their responses, and not those that read slowly. */
import { strictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { until } from '#test/support/until.ts';
import { closeStalledConnections } from './unread-responses.ts';

/** More than the socket buffers of both sides hold. */
const LARGE_BODY = Buffer.alloc(64 * 1_048_576);
/** More than the client's socket buffer frees before it tells the server. */
const SOME_BYTES = 8 * 1_048_576;
const SECOND_MS = 1_000;

test('closes the connection of a client that reads nothing for five seconds', async (t) => {
  const { client, socket } = await requestLargeBody(t);
  // The first check has nothing to compare with.
  for (let second = 1; second <= 5; second += 1) t.mock.timers.tick(SECOND_MS);
  strictEqual(socket.destroyed, false);
  t.mock.timers.tick(SECOND_MS);
  strictEqual(socket.destroyed, true);
  await until('the client notices', () => client.resume().destroyed);
});

test('does not close the connection of a client that reads slowly', async (t) => {
  const { client, socket } = await requestLargeBody(t);
  for (let second = 1; second <= 20; second += 1) {
    if (second % 4 === 0) await readSome(client);
    t.mock.timers.tick(SECOND_MS);
  }
  strictEqual(socket.destroyed, false);
});

test('does not close an idle connection with no unread response', async (t) => {
  const { client, socket } = await requestLargeBody(t);
  client.resume();
  await until('everything is read', () => socket.writableLength === 0);
  t.mock.timers.tick(20 * SECOND_MS);
  strictEqual(socket.destroyed, false);
});

/** A client that has requested a large response and has not read it, and the server's socket. */
async function requestLargeBody(t: TestContext): Promise<{ client: Socket; socket: Socket }> {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const server = createServer((_, response) => void response.end(LARGE_BODY));
  closeStalledConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // Wait for the end: this server's timer must not be cleared while the mock timers of the next test are active.
  t.after(async () => {
    client.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [socket] = (await once(server, 'connection')) as [Socket];
  await until('the response is being sent', () => socket.writableLength > 0);
  return { client, socket };
}

async function readSome(client: Socket): Promise<void> {
  const enough = client.bytesRead + SOME_BYTES;
  while (client.bytesRead < enough) if (client.read() === null) await once(client, 'readable');
}
