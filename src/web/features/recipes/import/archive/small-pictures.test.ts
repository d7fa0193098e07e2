import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { readSample } from '#test/support/archives/items.ts';
import { mealieBackup, mealieExport } from '#test/support/archives/mealie-samples.ts';
import { DIRTY_PICTURE, PICTURE } from '#test/support/archives/picture.ts';
import * as samples from '#test/support/archives/samples.ts';
import * as textSamples from '#test/support/archives/text-samples.ts';
import { asZip64, zipOf } from '#test/support/archives/zip-writer.ts';
import { makeJpeg } from '#test/support/photos.ts';
import { withSmallPictures } from './small-pictures.ts';

type Options = Parameters<typeof withSmallPictures>[1];

const PHOTO = { large: new Uint8Array(PICTURE), small: new Uint8Array(makeJpeg({ width: 4, height: 4 })) };
/** What the browser does with a picture that it can read. */
const makeSmall: Options['makeSmall'] = async (picture) => {
  if (DIRTY_PICTURE.equals(Buffer.from(await picture.arrayBuffer()))) return PHOTO;
  throw new Error('This is no picture.');
};
const NEVER = new AbortController().signal;

async function rewritten(bytes: Buffer, options: Partial<Options> = {}): Promise<Buffer> {
  const all = { makeSmall, signal: NEVER, onProgress: () => {}, ...options };
  return Buffer.from(await (await withSmallPictures(new Blob([new Uint8Array(bytes)]), all)).arrayBuffer());
}

const apps: [app: string, bytes: Buffer][] = [
  ['Mealie', mealieExport()],
  ["Mealie's backup", mealieBackup()],
  ['Tandoor, archives in an archive', samples.tandoorExport()],
  ['Paprika, base64 in gzipped JSON', samples.paprikaExport()],
  ['Mela, base64 in JSON', samples.melaExport()],
  ['Nextcloud Cookbook', samples.nextcloudExport()],
  ['Recipe Keeper', textSamples.recipeKeeperExport()],
  ['CopyMeThat', textSamples.copyMeThatExport()],
];
for (const [app, bytes] of apps) {
  test(`${app}: the same recipes, with both sizes of each picture`, async () => {
    const [before, after] = [await readSample(bytes), await readSample(await rewritten(bytes))];
    const sizes = JSON.stringify(before).replaceAll('"picture":"clean"', '"picture":"clean in two sizes"');
    ok(sizes.includes('in two sizes'));
    deepStrictEqual(after, JSON.parse(sizes));
  });
}

/** Left out, by the names of the files. */
async function leftOut(bytes: Buffer): Promise<string[]> {
  const items = (await readSample(bytes)) as { code?: string; name?: string }[];
  return items.flatMap(({ code, name = '' }) => (code === 'picture-unusable' ? [name] : []));
}

const soups = zipOf(
  [1, 2, 3].flatMap((at) => [
    {
      name: `${at}/recipe.json`,
      content: `{"@type":"Recipe","name":"${at}","recipeIngredient":["1 onion"]}`,
    },
    { name: `${at}/full.jpg`, content: at === 2 ? Buffer.alloc(90_000, 'no picture') : DIRTY_PICTURE },
    { name: `${at}/thumb.jpg`, content: DIRTY_PICTURE },
    { name: `${at}/attached.pdf`, content: Buffer.alloc(50_000, `${Math.PI}`) },
  ]),
);

test('a picture that cannot be read is not sent but counted, and copies and other files are not sent', async () => {
  const progress: number[] = [];
  const sent = await rewritten(soups, { onProgress: (share) => progress.push(share) });
  deepStrictEqual(await leftOut(sent), ['2/full.jpg']);
  ok(sent.length < 5_000, `${sent.length} bytes`);
  strictEqual(progress.at(-1), 1);
  deepStrictEqual(
    progress,
    progress.toSorted((a, b) => a - b),
  );
});

test('pictures share the room, and those without room are counted', async () => {
  const shares: number[] = [];
  const large = { ...PHOTO, large: new Uint8Array(100_000) };
  const sent = await rewritten(soups, {
    roomBytes: 240_000,
    makeSmall: async (_, maxBytes) => {
      shares.push(maxBytes);
      return large;
    },
  });
  // A third; half of the rest; too little for a third one.
  deepStrictEqual(shares, [80_000, Math.floor((140_000 - PHOTO.small.length) / 2)]);
  strictEqual((await leftOut(sent)).length, 3);
});

test('a member can stop it', async () => {
  await rejects(rewritten(soups, { signal: AbortSignal.abort() }));
});

test("Weekfare's own export is sent as it is, unless it is too large", async () => {
  const own = zipOf([
    { name: 'okafor/pictures/soup.jpeg', content: 'x'.repeat(1_000) },
    { name: 'okafor/weekfare.json', content: '{}' },
  ]);
  ok((await rewritten(own)).equals(own));
  ok((await rewritten(own, { maxBytes: own.length - 1 })).length < own.length);
});

const unchanged: [what: string, bytes: Buffer][] = [
  ['JSON without pictures', textSamples.recipeSageExport()],
  ['nothing', Buffer.alloc(0)],
  ['a truncated zip', mealieExport().subarray(0, -30)],
  ['a zip of 64 bits', asZip64(mealieExport(), 3n)],
  ['a zip whose directory is elsewhere', zipOf([{ name: 'a.jpg', content: 'x' }], 7)],
];
for (const [what, bytes] of unchanged) {
  test(`${what} is sent as it is`, async () => ok((await rewritten(bytes)).equals(bytes)));
}
