/** Imports of files in the app: report, keep, once, undo; limits of uploads; hostile files; several servers. */
import { Uploads } from '#http/files/uploads.ts';
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { MAX_UPLOAD_BYTES } from '#domain/family/upload.ts';
import { ImportProcess } from '#jobs/import/import-process.ts';
import { OPERATOR } from '#storage/actor.ts';
import { mealieBackup } from '#test/support/archives/mealie-samples.ts';
import { zip64Extra, zipOf } from '#test/support/archives/zip-writer.ts';
import { send } from '#test/support/clients/request.ts';
import { type Reply, type Service, startService } from '#test/support/service.ts';
import { dump } from '#test/support/snapshot.ts';
import { freshFolder, freshStore, KINDS } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { makeWorld, type World } from '#test/support/world.ts';

const OCTETS = { 'content-type': 'application/octet-stream' };

function sendFile(service: Service, { member }: World, path: string, body: Buffer): Promise<Reply> {
  // A process of low priority reads the file, which takes long on a busy machine.
  const timeoutMs = 120_000;
  return send(service, { method: 'POST', path, token: member.token, body, headers: OCTETS, timeoutMs });
}

function recipes(...titles: string[]): Buffer {
  const lines = ['1 onion', 'grandma dust'];
  return zipOf(
    titles.map((name) => ({
      name: `${name}.json`,
      content: JSON.stringify({ '@type': 'Recipe', name, recipeIngredient: lines }),
    })),
  );
}

for (const kind of KINDS) {
  describe(`${kind}: imports of files`, async () => {
    const store = await freshStore({ after, before }, kind);
    const first = await startService({ after, before }, { store });
    // Two servers on one database: nothing is kept between the requests. One kind is enough: each starts a process.
    const second = kind === 'sqlite' ? await startService({ after, before }, { store }) : first;

    test('a report stores nothing, the same file is kept by another server, again it adds nothing', async () => {
      const world = await makeWorld(first);
      const unchanged = await dump(store, world.family);
      const file = mealieBackup();
      const reported = await sendFile(first, world, '/app/api/imports/report?name=m%C3%BC.zip', file);
      strictEqual(reported.status, 200, JSON.stringify(reported.body));
      const { hash, report } = reported.body;
      deepStrictEqual([report.recipes, report.newRecipes, report.details.length], [1, 1, 1]);
      deepStrictEqual(await dump(store, world.family), unchanged);

      const keep = `/app/api/imports?name=m%C3%BC.zip&hash=${hash}`;
      const stored = await sendFile(second, world, keep, file);
      deepStrictEqual([stored.status, stored.body.report.newRecipes, stored.body.report.meals], [200, 1, 2]);
      const again = await sendFile(first, world, keep, file);
      deepStrictEqual([again.status, again.body.importId], [200, null]);

      const list = async (service: Service) =>
        (await send(service, { method: 'GET', path: '/app/api/imports', token: world.owner.token })).body
          .imports;
      const [newest] = await list(first);
      deepStrictEqual(
        [newest.id, newest.fileName, newest.recipes, newest.meals],
        [stored.body.importId, 'mü.zip', 1, 2],
      );
      const undo = { method: 'POST', path: `/app/api/imports/${newest.id}/undo`, token: world.member.token };
      const undone = await send(second, undo);
      deepStrictEqual([undone.status, undone.body], [200, { deleted: 1, restored: 0, changed: 0 }]);
      deepStrictEqual([(await send(first, undo)).status, (await list(first)).length], [404, 1]);
      const lines = await store.db
        .selectFrom('audit')
        .select(['actor', 'action'])
        .where('family_id', '=', world.family)
        .where('action', 'like', 'import.%')
        .orderBy('seq')
        .execute();
      deepStrictEqual(
        lines.map(({ actor, action }) => [actor, action]),
        ['import.add', 'import.undo'].map((action) => [world.member.id, action]),
      );
    });

    test('recipes can be left out, and another file than that of the report is refused', async () => {
      const world = await makeWorld(first);
      const file = recipes('Stew', 'Soup', 'Pie');
      const { body } = await sendFile(first, world, '/app/api/imports/report', file);
      const keep = `/app/api/imports?hash=${body.hash}`;
      const other = await sendFile(first, world, keep, recipes('Cake'));
      deepStrictEqual([other.status, other.body.code], [409, 'file-changed']);
      // The first and the third.
      const stored = await sendFile(first, world, `${keep}&without=5`, file);
      strictEqual(stored.body.report.newRecipes, 1, JSON.stringify(stored.body));
      const found = await send(first, {
        method: 'GET',
        path: '/app/api/recipes?own=true',
        token: world.owner.token,
      });
      ok(JSON.stringify(found.body).includes('Soup') && !JSON.stringify(found.body).includes('Stew'));
    });
  });
}

