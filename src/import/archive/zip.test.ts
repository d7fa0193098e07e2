/** Hostile archives are refused with a sentence, before more than the limits allow is unpacked. */
import { deepStrictEqual, match, ok, rejects, strictEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { asZip64, zip64Extra, type ZipEntry, zipOf } from '#test/support/archives/zip-writer.ts';
import { freshFolder } from '#test/support/store.ts';
import { readArchive } from './archive.ts';
import { ArchiveError } from './archive-error.ts';
import type { ArchiveItem } from './archive-item.ts';
import { ZIP_LIMITS } from './zip.ts';

const folder = freshFolder({ after });

async function readBytes(bytes: Buffer, name = 'export.zip'): Promise<ArchiveItem[]> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return Array.fromAsync(readArchive(path));
}

const RECIPE = JSON.stringify({ '@type': 'Recipe', name: 'Soup', recipeIngredient: ['1 onion'] });
const good: ZipEntry = { name: 'soup.json', content: RECIPE };
const zeros = Buffer.alloc(8_000_000);
const link = { externalAttributes: (0o120_777 << 16) >>> 0 };
const nested = zipOf([good]);

const hostile: [what: string, bytes: () => Buffer, why: RegExp][] = [
  [
    'a bomb: 8 MB of zeros',
    () => zipOf([good, { name: 'a.json', content: zeros }]),
    /more than 200 times its size/,
  ],
  [
    'a bomb in a nested archive',
    () => zipOf([{ name: 'a.zip', content: zipOf([{ name: 'a.json', content: zeros }]) }]),
    /more than 200 times/,
  ],
  [
    'a bomb in a gzipped recipe',
    () => zipOf([{ name: 'a.paprikarecipe', content: gzipSync(zeros) }]),
    /more than 200 times/,
  ],
  [
    'a file that declares 1 GB',
    () => zipOf([good, { name: 'a.json', content: 'x', lies: { size: 1_000_000_000 } }]),
    /larger than 64 MB/,
  ],
  [
    'a file that declares 1 TB in a field of 64 bits',
    () =>
      zipOf([
        {
          name: 'a.json',
          content: 'x',
          lies: { size: 0xffff_ffff, compressedSize: 0xffff_ffff, extra: zip64Extra(10n ** 12n, 10n ** 12n) },
        },
      ]),
    /larger than 64 MB/,
  ],
  [
    'a file with a field of 64 bits that is cut off',
    () =>
      zipOf([
        {
          name: 'a.json',
          content: 'x',
          lies: { size: 0xffff_ffff, extra: zip64Extra(5n, 5n).subarray(0, 10) },
        },
      ]),
    /damaged/,
  ],
  [
    'a file that is longer than it declares',
    () => zipOf([{ name: 'a.json', content: RECIPE, lies: { size: 10 } }]),
    /damaged/,
  ],
  [
    'a file that is shorter than it declares',
    () => zipOf([{ name: 'a.json', content: RECIPE, lies: { size: 900 } }]),
    /damaged/,
  ],
  ['a file with another checksum', () => zipOf([{ ...good, lies: { checksum: 1 } }]), /damaged/],
  ['a path with ..', () => zipOf([good, { name: '../../etc/cron.d/x' }]), /leads out of its folder/],
  ['a path with .. and backslashes', () => zipOf([good, { name: String.raw`a\..\..\x` }]), /leads out/],
  ['an absolute path', () => zipOf([good, { name: '/etc/passwd' }]), /leads out/],
  ['a path with a drive', () => zipOf([good, { name: 'C:/x' }]), /leads out/],
  ['a path with a zero byte', () => zipOf([good, { name: 'a\0.json' }]), /leads out/],
  [
    'a symbolic link',
    () => zipOf([good, { name: 'passwd', content: '/etc/passwd', lies: link }]),
    /has a link/,
  ],
  [
    'a password',
    () => zipOf([good, { name: 'a.json', content: 'x', lies: { flags: 1 } }]),
    /protected by a password/,
  ],
  [
    'strong encryption',
    () => zipOf([good, { name: 'a.json', content: 'x', lies: { flags: 0x41 } }]),
    /damaged|password/,
  ],
  ['two files with one name', () => zipOf([good, good]), /two files with the name soup\.json/],
  [
    'two names that differ in their Unicode form',
    () => zipOf([{ name: 'Cre\u0301pe.json' }, { name: 'Crépe.json' }]),
    /two files/,
  ],
  ['an unknown compression', () => zipOf([{ ...good, lies: { method: 14 } }]), /cannot read/],
  [
    'archives in archives in archives',
    () => zipOf([{ name: 'a.zip', content: zipOf([{ name: 'b.zip', content: nested }]) }]),
    /within archives/,
  ],
  ['100,000 files', () => asZip64(zipOf([good]), 100_000n), /more than 50000 files/],
  ['an end record that claims 2^40 files', () => asZip64(zipOf([good]), 2n ** 40n), /more than 50000 files/],
  ['an end record that claims more files than there are', () => zipOf([good], 2), /damaged/],
  ['a truncated file', () => zipOf([good, { name: 'b.json', content: RECIPE }]).subarray(0, 150), /damaged/],
  ['a truncated directory', () => cut(zipOf([good]), 40), /damaged/],
  ['an empty archive', () => zipOf([]), /no recipe in this file/],
  ['nothing but the first bytes of an archive', () => Buffer.from('PK\u0003\u0004'), /damaged/],
  ['an empty file', () => Buffer.alloc(0), /no recipe in this file/],
  ['a program', () => Buffer.from('\u007FELF\u0002\u0001\u0001'), /no recipe in this file/],
  ['JSON that is nested without end', () => Buffer.from('['.repeat(1_000_000)), /no recipe/],
];

