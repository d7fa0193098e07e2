/** Who asks and does not fetch is let go; who fetches, however slowly, is not. */
import { strictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { until } from '#test/until.ts';
import { closeStalledConnections } from './unread-responses.ts';

/** More than the system holds between the two. */
const MUCH = Buffer.alloc(64 * 1_048_576);
/** More than the client's end of the system may hold back before it tells the server's. */
const SOME_BYTES = 8 * 1_048_576;
const SECOND_MS = 1_000;

test('closes the connection of a client that reads nothing for five seconds', async (t) => {
  const { client, line } = await askMuch(t);
  // The first look is the one that the others are compared with.
  for (let second = 1; second <= 5; second += 1) t.mock.timers.tick(SECOND_MS);
  strictEqual(line.destroyed, false);
  t.mock.timers.tick(SECOND_MS);
  strictEqual(line.destroyed, true);
  await until('the client hears of it', () => client.resume().destroyed);
});

test('who fetches a little now and then is not', async (t) => {
  const { client, line } = await askMuch(t);
  for (let second = 1; second <= 20; second += 1) {
    if (second % 4 === 0) await fetchSome(client);
    t.mock.timers.tick(SECOND_MS);
  }
  strictEqual(line.destroyed, false);
});

test('who has fetched everything may be silent', async (t) => {
  const { client, line } = await askMuch(t);
  client.resume();
  await until('all is fetched', () => line.writableLength === 0);
  t.mock.timers.tick(20 * SECOND_MS);
  strictEqual(line.destroyed, false);
});

/** A client that has asked for much and fetches nothing yet, and the server's end of its line. */
async function askMuch(t: TestContext): Promise<{ client: Socket; line: Socket }> {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const server = createServer((_, response) => void response.end(MUCH));
  closeStalledConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // To its end: a timer of this test that is cleared during the next would be one of the next.
  t.after(async () => {
    client.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [line] = (await once(server, 'connection')) as [Socket];
  await until('the answer is on its way', () => line.writableLength > 0);
  return { client, line };
}

async function fetchSome(client: Socket): Promise<void> {
  const enough = client.bytesRead + SOME_BYTES;
  while (client.bytesRead < enough) if (client.read() === null) await once(client, 'readable');
}
