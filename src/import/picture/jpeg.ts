/** Removes metadata from a JPEG file (ITU-T T.81, JFIF, Exif). */

const [SOI, EOI, SOS, COM] = [0xd8, 0xd9, 0xda, 0xfe];
const [APP0, APP1, APP2, APP14, APP15] = [0xe0, 0xe1, 0xe2, 0xee, 0xef];

/** Undefined if the file ends before the picture does. What follows the picture (videos of phones) is dropped. */
export function stripJpeg(bytes: Uint8Array): Uint8Array | undefined {
  const retained: Uint8Array[] = [Uint8Array.of(0xff, SOI)];
  let orientation = 1;
  let at = 2;
  while (at < bytes.length) {
    // Any number of fill bytes may stand before a marker.
    if (bytes[at] !== 0xff) return undefined;
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (marker === EOI) {
      const upright = orientation === 1 ? [] : [orientationSegment(orientation)];
      return Buffer.concat([
        retained[0] as Uint8Array,
        ...upright,
        ...retained.slice(1),
        Uint8Array.of(0xff, EOI),
      ]);
    }
    const end = at + 2 + uint16(bytes, at + 2);
    if (marker === undefined || end < at + 4 || end > bytes.length) return undefined;
    const segment = bytes.subarray(at, end);
    orientation = orientationOf(marker, segment) ?? orientation;
    if (!isMetadata(marker, segment)) retained.push(segment);
    at = end;
    if (marker === SOS) {
      at = endOfScan(bytes, end);
      retained.push(bytes.subarray(end, at));
    }
  }
  return undefined;
}

/** JFIF says how dense the pixels are, an ICC profile and Adobe's segment what the colours mean. */
function isMetadata(marker: number, segment: Uint8Array): boolean {
  if (marker === COM) return true;
  if (marker < APP0 || marker > APP15) return false;
  if (marker === APP2) return textAt(segment, 4, 11) !== 'ICC_PROFILE';
  return marker !== APP0 && marker !== APP14;
}

/** Within a scan, 0xFF is followed by 0 or by the number of a restart. */
function endOfScan(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at >= 0) {
    const next = bytes[at + 1] ?? EOI;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2));
  }
  return bytes.length;
}

const ORIENTATION = 0x0112;

/** A phone stores a picture as its sensor sees it: without the orientation it would lie on its side. */
function orientationOf(marker: number, segment: Uint8Array): number | undefined {
  if (marker !== APP1 || textAt(segment, 4, 4) !== 'Exif' || segment.length < 24) return undefined;
  const tiff = Buffer.from(segment.buffer, segment.byteOffset + 10, segment.length - 10);
  const isLittle = textAt(tiff, 0, 2) === 'II';
  const read16 = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const read32 = (at: number) =>
    at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at);
  const directory = read32(4);
  const entries = read16(directory);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12;
    const value = read16(at + 8);
    if (read16(at) === ORIENTATION) return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** An Exif segment with nothing but the orientation. */
function orientationSegment(orientation: number): Uint8Array {
  const exif = Buffer.from(
    'ffe1002245786966000049492a000800000001001201030001000000000000000000000000',
    'hex',
  );
  exif[28] = orientation;
  return exif.subarray(0, 36);
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
