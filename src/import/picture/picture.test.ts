import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { cleanPicture, MAX_PICTURE_BYTES } from './picture.ts';

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
  const picture = cleanPicture(bytes);
  ok('bytes' in picture, JSON.stringify(picture));
  return Buffer.from(picture.bytes);
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

function chunk(type: string, content: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(type), Buffer.from(content as string)]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(body.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, check]);
}

const PNG = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const [IHDR, IDAT, IEND] = [
  chunk('IHDR', Buffer.from('00000001000000010800000000', 'hex')),
  chunk('IDAT', deflateSync(Buffer.of(0, 128))),
  chunk('IEND', ''),
];

test('removes text, Exif, time and private chunks from a PNG', () => {
  const metadata = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'prVt'].map((type) => chunk(type, SECRET));
  const gamma = chunk('gAMA', Buffer.alloc(4));
  const dirty = Buffer.concat([PNG, IHDR, gamma, ...metadata, IDAT, IEND, Buffer.from(SECRET)]);
  deepStrictEqual(cleaned(dirty), Buffer.concat([PNG, IHDR, gamma, IDAT, IEND]));
});

function riff(...chunks: [type: string, content: Buffer | string][]): Buffer {
  const body = chunks.map(([type, content]) => {
    const bytes = Buffer.from(content as string);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(bytes.length);
    return Buffer.concat([Buffer.from(type), size, bytes, Buffer.alloc(bytes.length % 2)]);
  });
  const file = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), ...body]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

function features(flags: number): Buffer {
  return Buffer.of(flags, 0, 0, 0, 9, 0, 0, 9, 0, 0);
}

test('removes Exif, XMP and colour profiles from a WebP, and their flags', () => {
  const dirty = riff(
    ['VP8X', features(0x2c)],
    ['ICCP', 'abc'],
    ['VP8 ', 'pixels'],
    ['EXIF', SECRET],
    ['XMP ', SECRET],
  );
  deepStrictEqual(cleaned(dirty), riff(['VP8X', features(0)], ['VP8 ', 'pixels']));
});

const refused: [what: string, bytes: Buffer, why: RegExp][] = [
  ['a GIF', Buffer.from('GIF89a'), /only JPEG/],
  ['an HTML file', Buffer.from('<html><svg>'), /only JPEG/],
  ['an empty file', Buffer.alloc(0), /only JPEG/],
  ['a JPEG that is cut off in its header', jpeg().subarray(0, 30), /damaged/],
  ['a JPEG that is cut off in a scan', jpeg().subarray(0, -3), /damaged/],
  [
    'a JPEG with a segment of no length',
    Buffer.concat([START, Buffer.of(0xff, 0xe1, 0, 0, 0xff, 0xd9)]),
    /damaged/,
  ],
  ['a PNG that is cut off', Buffer.concat([PNG, IHDR, IDAT]).subarray(0, -2), /damaged/],
  ['a PNG without an end', Buffer.concat([PNG, IHDR, IDAT]), /damaged/],
  ['a WebP that is cut off', riff(['VP8 ', 'pixels']).subarray(0, -2), /damaged/],
  ['a WebP without pixels', riff(['EXIF', SECRET]), /damaged/],
  [
    'a PNG that is too large',
    Buffer.concat([PNG, IHDR, chunk('IDAT', Buffer.alloc(MAX_PICTURE_BYTES)), IEND]),
    /larger than 400 kB/,
  ],
];
for (const [what, bytes, why] of refused) {
  test(`does not keep ${what}`, () => {
    const picture = cleanPicture(bytes);
    ok('why' in picture && why.test(picture.why), JSON.stringify(picture));
  });
}

test('measures a picture after its metadata is removed', () => {
  const large = Buffer.concat([PNG, IHDR, chunk('tEXt', Buffer.alloc(MAX_PICTURE_BYTES)), IDAT, IEND]);
  deepStrictEqual(cleaned(large), Buffer.concat([PNG, IHDR, IDAT, IEND]));
});
