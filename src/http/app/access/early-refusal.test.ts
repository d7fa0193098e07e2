/**
 * Requests that are refused before their body is read: the client gets the answer, and the connection is
 * either good for the next request or closed.
 */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { makeWorld } from '#test/support/world.ts';
import { send } from '#test/support/request.ts';
import { startService } from '#test/support/service.ts';
import type { Scope } from '#test/support/store.ts';
import { KINDS } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';

const NESTED = '['.repeat(450_000) + ']'.repeat(450_000);
const SAME = 'Sec-Fetch-Site: same-origin';

/** The start of a POST, and of its body. */
function post(path: string, headers: string[], body = ''): string {
  const lines = ['Host: localhost', 'Content-Type: application/json', ...headers];
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

for (const kind of KINDS) {
  describe(`${kind}: early refusals`, async () => {
    const service = await startService({ after }, { kind });

    const open = (t: Scope, text: string) => {
      const socket = connect(service.config.port, '127.0.0.1');
      t.after(() => socket.destroy());
      return new Line(socket, text);
    };

    test('without a session or from another origin, the refusal does not depend on the body', async () => {
      const bodies = { 'nested lists': NESTED, 'no JSON': '{{{', 'too large': ' '.repeat(1_000_001) };
      for (const [what, body] of Object.entries(bodies)) {
        const call = { method: 'POST', path: '/app/api/recipes', body };
        const { status, body: said } = await send(service, call);
        deepStrictEqual([status, said.code], [401, 'not-signed-in'], what);
        const foreign = await send(service, { ...call, headers: { origin: 'http://evil.example' } });
        deepStrictEqual([foreign.status, foreign.body.code], [403, 'cross-site'], what);
        const text = await send(service, { ...call, headers: { 'content-type': 'text/plain' } });
        strictEqual(text.status, 401, what);
      }
    });

    test('the answer does not wait for the body', async (t) => {
      const line = open(t, post('/app/api/recipes', [SAME, 'Content-Length: 900000'], '[[['));
      await line.hears(/^HTTP\/1\.1 401 [^]*"code":"not-signed-in"/);
    });

    test('the body of a refused request is no request, and the next one is answered', async (t) => {
      const hidden = `GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      const body = hidden.repeat(10_000);
      const next = `GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      const refused = post('/app/api/recipes', [SAME, `Content-Length: ${body.length}`], body);
      const line = open(t, refused + next);
      await line.ends();
      deepStrictEqual(line.statuses(), ['401', '200']);
      match(line.heard, /"status":"alive"/);
      doesNotMatch(line.heard, /"ready"/);
      // As a proxy does it: the next request when the answer is there, the rest of the body before it.
      const slow = open(t, refused.slice(0, -1_000));
      await slow.hears(/^HTTP\/1\.1 401 [^]*\}$/);
      slow.socket.write(refused.slice(-1_000) + next);
      await slow.ends();
      deepStrictEqual(slow.statuses(), ['401', '200']);
    });

    test('a client that asks before it sends its body is told to keep it', async (t) => {
      const headers = [SAME, 'Content-Length: 900000', 'Expect: 100-continue'];
      const line = open(t, post('/app/api/recipes', headers));
      await line.ends();
      deepStrictEqual(line.statuses(), ['401']);
      match(line.heard, /\r\nconnection: close\r\n/i);
    });

    test('a session that ends while the body is on its way changes nothing any more', async (t) => {
      const { owner } = await makeWorld(service);
      const week = '2026-11-09';
      const operations = [{ opId: randomUUID(), kind: 'add', text: 'candles of the past' }];
      const body = JSON.stringify({ operations });
      const headers = [
        SAME,
        `Cookie: weekfare-session=${owner.token}`,
        `Content-Length: ${body.length}`,
        'Expect: 100-continue',
      ];
      const path = `/app/api/lists/${week}/operations`;
      const first = open(t, post(path, headers));
      await first.hears(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
      first.socket.write(body);
      await first.hears(/HTTP\/1\.1 200 [^]*candles of the past/);

      const late = open(t, post(path, headers));
      await late.hears(/^HTTP\/1\.1 100 /);
      const out = await send(service, { method: 'POST', path: '/app/api/sign-out', token: owner.token });
      strictEqual(out.status, 204);
      late.socket.write(body);
      await late.hears(/HTTP\/1\.1 401 [^]*"not-signed-in"/);
    });

    test('an upload without end gets its answer, and its connection ends', async (t) => {
      const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
      for (const [headers, more] of [
        [['Content-Length: 99999999999'], ' '.repeat(65_536)],
        [['Transfer-Encoding: chunked'], chunk],
      ] as const) {
        const line = open(t, post('/app/api/recipes', [SAME, ...headers]));
        line.sendsForEver(more);
        await line.hears(/^HTTP\/1\.1 401 [^]*"code":"not-signed-in"[^]*\}/);
        await line.ends();
        deepStrictEqual(line.statuses(), ['401']);
        match(line.heard, /\r\nconnection: close\r\n/i);
        // A megabyte is dropped; the rest stood in the buffers of both sockets.
        ok(line.socket.bytesWritten < 20_000_000, `${line.socket.bytesWritten} bytes went out`);
      }
    });

    test('a signed-in client that sends too much gets 413', async (t) => {
      const { owner } = await makeWorld(service);
      const cookie = `Cookie: weekfare-session=${owner.token}`;
      for (const length of [70_000, 5_000_000]) {
        const headers = [SAME, cookie, `Content-Length: ${length}`];
        const line = open(t, post('/app/api/keys', headers, ' '.repeat(length)));
        await line.ends();
        deepStrictEqual(line.statuses(), ['413']);
        match(line.heard, /"code":"body-too-large"/);
      }
    });
  });
}

/** A raw connection. */
class Line {
  readonly socket: Socket;
  heard = '';
  #isEnded = false;

  constructor(socket: Socket, text: string) {
    this.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => (this.heard += part));
    socket.on('error', () => {}).once('close', () => (this.#isEnded = true));
    socket.write(text);
  }

  hears(what: RegExp): Promise<void> {
    return until(`${what} in ${this.heard}`, () => what.test(this.heard), 5_000);
  }

  ends(): Promise<void> {
    return until('the end of the connection', () => this.#isEnded, 5_000);
  }

  statuses(): string[] {
    return Array.from(this.heard.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => status as string);
  }

  sendsForEver(more: string): void {
    const write = () => {
      while (!this.socket.destroyed && this.socket.write(more));
    };
    this.socket.on('drain', write);
    write();
  }
}