/** Of the tests on one kind of database: each service starts a process for imports. */
const uploadFolder = freshFolder({ after });
const uploads = new Uploads({}, uploadFolder);
const service = await startService({ after, before }, { uploads });

describe('progress', () => {
  test('says that a file is being read', async () => {
    const world = await makeWorld(service);
    const readSoFar = async () => {
      const read = { method: 'GET', path: '/app/api/imports', token: world.owner.token };
      return (await send(service, read)).body.reading;
    };
    const sent = sendFile(service, world, '/app/api/imports/report', recipes('Soup'));
    await until('the file is read', async () => typeof (await readSoFar()) === 'number');
    strictEqual((await sent).status, 200);
    strictEqual(await readSoFar(), null);
  });

  test('the thread says how many recipes it has read', async (t) => {
    const { family } = await makeWorld(service);
    const folder = freshFolder(t);
    const file = { path: join(folder, 'soups.zip'), fileName: 'soups.zip', isDryRun: true };
    writeFileSync(file.path, recipes(...Array.from({ length: 120 }, (_, at) => `Soup ${at}`)));
    const worker = new ImportProcess();
    t.after(() => worker.end());
    const seen: number[] = [];
    const context = { store: service.store, actor: OPERATOR, nowMs: service.clock.nowMs };
    await worker.import(context, family, file, { onProgress: (count) => seen.push(count) });
    deepStrictEqual(seen, [50, 100]);
  });
});

