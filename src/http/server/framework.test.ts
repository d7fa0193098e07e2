/** What the framework answers before it has read what was sent. */
import { match } from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startService } from '#test/service.ts';
import { until } from '#test/until.ts';

const wrongPlaces = [
  { line: 'POST /nowhere', answer: /^HTTP\/1\.1 404 [^]*"code":"not-found"/ },
  { line: 'PUT /app/api/nowhere', answer: /^HTTP\/1\.1 404 [^]*"code":"not-found"/ },
  { line: 'POST /api/nowhere', answer: /^HTTP\/1\.1 404 [^]*"code":"not-found"/ },
  {
    line: 'POST /app/api/me',
    answer: /^HTTP\/1\.1 405 [^]*\r\nallow: GET, HEAD\r\n[^]*"method-not-allowed"/i,
  },
  { line: 'POST /healthz', answer: /^HTTP\/1\.1 405 [^]*\r\nallow: GET, HEAD\r\n[^]*"method-not-allowed"/i },
  { line: 'POST /api/meal-plans/v1/current', answer: /^HTTP\/1\.1 405 [^]*"code":"method-not-allowed"/ },
];
const bodies = {
  'of which only the start comes': 'Content-Length: 60000\r\n\r\n{"a":',
  'that is far too long': 'Content-Length: 99999999999\r\n\r\n{"a":',
  'that never ends': 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n',
};

test('a request to the wrong place is answered without waiting for its body', async (t) => {
  const { config } = await startService(t);
  for (const { line, answer } of wrongPlaces) {
    for (const [what, rest] of Object.entries(bodies)) {
      const socket = connect(config.port, '127.0.0.1');
      t.after(() => socket.destroy());
      let heard = '';
      socket.on('data', (bytes) => (heard += bytes)).on('error', () => {});
      socket.write(`${line} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${rest}`);
      await until(`an answer to ${line} with a body ${what}`, () => heard.includes('}'), 3_000);
      match(heard, answer, `${line} with a body ${what}`);
      socket.destroy();
    }
  }
});
