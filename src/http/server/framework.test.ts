/** Responses that the framework sends before it has read the body. */
import { match } from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';

const withoutRoute = [
  { line: 'POST /nowhere', response: /^HTTP\/1\.1 404 [^]*"code":"not-found"/ },
  { line: 'PUT /app/api/nowhere', response: /^HTTP\/1\.1 404 [^]*"code":"not-found"/ },
  { line: 'POST /api/nowhere', response: /^HTTP\/1\.1 404 [^]*"code":"not-found"/ },
  {
    line: 'POST /app/api/me',
    response: /^HTTP\/1\.1 405 [^]*\r\nallow: GET, HEAD\r\n[^]*"method-not-allowed"/i,
  },
  {
    line: 'POST /healthz',
    response: /^HTTP\/1\.1 405 [^]*\r\nallow: GET, HEAD\r\n[^]*"method-not-allowed"/i,
  },
  { line: 'LOCK /dav/calendars/', response: /^HTTP\/1\.1 405 [^]*\r\nallow: [^]*"method-not-allowed"/i },
  { line: 'POST /api/meal-plans/v1/current', response: /^HTTP\/1\.1 405 [^]*"code":"method-not-allowed"/ },
];
const bodies = {
  'of which only the start comes': 'Content-Length: 60000\r\n\r\n{"a":',
  'that is far too long': 'Content-Length: 99999999999\r\n\r\n{"a":',
  'that never ends': 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n',
};

test('responds 404 or 405 without waiting for the body', async (t) => {
  const { config } = await startService(t);
  for (const { line, response } of withoutRoute) {
    for (const [what, rest] of Object.entries(bodies)) {
      const socket = connect(config.port, '127.0.0.1');
      t.after(() => socket.destroy());
      let received = '';
      socket.on('data', (bytes) => (received += bytes)).on('error', () => {});
      socket.write(`${line} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${rest}`);
      await until(`a response to ${line} with a body ${what}`, () => received.includes('}'), 3_000);
      match(received, response, `${line} with a body ${what}`);
      socket.destroy();
    }
  }
});
