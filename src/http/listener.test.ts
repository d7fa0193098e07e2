/** Connections that the listener itself ends; what it answers on raw sockets is in test/raw-socket.test.ts. */
import { match } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { until } from '#test/until.ts';
import { listen } from './listener.ts';

test('who is turned away and never hangs up is hung up on', async (t) => {
  const { server, port } = await listen('127.0.0.1', 0);
  t.after(() => server.close());
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  t.after(() => client.destroy());
  client.write('no HTTP at all\r\n\r\n');
  let heard = '';
  client.on('data', (data) => (heard += data.toString('latin1')));
  await once(client, 'end');
  match(heard, /^HTTP\/1\.1 400 /);
  const connections = promisify(server.getConnections.bind(server));
  await until('its connection is gone', async () => (await connections()) === 0, 5_000);
});