/** Removes bytes before the end record. */
function cut(zip: Buffer, bytes: number): Buffer {
  return Buffer.concat([zip.subarray(0, -22 - bytes), zip.subarray(-22)]);
}

for (const [what, bytes, why] of hostile) {
  test(`refuses ${what}`, async () => {
    await rejects(readBytes(bytes()), (error) => {
      ok(error instanceof ArchiveError, String((error as Error).stack));
      match(error.message, why);
      match(error.message, /^[A-Z][^\n]*\.$/);
      return true;
    });
  });
}

test('unpacks no more than the limit of all files together', async () => {
  const path = join(folder, 'total.zip');
  writeFileSync(path, zipOf([good, { name: 'b.json', content: RECIPE.replace('Soup', 'Stew') }]));
  const limits = { ...ZIP_LIMITS, totalBytes: RECIPE.length + 1 };
  await rejects(Array.fromAsync(readArchive(path, limits)), /unpacks to more than/);
});

test('ignores folders and the files of operating systems, and names of any kind', async () => {
  const items = await readBytes(
    zipOf([
      { name: 'Rezepte/' },
      { name: 'Rezepte/.DS_Store', content: 'x' },
      { name: '__MACOSX/Rezepte/._soup.json', content: 'x' },
      { name: 'Thumbs.db', content: 'x' },
      { name: 'Rezepte/Suppe 🍲 \u0645\u0631\u062D\u0628\u0627.json', content: RECIPE },
      // Code page 437 without the flag for UTF-8, and UTF-8 without it.
      {
        name: Buffer.from([0x4b, 0x84, 0x73, 0x65, 0x2e, 0x6a]),
        content: RECIPE.replace('Soup', 'Stew'),
        lies: { flags: 0 },
      },
      { name: 'Käse', content: RECIPE.replace('Soup', 'Fondue'), lies: { flags: 0 } },
      { name: 'readme.txt', content: 'Hello' },
    ]),
  );
  const titles = items.flatMap((item) => (item.kind === 'recipe' ? [item.recipe.title] : []));
  deepStrictEqual(titles, ['Soup', 'Stew', 'Fondue']);
  const leftOut = items.flatMap((item) => (item.kind === 'left-out' ? [item.name] : []));
  deepStrictEqual(leftOut, ['readme.txt']);
});

test('a large or strange picture refuses nothing: it is left out', async () => {
  const page = JSON.stringify({ '@type': 'Recipe', name: 'Soup', recipeIngredient: ['1 onion'] });
  const items = await readBytes(
    zipOf([
      { name: 'Soup/recipe.json', content: page },
      { name: 'Soup/full.jpg', content: 'x', lies: { size: 900_000_000 } },
    ]),
  );
  strictEqual(items.filter(({ kind }) => kind === 'recipe').length, 1);
  deepStrictEqual(
    items.filter(({ kind }) => kind === 'left-out'),
    [{ kind: 'left-out', code: 'picture-unusable', name: 'Soup/full.jpg' }],
  );
});
