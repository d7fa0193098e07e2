/** Small photos made by hand: files that pass all checks and that a browser can open. */
import type { NewPhoto } from '#actions/recipe/photos.ts';

/** A JPEG segment. */
export function jpegSegment(marker: number, content: Uint8Array | string): Buffer {
  const body = Buffer.from(content as string, 'latin1');
  return Buffer.concat([Buffer.of(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff), body]);
}

/** A grey square of 8 × 8 pixels that declares these dimensions. Those with different `restarts` are different files. */
export function makeJpeg({ width = 8, height = 8, restarts = 0 } = {}): Buffer {
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    jpegSegment(0xe0, 'JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0'),
    jpegSegment(0xdb, Buffer.concat([Buffer.of(0), Buffer.alloc(64, 1)])),
    jpegSegment(0xc0, Buffer.of(8, height >> 8, height, width >> 8, width, 1, 1, 0x11, 0)),
    // One code for "no difference" and one for "the block ends".
    jpegSegment(0xc4, Buffer.concat([Buffer.of(0, 1), Buffer.alloc(15), Buffer.of(0)])),
    jpegSegment(0xc4, Buffer.concat([Buffer.of(0x10, 1), Buffer.alloc(15), Buffer.of(0)])),
    jpegSegment(0xdd, Buffer.of(restarts >> 8, restarts)),
    jpegSegment(0xda, Buffer.of(1, 1, 0, 0, 63, 0)),
    Buffer.of(0x3f),
    Buffer.of(0xff, 0xd9),
  ]);
}

/** A WebP file of these chunks. */
export function makeRiff(...chunks: [type: string, content: Uint8Array][]): Buffer {
  const body = chunks.map(([type, content]) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(content.length);
    return Buffer.concat([Buffer.from(type), size, content, Buffer.alloc(content.length % 2)]);
  });
  const file = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), ...body]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

/** The lossless picture of one pixel, with other declared dimensions. */
export function losslessChunk({ width = 1, height = 1 } = {}): [string, Buffer] {
  const content = Buffer.from('2f00000000071011fd0f44e480888888', 'hex').subarray(0, 14);
  content.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, 1);
  return ['VP8L', content];
}

/** The photo with this number, unlike all others. */
export function makePhoto(number: number): NewPhoto {
  const mediaType = 'image/jpeg';
  const [small, large] = [makeJpeg({ restarts: number * 2 }), makeJpeg({ restarts: number * 2 + 1 })];
  return { small: { bytes: small, mediaType }, large: { bytes: large, mediaType } };
}

/** The JPEG with what a camera adds: an orientation, its name, the place, a preview and a comment. */
export function locatedPhoto(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.alloc(150);
  tiff.write('MM\0*');
  tiff.writeUInt32BE(8, 4);
  const entry = (at: number, [tag, type, count, value]: [number, number, number, number]) => {
    tiff.writeUInt16BE(tag, at);
    tiff.writeUInt16BE(type, at + 2);
    tiff.writeUInt32BE(count, at + 4);
    if (type === 3) tiff.writeUInt16BE(value, at + 8);
    else tiff.writeUInt32BE(value, at + 8);
  };
  tiff.writeUInt16BE(3, 8);
  entry(10, [0x010f, 2, 11, 120]);
  entry(22, [0x0112, 3, 1, orientation]);
  entry(34, [0x8825, 4, 1, 50]);
  tiff.writeUInt16BE(2, 50);
  entry(52, [1, 2, 2, 0x4e000000]);
  entry(64, [2, 5, 3, 80]);
  for (const [at, part] of [52, 31, 12].entries()) {
    tiff.writeUInt32BE(part, 80 + at * 8);
    tiff.writeUInt32BE(1, 84 + at * 8);
  }
  tiff.write('CameraMaker\0', 120);
  const exif = jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff]));
  const comment = jpegSegment(0xfe, 'taken at home');
  return Buffer.concat([
    jpeg.subarray(0, 2),
    exif,
    comment,
    jpeg.subarray(2),
    Buffer.from('a video follows'),
  ]);
}
