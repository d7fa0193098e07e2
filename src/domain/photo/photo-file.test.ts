import { deepStrictEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { jpegSegment, losslessChunk, makeJpeg, makeRiff } from '#test/support/photos.ts';
import { type PhotoFault, PHOTO_SIZES, photoText, parsePhoto } from './photo.ts';
import { checkPhotoFile, stripPhotoFile } from './photo-file.ts';

const LIMITS = PHOTO_SIZES.large;
const JPEG = makeJpeg();
const WEBP = makeRiff(losslessChunk());
/** After the start of the file. */
const withSegment = (marker: number, content: Uint8Array | string, file = JPEG) =>
  Buffer.concat([file.subarray(0, 2), jpegSegment(marker, content), file.subarray(2)]);
/** The last segment before the scan. */
const SCAN = JPEG.indexOf(Buffer.of(0xff, 0xda));
const canvas = (flags: number, { width = 1, height = 1 } = {}): [string, Buffer] => [
  'VP8X',
  Buffer.of(flags, 0, 0, 0, width - 1, (width - 1) >> 8, 0, height - 1, (height - 1) >> 8, 0),
];
/** The head of a lossy picture: a key frame of these dimensions. */
const lossy = (tag: number, width: number, height: number): [string, Buffer] => [
  'VP8 ',
  Buffer.concat([
    Buffer.of(tag, 0, 0, 0x9d, 1, 0x2a, width, width >> 8, height, height >> 8),
    Buffer.alloc(9),
  ]),
];

const accepted: [what: string, file: Buffer, mediaType: string][] = [
  ['a JPEG', JPEG, 'image/jpeg'],
  ['a JPEG of the largest dimensions', makeJpeg({ width: 1_600, height: 1_600 }), 'image/jpeg'],
  ['a lossless WebP', WEBP, 'image/webp'],
  ['a lossy WebP', makeRiff(lossy(0x10, 1_600, 900)), 'image/webp'],
  ['a WebP with transparent parts', makeRiff(canvas(0x10), losslessChunk()), 'image/webp'],
];
for (const [what, file, mediaType] of accepted) {
  test(`accepts ${what}`, () => deepStrictEqual(checkPhotoFile(file, LIMITS), { mediaType }));
}

const HTML = Buffer.from('<script>alert(1)</script>');
const refused: [what: string, file: Buffer, fault: PhotoFault][] = [
  ['an empty file', Buffer.alloc(0), 'format'],
  ['a PNG', Buffer.from('89504e470d0a1a0a', 'hex'), 'format'],
  ['an HTML page', HTML, 'format'],
  ['a polyglot of PDF and JPEG', Buffer.concat([Buffer.from('%PDF-1.4\n'), JPEG]), 'format'],
  ['a file of more than 400 kB', Buffer.concat([JPEG, Buffer.alloc(400_000)]), 'bytes'],

  ['a JPEG with Exif', withSegment(0xe1, 'Exif\0\0II*\0GPS'), 'metadata'],
  ['a JPEG with XMP', withSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0GPS'), 'metadata'],
  ['a JPEG with IPTC', withSegment(0xed, 'Photoshop 3.0\0GPS'), 'metadata'],
  ['a JPEG with a colour profile', withSegment(0xe2, 'ICC_PROFILE\0GPS'), 'metadata'],
  ['a JPEG with a comment', withSegment(0xfe, 'GPS'), 'metadata'],
  [
    'a JPEG with a comment before the scan',
    Buffer.concat([JPEG.subarray(0, SCAN), jpegSegment(0xfe, HTML), JPEG.subarray(SCAN)]),
    'metadata',
  ],
  [
    'a JPEG with a thumbnail',
    withSegment(0xe0, 'JFIF\0\u0001\u0001\0\0\u0001\0\u0001\u0001\u0001abc'),
    'metadata',
  ],
  ['a JPEG with a longer Adobe segment', withSegment(0xee, 'Adobe\0d\0\0\0\0\u0001GPS'), 'metadata'],
  ['a JPEG that is cut off in a segment', JPEG.subarray(0, 30), 'truncated'],
  ['a JPEG that is cut off in its scan', JPEG.subarray(0, -2), 'truncated'],
  ['a JPEG with text after its end', Buffer.concat([JPEG, HTML]), 'trailing'],
  ['two JPEGs in one file', Buffer.concat([JPEG, JPEG]), 'trailing'],
  ['a JPEG with a second start', Buffer.concat([JPEG.subarray(0, 2), JPEG]), 'malformed'],
  [
    'a JPEG with a payload in a table',
    withSegment(0xdb, Buffer.concat([Buffer.alloc(65), HTML])),
    'malformed',
  ],
  [
    'a JPEG with a payload in a Huffman table',
    withSegment(0xc4, Buffer.concat([Buffer.alloc(17), HTML])),
    'malformed',
  ],
  [
    'a JPEG with a segment of no length',
    Buffer.concat([JPEG.subarray(0, 2), Buffer.of(0xff, 0xdb, 0, 0), JPEG.subarray(2)]),
    'malformed',
  ],
  ['a JPEG with an unknown segment', withSegment(0xf0, HTML), 'malformed'],
  ['a JPEG with two frames', withSegment(0xc0, Buffer.of(8, 0, 8, 0, 8, 1, 1, 0x11, 0)), 'malformed'],
  ['a JPEG without a scan', Buffer.concat([JPEG.subarray(0, SCAN), Buffer.of(0xff, 0xd9)]), 'malformed'],
  [
    'a JPEG with bytes between segments',
    Buffer.concat([JPEG.subarray(0, SCAN), HTML, JPEG.subarray(SCAN)]),
    'malformed',
  ],
  ['a JPEG of huge dimensions', makeJpeg({ width: 65_535, height: 65_535 }), 'dimensions'],
  ['a JPEG without height', makeJpeg({ height: 0 }), 'dimensions'],

  ['a WebP with Exif', makeRiff(canvas(0x08), losslessChunk(), ['EXIF', HTML]), 'metadata'],
  ['a WebP that promises XMP', makeRiff(canvas(0x04), losslessChunk()), 'metadata'],
  ['a WebP with a colour profile', makeRiff(canvas(0x20), ['ICCP', HTML], losslessChunk()), 'metadata'],
  ['a WebP with an unknown chunk', makeRiff(losslessChunk(), ['HIDE', HTML]), 'metadata'],
  ['a WebP that moves', makeRiff(canvas(0x02), ['ANIM', Buffer.alloc(6)], ['ANMF', HTML]), 'animated'],
  ['a WebP that promises to move', makeRiff(canvas(0x02), losslessChunk()), 'animated'],
  ['a WebP that is cut off', WEBP.subarray(0, -2), 'truncated'],
  ['a WebP with text after its end', Buffer.concat([WEBP, HTML]), 'trailing'],
  ['a WebP whose chunk is longer than the file', tampered(WEBP, 16, 0xff), 'malformed'],
  ['a WebP with two pictures', makeRiff(losslessChunk(), losslessChunk()), 'malformed'],
  ['a WebP without a picture', makeRiff(canvas(0)), 'malformed'],
  [
    'a WebP whose canvas has other dimensions',
    makeRiff(canvas(0, { width: 2 }), losslessChunk()),
    'malformed',
  ],
  ['a WebP that is no key frame', makeRiff(lossy(0x11, 8, 8)), 'malformed'],
  ['a WebP without width', makeRiff(lossy(0x10, 0, 8)), 'dimensions'],
  ['a WebP of huge dimensions', makeRiff(losslessChunk({ width: 16_384, height: 16_384 })), 'dimensions'],
];
for (const [what, file, fault] of refused) {
  test(`refuses ${what}`, () => deepStrictEqual(checkPhotoFile(file, LIMITS), { fault }));
}

function tampered(file: Buffer, at: number, byte: number): Buffer {
  const copy = Buffer.from(file);
  copy[at] = byte;
  return copy;
}

test('accepts every file of which the metadata was removed', () => {
  for (const [what, file, fault] of refused.filter((each) => ['metadata', 'trailing'].includes(each[2]))) {
    const stripped = stripPhotoFile(file);
    ok(stripped, what);
    deepStrictEqual('mediaType' in checkPhotoFile(stripped, LIMITS), true, `${what}: ${fault}`);
    ok(!Buffer.from(stripped).includes('GPS') && !Buffer.from(stripped).includes('<script>'), what);
  }
});

test('the picture of a dish with a photo names both files', () => {
  const photo = { small: 'a'.repeat(64), large: 'b'.repeat(64) };
  deepStrictEqual(parsePhoto(photoText(photo)), photo);
  deepStrictEqual(parsePhoto('curry red rice chicken herb 7'), undefined);
});