describe('files that are refused', async () => {
  const world = await makeWorld(service);
  const path = '/app/api/imports/report';

  const soup = { name: 'soup.json', content: recipes('Soup') };
  const hostile: [what: string, file: Buffer, fault: string, sentence: RegExp][] = [
    ['no recipe', Buffer.from('hello'), 'no-recipe', /no recipe in this file/],
    ['nothing', Buffer.alloc(0), 'no-recipe', /no recipe in this file/],
    [
      'a bomb',
      zipOf([{ name: 'a.json', content: 'x'.repeat(5_000_000) }]),
      'unpacks-too-large',
      /200 times its size/,
    ],
    [
      '1 GB declared',
      zipOf([{ name: 'a.json', content: 'x', lies: { size: 1_000_000_000 } }]),
      'too-large',
      /larger than 64 MB/,
    ],
    [
      'an exabyte declared',
      zipOf([
        {
          name: 'a.json',
          content: 'x',
          lies: { size: 0xffffffff, compressedSize: 0xffffffff, extra: zip64Extra(2n ** 60n, 1n) },
        },
      ]),
      'too-large',
      /larger than 64 MB/,
    ],
    ['traversal', zipOf([{ name: '../a.json', content: '{}' }]), 'bad-name', /leads out of its folder/],
    [
      'a link',
      zipOf([{ name: 'a', content: '/etc/passwd', lies: { externalAttributes: 0o120_777 * 65_536 } }]),
      'link',
      /has a link/,
    ],
    [
      'a password',
      zipOf([{ name: 'a.json', content: '{}', lies: { flags: 0x801 } }]),
      'password',
      /password/,
    ],
    ['a truncated file', mealieBackup().subarray(0, -30), 'damaged', /damaged or incomplete/],
    [
      'nested archives',
      zipOf([{ name: 'a.zip', content: zipOf([{ name: 'b.zip', content: zipOf([soup]) }]) }]),
      'nested',
      /archives within archives/,
    ],
    ['two files of one name', zipOf([soup, soup]), 'bad-name', /two files with the name/],
  ];
  for (const [what, file, fault, sentence] of hostile) {
    test(`${what}: 422 with a sentence, nothing stored`, async () => {
      service.clock.nowMs += 60_000;
      const unchanged = await dump(service.store, world.family);
      const { status, body } = await sendFile(service, world, path, file);
      deepStrictEqual([status, body.code, body.fault], [422, 'file-refused', fault], body.detail);
      match(body.detail, sentence);
      ok(!body.detail.includes('\n') && body.detail.length < 200);
      deepStrictEqual(await dump(service.store, world.family), unchanged);
      deepStrictEqual(readdirSync(uploadFolder), []);
    });
  }

  test('a slow line may take longer than other requests', async () => {
    service.clock.nowMs += 60_000;
    const file = recipes('Slow stew');
    const { socket, reply } = startUpload(`Content-Length: ${file.length}`);
    socket.write(file.subarray(0, 100));
    const startMs = performance.now();
    // Node's limit for other requests is 5 s; it checks four times a second.
    await until('other requests would be refused', () => performance.now() - startMs > 5_600);
    socket.write(file.subarray(100));
    match(await reply, /^HTTP\/1\.1 200 .*Slow stew/s);
    socket.destroy();
  });

  /** The head of an upload, and the response once the server closes the connection or has sent its end. */
  function startUpload(headers: string, start = ''): { socket: Socket; reply: Promise<string> } {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    let text = '';
    const reply = new Promise<string>((resolve) => {
      socket.on('data', (bytes) => {
        text += String(bytes);
        if (text.includes('"code"') || text.includes('"report"')) resolve(text);
      });
      socket.once('close', () => resolve(text));
    });
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${new URL(service.url).host}\r\nOrigin: ${service.url}\r\nCookie: weekfare-session=${world.member.token}\r\nContent-Type: application/octet-stream\r\n${headers}\r\n\r\n${start}`,
    );
    return { socket, reply };
  }

  test('a file that is too large is refused before it is received', async () => {
    service.clock.nowMs += 60_000;
    const { socket, reply } = startUpload(`Content-Length: ${MAX_UPLOAD_BYTES + 1}`, 'PK');
    match(await reply, /^HTTP\/1\.1 413 .*A file to import may have at most 100 MB\./s);
    socket.destroy();
    deepStrictEqual(readdirSync(uploadFolder), []);
  });

  test('a family sends one file at a time, and one that is not sent to its end is deleted', async () => {
    service.clock.nowMs += 60_000;
    const { socket, reply } = startUpload('Content-Length: 1000000', 'PK');
    await until('the file begins to arrive', () => uploads.size === 1);
    const busy = await sendFile(service, world, path, mealieBackup());
    deepStrictEqual([busy.status, busy.body.code], [503, 'import-busy']);
    ok(busy.headers.has('retry-after'));
    socket.destroy();
    await reply;
    await until('the file is deleted', () => uploads.size === 0);
    strictEqual((await sendFile(service, world, path, mealieBackup())).status, 200);
  });

  test('a session whose member is removed while the file arrives does not get a report', async () => {
    service.clock.nowMs += 60_000;
    const file = mealieBackup();
    const { socket, reply } = startUpload(`Content-Length: ${file.length}`);
    await until('the file begins to arrive', () => uploads.size === 1);
    const gone = { method: 'POST', path: '/app/api/sign-out', token: world.member.token };
    strictEqual((await send(service, gone)).status, 204);
    socket.write(file);
    match(await reply, /^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  test('files count as sixty requests', async () => {
    const other = await makeWorld(service);
    service.clock.nowMs += 60_000;
    const statuses = [];
    for (let at = 0; at < 11; at += 1)
      statuses.push((await sendFile(service, other, path, Buffer.from('x'))).status);
    deepStrictEqual(new Set(statuses.slice(0, 9)), new Set([422]));
    strictEqual(statuses.at(-1), 429);
  });
});
