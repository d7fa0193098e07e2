/** The photo of a recipe by API key: its address, caching, and that another family cannot read it. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { setPhoto } from '#actions/recipe/photos.ts';
import { addRecipe } from '#actions/recipe/recipes.ts';
import { accepted } from '#test/support/accepted.ts';
import { callApi, makeApiFamily, NOW } from '#test/support/api-family.ts';
import { makePhoto } from '#test/support/photos.ts';
import { startService } from '#test/support/service.ts';
import { RECIPE } from '#test/support/world.ts';

test('a key reads the photo of a recipe under an address that changes with it', async (t) => {
  const service = await startService(t, { nowMs: NOW });
  const [{ context, family, key }, other] = [await makeApiFamily(service), await makeApiFamily(service)];
  const { id } = accepted(await addRecipe(context, family, RECIPE));
  const path = `/api/recipes/v1/${id}`;
  const addressOf = async () =>
    ((await (await callApi(service, path, key)).json()) as { data: { photo: string | null } }).data.photo;
  strictEqual(await addressOf(), null);
  strictEqual((await callApi(service, `${path}/photo`, key)).status, 404);

  const { large } = accepted(await setPhoto(context, family, id, makePhoto(1)));
  const address = (await addressOf()) ?? '';
  strictEqual(address, `${path}/photo?hash=${large}`);
  const shown = async (from: string, headers = {}) => {
    const response = await callApi(service, from, key, { headers });
    const values = ['content-type', 'cache-control', 'etag', 'x-content-type-options'].map((name) =>
      response.headers.get(name),
    );
    return { status: response.status, values, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const [forEver, plain] = [await shown(address), await shown(`${path}/photo`)];
  deepStrictEqual(forEver.values, [
    'image/jpeg',
    'private, max-age=31536000, immutable',
    `"${large}"`,
    'nosniff',
  ]);
  deepStrictEqual(plain.values, ['image/jpeg', 'private, no-cache', `"${large}"`, 'nosniff']);
  ok(makePhoto(1).large.bytes.equals(forEver.bytes) && plain.bytes.equals(forEver.bytes));
  strictEqual((await shown(`${path}/photo`, { 'if-none-match': `"${large}"` })).status, 304);

  strictEqual((await callApi(service, address, other.key)).status, 404);
  accepted(await setPhoto(context, family, id, makePhoto(2)));
  strictEqual((await shown(address)).status, 404);
  strictEqual((await shown((await addressOf()) ?? '')).status, 200);
});
