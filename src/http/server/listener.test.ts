/** Connections that the listener closes; its responses on raw sockets are tested in test/raw-socket.test.ts. */
import { match, ok, rejects, strictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { until } from '#test/support/until.ts';
import { listen } from './listener.ts';

test('resets a refused client that leaves its half open', async (t) => {
  const { server, port } = await listen('127.0.0.1', 0);
  t.after(() => server.close());
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  t.after(() => client.destroy());
  client.write('no HTTP at all\r\n\r\n');
  let received = '';
  client.on('data', (data) => (received += data.toString('latin1')));
  await once(client, 'end');
  match(received, /^HTTP\/1\.1 400 /);
  const connections = promisify(server.getConnections.bind(server));
  await until('its connection is closed', async () => (await connections()) === 0, 5_000);
  // Without the reset the client could still send, and would notice the end only at its next write.
  client.on('error', () => {});
  await rejects(promisify((callback: (error?: Error | null) => void) => client.write('x', callback))());
});

test('every response that the listener writes has the security headers', async (t) => {
  const { server, port } = await listen('127.0.0.1', 0);
  t.after(() => server.close());
  const requests = {
    200: 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    503: 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    400: 'GET / HTTP/1.1\r\n\r\n',
    '400 ': 'no HTTP at all\r\n\r\n',
    431: `GET / HTTP/1.1\r\nX: ${'x'.repeat(9_000)}\r\n\r\n`,
  };
  for (const [status, request] of Object.entries(requests)) {
    const client = connect({ port, host: '127.0.0.1' });
    client.write(request);
    const received = (await client.toArray()).join('');
    strictEqual(received.slice(9, 12), status.trim(), received);
    ok(received.includes('\r\nX-Content-Type-Options: nosniff\r\n'), received);
  }
});

test('does not handle requests of a client until it reads its responses', async (t) => {
  const listener = await listen('127.0.0.1', 0);
  t.after(() => listener.close({ noticeMs: 0, maxMs: 0 }));
  const requests = 2;
  // More than the kernel buffers for a connection.
  const body = Buffer.alloc(64 * 1_048_576);
  let handled = 0;
  listener.handler = (_, response) => {
    handled += 1;
    response.end(body);
  };
  const client = connect({ port: listener.port, host: '127.0.0.1' });
  t.after(() => client.destroy());
  client.pause();
  client.write('GET /file HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests));
  await until('the first is handled', () => handled > 0);
  await turns(100);
  strictEqual(handled, 1);
  let receivedBytes = 0;
  client.on('data', ({ length }) => (receivedBytes += length));
  client.resume();
  await until('all have responses', () => receivedBytes > requests * body.length);
  strictEqual(handled, requests);
});

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}
