import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import fs, { readdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { freshFolder, type Scope } from '#test/support/store.ts';
import { type Upload, UploadRefused, Uploads } from './uploads.ts';

async function readUpload({ path, hash: digest }: Upload): Promise<string> {
  const text = readFileSync(path, 'utf8');
  strictEqual(digest, hash('sha256', text));
  return text;
}

/** A server that receives files with these limits. Its result is the text of the file, or the code of a problem. */
async function startReceiver(scope: Scope, limits: ConstructorParameters<typeof Uploads>[0]) {
  const folder = freshFolder(scope);
  const uploads = new Uploads(limits, folder);
  const results: string[] = [];
  const server = createServer((incoming, response) => {
    const receive = async () => {
      const result = await uploads.receive('family', incoming, readUpload).catch(String);
      results.push(result instanceof UploadRefused ? result.code : result);
      response.end();
    };
    void receive();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  scope.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const start = () =>
    request({ port: (server.address() as AddressInfo).port, method: 'POST' }).on('error', () => {});
  return { start, results, files: () => readdirSync(folder) };
}

test('a file that comes in pieces is complete, and is deleted afterwards', async (t) => {
  const { start, results, files } = await startReceiver(t, {});
  const call = start();
  for (let at = 0; at < 40; at += 1) call.write(String(at).repeat(20_000));
  call.end();
  await once(call, 'response');
  strictEqual(results[0]?.length, (10 + 2 * 30) * 20_000);
  deepStrictEqual(files(), []);
});

test('a file of unknown length ends at the limit', async (t) => {
  const { start, results, files } = await startReceiver(t, { maxBytes: 100_000 });
  const call = start();
  call.write('x'.repeat(60_000));
  call.write('x'.repeat(60_000));
  await once(call, 'response');
  deepStrictEqual([results, files()], [['file-too-large'], []]);
});

test('a client that stops sending, or sends too slowly, is disconnected', async (t) => {
  const stalled = await startReceiver(t, { stalledMs: 1 });
  const call = stalled.start();
  call.write('x');
  await once(call, 'response');
  deepStrictEqual([stalled.results, stalled.files()], [['request-timeout'], []]);
  const slow = await startReceiver(t, { slowAfterMs: 1, minBytesPerSecond: 1e9 });
  const other = slow.start();
  other.write('x'.repeat(1_000));
  await once(other, 'response');
  deepStrictEqual(slow.results, ['request-timeout']);
});

for (const [call, code, result] of [
  ['open', 'EMFILE', 'Error: EMFILE'],
  ['write', 'ENOSPC', 'Outage: The disk for temporary files is full.'],
] as const) {
  test(`a file is not received if the server cannot ${call} it: ${code}`, async (t) => {
    const { start, results, files } = await startReceiver(t, {});
    const error = Object.assign(new Error(code), { code });
    t.mock.method(fs, call, (...parameters: unknown[]) => {
      const done = parameters.at(-1) as (error: Error) => void;
      setImmediate(() => done(error));
    });
    const sent = start();
    sent.end('x');
    await once(sent, 'response');
    deepStrictEqual([results, files()], [[result], []]);
  });
}
