/** Photos of own recipes: set, shown instead of the drawing, served, replaced, removed, limited. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setPhoto } from '#actions/recipe/photos.ts';
import { isRefusal } from '#domain/refusal.ts';
import { readPhotoBytes } from '#storage/tables/recipe/photos.ts';
import { jpegSegment, losslessChunk, makeJpeg, makePhoto, makeRiff } from '#test/support/photos.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';
import { makeWorld, type World } from '#test/support/world.ts';

const SMALL = makeRiff(losslessChunk());
const LARGE = makeJpeg({ width: 1_600, restarts: 999 });
const PICTURE = `photo ${hash('sha256', SMALL)} ${hash('sha256', LARGE)}`;

for (const kind of KINDS) {
  describe(`${kind}: photos`, async () => {
    const service = await startService({ after, before }, { kind });
    const { store } = service;
    const as = ({ member }: World, method: string, path: string) =>
      send(service, { method, path: `/app/api${path}`, token: member.token });
    const put = ({ member, recipe }: World, small: Buffer, large: Buffer) =>
      send(service, {
        method: 'PUT',
        path: `/app/api/recipes/${recipe}/photo?small=${small.length}`,
        token: member.token,
        body: Buffer.concat([small, large]),
        headers: { 'content-type': 'application/octet-stream' },
      });
    const read = (file: string, cookie: string, headers = {}) =>
      fetch(`${service.url}/app/api/photos/${file}`, { headers: { cookie, ...headers } });
    const countFiles = async ({ family }: World) =>
      (await store.db.selectFrom('photos').select('hash').where('family_id', '=', family).execute()).length;

    test('a photo replaces the drawing everywhere, and the photo before', async () => {
      const world = await makeWorld(service);
      const { recipe, photo: first } = world;
      const before = await store.db.selectFrom('audit').select('seq').execute();
      deepStrictEqual((await put(world, SMALL, LARGE)).body, { picture: PICTURE });
      ok((await store.db.selectFrom('audit').select('seq').execute()).length > before.length);
      strictEqual((await as(world, 'GET', `/recipes/${recipe}`)).body.recipe.picture, PICTURE);
      const { recipes } = (await as(world, 'GET', '/recipes?own=true')).body;
      deepStrictEqual(
        recipes.map(({ picture }: { picture: string }) => picture),
        [PICTURE],
      );
      const { pictures } = (await as(world, 'GET', `/pictures?recipes=${recipe},shakshuka`)).body;
      strictEqual(pictures[recipe], PICTURE);
      match(pictures.shakshuka, /^eggs-in-sauce /);
      strictEqual((await as(world, 'GET', `/photos/${first}`)).status, 404);
      strictEqual(await countFiles(world), 2);

      // A copy has the same files, which stay as long as one of the recipes has them.
      const copy = (await as(world, 'POST', `/recipes/${recipe}/copy`)).body.recipe;
      strictEqual(copy.picture, PICTURE);
      strictEqual((await as(world, 'DELETE', `/recipes/${recipe}/photo`)).status, 204);
      match((await as(world, 'GET', `/recipes/${recipe}`)).body.recipe.picture, /^soup /);
      strictEqual((await as(world, 'DELETE', `/recipes/${recipe}/photo`)).status, 404);
      strictEqual(await countFiles(world), 2);
      strictEqual((await as(world, 'DELETE', `/recipes/${copy.id}`)).status, 204);
      strictEqual(await countFiles(world), 0);
    });

    test('members and displays of the family read a photo, once', async () => {
      const world = await makeWorld(service);
      const other = await makeWorld(service);
      const { photo } = world;
      for (const cookie of [
        `weekfare-session=${world.member.token}`,
        `weekfare-display=${world.displayToken}`,
      ]) {
        const response = await read(photo, cookie);
        strictEqual(response.status, 200);
        deepStrictEqual(
          ['content-type', 'cache-control', 'vary', 'etag', 'x-content-type-options'].map((name) =>
            response.headers.get(name),
          ),
          ['image/jpeg', 'private, max-age=31536000, immutable', 'Cookie', `"${photo}"`, 'nosniff'],
        );
        strictEqual(hash('sha256', Buffer.from(await response.arrayBuffer())), photo);
      }
      const cookie = `weekfare-session=${world.member.token}`;
      strictEqual((await read(photo, cookie, { 'if-none-match': `"${photo}"` })).status, 304);
      strictEqual((await read(photo, cookie, { 'sec-fetch-site': 'cross-site' })).status, 403);
      strictEqual((await read(photo, `weekfare-session=${other.member.token}`)).status, 404);
      strictEqual((await read(photo, `weekfare-display=${other.displayToken}`)).status, 404);
      strictEqual((await read(photo, '')).status, 401);
    });

    test('refuses files that are no plain photo, and says what is wrong', async () => {
      const world = await makeWorld(service);
      const located = Buffer.concat([
        LARGE.subarray(0, 2),
        jpegSegment(0xe1, 'Exif\0\0GPS'),
        LARGE.subarray(2),
      ]);
      for (const [small, large, fault] of [
        [SMALL, located, 'metadata'],
        [makeJpeg({ width: 401 }), LARGE, 'dimensions'],
        [SMALL, Buffer.alloc(0), 'format'],
      ] as const) {
        const { status, body } = await put(world, small, large);
        deepStrictEqual([status, body.code, body.fault], [422, 'photo-refused', fault]);
      }
      strictEqual((await put(world, SMALL, Buffer.alloc(500_000))).status, 413);
      strictEqual((await as(world, 'GET', `/photos/${world.photo}`)).status, 200);
    });

    test('refuses a photo for which there is no room', async () => {
      const { family, recipe, owner } = await makeWorld(service);
      const context = { store, actor: owner.id, nowMs: service.clock.nowMs };
      const used = await readPhotoBytes(store.db, family);
      ok(used > 200 && used < 500, String(used));
      const { small, large } = makePhoto(9_999);
      const needed = used + small.bytes.length + large.bytes.length;
      deepStrictEqual(await setPhoto(context, family, recipe, { small, large }, needed - 9), {
        refused: 'photo-quota-exceeded',
      });
      ok(!isRefusal(await setPhoto(context, family, recipe, { small, large }, needed)));
    });
  });
}
