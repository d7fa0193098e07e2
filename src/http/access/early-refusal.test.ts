/**
 * Requests that are refused before their body is read: the client gets the response, and the connection either
 * accepts the next request or is closed.
 */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { makeWorld } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';
import type { Scope } from '#test/support/store.ts';
import { ONE_KIND } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';

const NESTED = '['.repeat(450_000) + ']'.repeat(450_000);
const SAME = 'Sec-Fetch-Site: same-origin';

/** The head of a POST, and the start of its body. */
function post(path: string, headers: string[], body = ''): string {
  const lines = ['Host: localhost', 'Content-Type: application/json', ...headers];
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

for (const kind of ONE_KIND) {
  describe(`${kind}: early refusals`, async () => {
    const service = await startService({ after, before }, { kind });

    const open = (t: Scope, text: string) => {
      const socket = connect(service.config.port, '127.0.0.1');
      t.after(() => socket.destroy());
      return new RawConnection(socket, text);
    };

    test('refuses a request without a session or from another origin whatever its body', async () => {
      const bodies = { 'nested lists': NESTED, 'no JSON': '{{{', 'too large': ' '.repeat(1_000_001) };
      for (const [what, body] of Object.entries(bodies)) {
        const call = { method: 'POST', path: '/app/api/recipes', body };
        const { status, body: problem } = await send(service, call);
        deepStrictEqual([status, problem.code], [401, 'not-signed-in'], what);
        const foreign = await send(service, { ...call, headers: { origin: 'http://evil.example' } });
        deepStrictEqual([foreign.status, foreign.body.code], [403, 'cross-site'], what);
        const text = await send(service, { ...call, headers: { 'content-type': 'text/plain' } });
        strictEqual(text.status, 401, what);
      }
    });

    test('responds without waiting for the body', async (t) => {
      const connection = open(t, post('/app/api/recipes', [SAME, 'Content-Length: 900000'], '[[['));
      await connection.receives(/^HTTP\/1\.1 401 [^]*"code":"not-signed-in"/);
    });

    test('skips the body of a refused request and responds to the next request', async (t) => {
      const hidden = `GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      const body = hidden.repeat(10_000);
      const next = `GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      const refused = post('/app/api/recipes', [SAME, `Content-Length: ${body.length}`], body);
      const connection = open(t, refused + next);
      await connection.ends();
      deepStrictEqual(connection.statuses(), ['401', '200']);
      match(connection.received, /"status":"alive"/);
      doesNotMatch(connection.received, /"ready"/);
      // As a proxy does: after the response it sends the rest of the body and the next request.
      const slow = open(t, refused.slice(0, -1_000));
      await slow.receives(/^HTTP\/1\.1 401 [^]*\}$/);
      slow.socket.write(refused.slice(-1_000) + next);
      await slow.ends();
      deepStrictEqual(slow.statuses(), ['401', '200']);
    });

    test('refuses a request with Expect: 100-continue without requesting its body', async (t) => {
      const headers = [SAME, 'Content-Length: 900000', 'Expect: 100-continue'];
      const connection = open(t, post('/app/api/recipes', headers));
      await connection.ends();
      deepStrictEqual(connection.statuses(), ['401']);
      match(connection.received, /\r\nconnection: close\r\n/i);
    });

    test('returns 401 if the session ends while the body is being sent', async (t) => {
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
      await first.receives(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
      first.socket.write(body);
      await first.receives(/HTTP\/1\.1 200 [^]*candles of the past/);

      const late = open(t, post(path, headers));
      await late.receives(/^HTTP\/1\.1 100 /);
      const out = await send(service, { method: 'POST', path: '/app/api/sign-out', token: owner.token });
      strictEqual(out.status, 204);
      late.socket.write(body);
      await late.receives(/HTTP\/1\.1 401 [^]*"not-signed-in"/);
    });

    test('responds to an endless upload and closes its connection', async (t) => {
      const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
      for (const [headers, more] of [
        [['Content-Length: 99999999999'], ' '.repeat(65_536)],
        [['Transfer-Encoding: chunked'], chunk],
      ] as const) {
        const connection = open(t, post('/app/api/recipes', [SAME, ...headers]));
        connection.sendForever(more);
        await connection.receives(/^HTTP\/1\.1 401 [^]*"code":"not-signed-in"[^]*\}/);
        await connection.ends();
        deepStrictEqual(connection.statuses(), ['401']);
        match(connection.received, /\r\nconnection: close\r\n/i);
        // The server discards a megabyte; the rest is in the buffers of both sockets.
        ok(connection.socket.bytesWritten < 20_000_000, `${connection.socket.bytesWritten} bytes were sent`);
      }
    });

    test('returns 413 to a signed-in client for too large a body', async (t) => {
      const { owner } = await makeWorld(service);
      const cookie = `Cookie: weekfare-session=${owner.token}`;
      for (const length of [70_000, 5_000_000]) {
        const headers = [SAME, cookie, `Content-Length: ${length}`];
        const connection = open(t, post('/app/api/keys', headers, ' '.repeat(length)));
        await connection.ends();
        deepStrictEqual(connection.statuses(), ['413']);
        match(connection.received, /"code":"body-too-large"/);
      }
    });
  });
}

/** A raw connection. */
class RawConnection {
  readonly socket: Socket;
  received = '';
  #isEnded = false;

  constructor(socket: Socket, text: string) {
    this.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => (this.received += part));
    socket.on('error', () => {}).once('close', () => (this.#isEnded = true));
    socket.write(text);
  }

  receives(what: RegExp): Promise<void> {
    return until(`${what} in ${this.received}`, () => what.test(this.received), 5_000);
  }

  ends(): Promise<void> {
    return until('the connection is closed', () => this.#isEnded, 5_000);
  }

  statuses(): string[] {
    return Array.from(this.received.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => status as string);
  }

  sendForever(more: string): void {
    const write = () => {
      while (!this.socket.destroyed && this.socket.write(more));
    };
    this.socket.on('drain', write);
    write();
  }
}
