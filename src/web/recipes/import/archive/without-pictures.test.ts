import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { readSample } from '#test/support/archives/items.ts';
import { mealieBackup, mealieExport } from '#test/support/archives/mealie-samples.ts';
import { paprikaExport, tandoorExport } from '#test/support/archives/samples.ts';
import { recipeSageExport } from '#test/support/archives/text-samples.ts';
import { asZip64, zipOf } from '#test/support/archives/zip-writer.ts';
import { withoutPictures } from './without-pictures.ts';

const read = async (bytes: Buffer) =>
  JSON.parse(JSON.stringify(await readSample(bytes)).replaceAll(',"picture":"clean"', '')) as unknown[];
const rewritten = async (bytes: Buffer) =>
  Buffer.from(await (await withoutPictures(new Blob([new Uint8Array(bytes)]))).arrayBuffer());

for (const [what, sample] of [
  ['export', mealieExport()],
  ['backup', mealieBackup()],
] as const) {
  test(`the ${what} of Mealie has the same recipes, and its pictures are counted`, async () => {
    const [before, after] = [await read(sample), await read(await rewritten(sample))];
    const pictures = after.filter((item) => (item as { code?: string }).code === 'picture-unusable');
    strictEqual(pictures.length, 1);
    deepStrictEqual(
      after.filter((item) => !pictures.includes(item)),
      before,
    );
  });
}

test('pictures are not sent, other files are copied', async () => {
  const picture = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7_919) % 251));
  const zip = zipOf([
    { name: 'Suppe ä.json', content: '{"@type":"Recipe","name":"Soup","recipeIngredient":["1 onion"]}' },
    { name: 'photos/soup.JPG', content: Buffer.concat([picture, Buffer.from(String(Math.PI))]) },
  ]);
  const small = await rewritten(zip);
  ok(small.length < 600, `${small.length} bytes`);
  strictEqual((await readSample(small)).length, 1);
});

test("the photos of Weekfare's own export are sent, unless the file is too large with them", async () => {
  const own = zipOf([
    { name: 'okafor/pictures/soup.jpeg', content: 'x'.repeat(1_000) },
    { name: 'okafor/weekfare.json', content: '{}' },
  ]);
  ok((await rewritten(own)).equals(own));
  const small = await withoutPictures(new Blob([new Uint8Array(own)]), own.length - 1);
  ok(small.size < own.length);
});

const unchanged: [what: string, bytes: Buffer][] = [
  ['a zip of gzipped recipes', paprikaExport()],
  ['a zip of zips', tandoorExport()],
  ['JSON', recipeSageExport()],
  ['nothing', Buffer.alloc(0)],
  ['a truncated zip', mealieExport().subarray(0, -30)],
  ['a zip of 64 bits', asZip64(mealieExport(), 3n)],
  ['a zip whose directory is elsewhere', zipOf([{ name: 'a.jpg', content: 'x' }], 7)],
];
for (const [what, bytes] of unchanged) {
  test(`${what} is sent as it is`, async () => ok((await rewritten(bytes)).equals(bytes)));
}
