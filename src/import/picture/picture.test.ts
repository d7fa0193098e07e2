import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { stripPhotoFile } from '#domain/photo/photo-file.ts';
import { losslessChunk, makeJpeg, makeRiff } from '#test/support/photos.ts';
import { cleanPicture } from './picture.ts';

const SECRET = 'GPS 52.5200N 13.4050E';

function segment(marker: number, content: Buffer | string): Buffer {
  const body = Buffer.from(content as string);
  return Buffer.concat([Buffer.of(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff), body]);
}

/** An Exif segment with a secret and, in one of both byte orders, an orientation. */
function exif(orientation: number, isLittle: boolean): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write(isLittle ? 'II' : 'MM');
  const write16 = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const write32 = (value: number, at: number) =>
    isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  write16(42, 2);
  write32(8, 4);
  write16(1, 8);
  write16(0x0112, 10);
  write16(3, 12);
  write32(1, 14);
  write16(orientation, 18);
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(SECRET)]));
}

const JFIF = segment(0xe0, 'JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0');
const ICC = segment(0xe2, 'ICC_PROFILE\0profile');
const TABLES = segment(0xdb, 'tables');
/** Two scans with restarts and a stuffed 0xFF, and a comment between them. */
const SCANS = Buffer.concat([
  segment(0xda, 'scan'),
  Buffer.of(1, 0xff, 0, 2, 0xff, 0xd0, 3),
  segment(0xfe, SECRET),
  segment(0xda, 'scan'),
  Buffer.of(4, 5),
]);
const [START, END] = [Buffer.of(0xff, 0xd8), Buffer.of(0xff, 0xd9)];

function jpeg(...metadata: Buffer[]): Buffer {
  return Buffer.concat([START, JFIF, ...metadata, ICC, TABLES, SCANS, END]);
}

function cleaned(bytes: Buffer): Buffer {
  const stripped = stripPhotoFile(bytes);
  ok(stripped);
  return Buffer.from(stripped);
}

test('removes Exif, XMP, IPTC, colour profiles and comments from a JPEG, and what follows the picture', () => {
  const xmp = segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`);
  const iptc = segment(0xed, `Photoshop 3.0\0${SECRET}`);
  const dirty = Buffer.concat([jpeg(exif(1, true), xmp, iptc, segment(0xfe, SECRET)), Buffer.from(SECRET)]);
  const scans = Buffer.concat([
    segment(0xda, 'scan'),
    Buffer.of(1, 0xff, 0, 2, 0xff, 0xd0, 3),
    segment(0xda, 'scan'),
    Buffer.of(4, 5),
  ]);
  deepStrictEqual(cleaned(dirty), Buffer.concat([START, JFIF, TABLES, scans, END]));
});

for (const isLittle of [true, false]) {
  test(`keeps the orientation of a JPEG and nothing else of Exif, ${isLittle ? 'little' : 'big'} endian`, () => {
    const clean = cleaned(jpeg(exif(6, isLittle)));
    ok(!clean.includes('GPS'));
    // Read by other code than the one that wrote it: tag 0x0112, type short, one value.
    const at = clean.indexOf(Buffer.from('120103000100000006000000', 'hex'));
    strictEqual(at > 0, true, clean.toString('hex'));
    strictEqual(clean.readUInt16BE(4), 34);
    deepStrictEqual(cleaned(clean), clean);
  });
}

function features(flags: number): Buffer {
  return Buffer.of(flags, 0, 0, 0, 9, 0, 0, 9, 0, 0);
}

test('removes Exif, XMP and colour profiles from a WebP, and their flags', () => {
  const [pixels, secret] = [Buffer.from('pixels'), Buffer.from(SECRET)];
  const dirty = makeRiff(
    ['VP8X', features(0x2c)],
    ['ICCP', Buffer.from('abc')],
    ['VP8 ', pixels],
    ['EXIF', secret],
    ['XMP ', secret],
  );
  deepStrictEqual(cleaned(dirty), makeRiff(['VP8X', features(0)], ['VP8 ', pixels]));
});

const refused: [what: string, bytes: Buffer][] = [
  ['a PNG', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a GIF', Buffer.from('GIF89a')],
  ['an HTML file', Buffer.from('<html><svg>')],
  ['an empty file', Buffer.alloc(0)],
  ['a JPEG that is cut off in its header', makeJpeg().subarray(0, 30)],
  ['a JPEG that is cut off in a scan', makeJpeg().subarray(0, -3)],
  ['a JPEG with a segment of no length', Buffer.concat([START, Buffer.of(0xff, 0xe1, 0, 0, 0xff, 0xd9)])],
  ['a JPEG with tables of another length', jpeg()],
  ['a JPEG of 1,601 pixels', makeJpeg({ width: 1_601 })],
  ['a JPEG of more than 400 kB', withScan(400_000)],
  ['a WebP that is cut off', makeRiff(losslessChunk()).subarray(0, -2)],
  ['a WebP without pixels', makeRiff(['EXIF', Buffer.from(SECRET)])],
];
for (const [what, bytes] of refused) {
  test(`does not keep ${what}`, () => strictEqual(cleanPicture(bytes), undefined));
}

/** A JPEG whose compressed pixels are longer by so many bytes. */
function withScan(bytes: number): Buffer {
  const file = makeJpeg();
  return Buffer.concat([file.subarray(0, -2), Buffer.alloc(bytes), file.subarray(-2)]);
}

test('measures a picture after its metadata is removed', () => {
  const comments = Array.from({ length: 8 }, () => segment(0xfe, Buffer.alloc(60_000)));
  const file = makeJpeg();
  const large = Buffer.concat([file.subarray(0, 2), ...comments, file.subarray(2)]);
  const clean = { bytes: new Uint8Array(file), mediaType: 'image/jpeg' };
  deepStrictEqual(cleanPicture(large), { large: clean, small: clean });
});

test('keeps a small file only if it is one', () => {
  const [file, small] = [makeJpeg(), makeJpeg({ width: 400 })];
  deepStrictEqual(Buffer.from(cleanPicture(file, small)?.small.bytes ?? []), small);
  const photo = cleanPicture(file, makeJpeg({ width: 401 }));
  strictEqual(photo?.small, photo?.large);
});
