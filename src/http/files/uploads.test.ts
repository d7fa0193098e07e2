import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import fs, { existsSync, readdirSync, readFileSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { freshFolder, type Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { FreeDisk } from '#storage/free-disk.ts';
import { type Upload, type UploadKind, UploadRefused, Uploads } from './uploads.ts';

async function readUpload({ path, hash: digest }: Upload): Promise<string> {
  const text = readFileSync(path, 'utf8');
  strictEqual(digest, hash('sha256', text));
  return text;
}

const SENDER = { kind: 'import', family: 'family', network: '192.0.2.1' } as const;

/** A server that receives files with these limits. Its result is the text of the file, or the code of a problem. */
async function startReceiver(scope: Scope, limits: ConstructorParameters<typeof Uploads>[0]) {
  const folder = freshFolder(scope);
  const uploads = new Uploads(limits, folder);
  const results: string[] = [];
  const server = createServer((incoming, response) => {
    const receive = async () => {
      const result = await uploads.receive(SENDER, incoming, readUpload).catch(String);
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

/** A server to which the headers of a request say who sends the file, and of which kind. */
async function startSharedReceiver(scope: Scope, uploads: Uploads) {
  const server = createServer((incoming, response) => {
    const [kind = '', family = '', network = ''] = (incoming.url ?? '').slice(1).split('/');
    const receive = async () => {
      const result = await uploads.receive(
        { kind: kind as UploadKind, family, network },
        incoming,
        readUpload,
      );
      response.end(result instanceof UploadRefused ? result.code : 'received');
    };
    void receive();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  scope.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** `text` is the whole file, or the start of one that is never sent to its end. */
  const start = (path: string, text: string, isWhole = true) => {
    const sent = request({ port, method: 'POST', path }).on('error', () => {});
    const replied = once(sent, 'response').then(([response]) =>
      new Response(Readable.toWeb(response)).text(),
    );
    if (isWhole) sent.end(text);
    else sent.write(text);
    return replied;
  };
  return { start };
}

test('slow uploads that have all slots give way to a family that waits; photos have slots of their own', async (t) => {
  const uploads = new Uploads(
    { stalledMs: 60_000, slowAfterMsIfAwaited: 100, waitMs: 5_000 },
    freshFolder(t),
  );
  const { start } = await startSharedReceiver(t, uploads);
  const slow = [1, 2, 3, 4].map((at) => start(`/import/f${at}/n${at % 2}`, 'x', false));
  // Those that go on end with the server.
  for (const each of slow) each.catch(() => {});
  await until('all slots are taken', () => uploads.size === 4);
  strictEqual(await start('/photo/honest/home', 'photo'), 'received');
  strictEqual(uploads.size, 4);
  strictEqual(await start('/import/honest/home', 'file'), 'received');
  strictEqual(await Promise.race(slow), 'request-timeout');
  ok(uploads.size < 4, 'a slot is free');
});

test('a family sends one file at a time, and a network leaves a slot to others', async (t) => {
  const uploads = new Uploads({}, freshFolder(t));
  const { start } = await startSharedReceiver(t, uploads);
  for (const at of [1, 2, 3]) void start(`/import/f${at}/crowd`, 'x', false).catch(() => {});
  await until('a network has its slots', () => uploads.size === 3);
  strictEqual(await start('/import/f4/crowd', 'file'), 'import-busy');
  strictEqual(await start('/import/f1/elsewhere', 'file'), 'import-busy');
  strictEqual(await start('/import/honest/home', 'file'), 'received');
});

test('a network can send so many bytes in an hour', async (t) => {
  const { start } = await startSharedReceiver(t, new Uploads({ bytesPerNetwork: 100 }, freshFolder(t)));
  const file = 'x'.repeat(40);
  const sent = [];
  for (const network of ['a', 'a', 'a', 'b']) sent.push(await start(`/import/f/${network}`, file));
  deepStrictEqual(sent, ['received', 'received', 'too-many-requests', 'received']);
});

test('without free room, files are refused, and the operator is told once', async (t) => {
  const told: boolean[] = [];
  const folder = freshFolder(t);
  const options = { minBytes: Number.MAX_SAFE_INTEGER, onChange: (isLow: boolean) => told.push(isLow) };
  t.mock.method(fsPromises, 'statfs', async () => ({ bavail: 40, blocks: 1_000, bsize: 4_096 }));
  const uploads = new Uploads({}, folder, new FreeDisk([folder], options));
  const { start } = await startSharedReceiver(t, uploads);
  deepStrictEqual(
    [await start('/import/f/a', 'x'), await start('/photo/f/a', 'x'), told],
    ['disk-full', 'disk-full', [true]],
  );
});

test(
  'nothing remains of a file if the process is killed: it has no name',
  { skip: !existsSync('/proc/self/fd') },
  async (t) => {
    const folder = freshFolder(t);
    const uploads = new Uploads({ stalledMs: 600_000, slowAfterMs: 600_000 }, folder);
    const { start } = await startSharedReceiver(t, uploads);
    void start('/import/f/a', 'x', false).catch(() => {});
    await until('the file begins to arrive', () => uploads.size === 1);
    await until('it has no name', () => readdirSync(folder).length === 0);
  },
);
