/** Reads the segments of a JPEG file (ITU-T T.81, JFIF, Exif): checks them, and removes metadata. */
import { asciiAt, joinBytes } from './bytes.ts';
import type { Dimensions, Inspected, PhotoFault } from './photo.ts';

const [SOI, EOI, SOS, COM] = [0xd8, 0xd9, 0xda, 0xfe];
const [DQT, DHT, DRI] = [0xdb, 0xc4, 0xdd];
const [APP0, APP1, APP14, APP15] = [0xe0, 0xe1, 0xee, 0xef];
/** Frames that browsers can show: baseline, extended, progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2];

type Segment = { marker: number; content: Uint8Array };

/** The dimensions, or what is wrong. The file must be the picture and nothing else. */
export function inspectJpeg(bytes: Uint8Array): Inspected {
  let frame: (Dimensions & { components: number }) | undefined;
  let hasScan = false;
  let at = 2;
  while (bytes[at] === 0xff && bytes[at + 1] !== undefined) {
    const marker = bytes[at + 1] as number;
    if (marker === EOI) {
      if (!frame || !hasScan) return { fault: 'malformed' };
      return at + 2 === bytes.length ? frame : { fault: 'trailing' };
    }
    const end = at + 2 + uint16(bytes, at + 2);
    if (end < at + 4 || hasNoLength(marker)) return { fault: 'malformed' };
    if (end > bytes.length) return { fault: 'truncated' };
    const segment = { marker, content: bytes.subarray(at + 4, end) };
    const fault = faultOf(segment, frame?.components);
    if (fault) return { fault };
    if (FRAMES.includes(marker)) frame = dimensionsOf(segment);
    at = marker === SOS ? endOfScan(bytes, end) : end;
    if (marker === SOS && at === end) return { fault: 'malformed' };
    hasScan ||= marker === SOS;
  }
  return { fault: at >= bytes.length - 1 ? 'truncated' : 'malformed' };
}

/** Markers that stand alone: restarts, and the start of another picture. */
function hasNoLength(marker: number): boolean {
  return marker < 0xc0 || (marker >= 0xd0 && marker <= SOI);
}

/** A segment must be exactly as long as what it says it contains, so that nothing else fits in. */
function faultOf({ marker, content }: Segment, components: number | undefined): PhotoFault | undefined {
  if (marker === COM || (marker >= APP0 && marker <= APP15)) {
    return isHarmless(marker, content) ? undefined : 'metadata';
  }
  const isSound =
    marker === DQT
      ? isFilled(content, (at) => 1 + 64 * ((content[at] as number) >> 4 === 0 ? 1 : 2))
      : marker === DHT
        ? isFilled(content, (at) => 17 + content.subarray(at + 1, at + 17).reduce((sum, n) => sum + n, 0))
        : marker === DRI
          ? content.length === 2
          : marker === SOS
            ? isScan(content, components)
            : FRAMES.includes(marker) && components === undefined && isFrame(content);
  return isSound ? undefined : 'malformed';
}

/** Whether tables of these lengths fill the content. */
function isFilled(content: Uint8Array, lengthAt: (at: number) => number): boolean {
  let at = 0;
  while (at < content.length) at += lengthAt(at);
  return at === content.length && at > 0;
}

/** Grey or colour; four components, as for print, are shown differently by each browser. */
function isFrame(content: Uint8Array): boolean {
  const components = content[5];
  return content[0] === 8 && (components === 1 || components === 3) && content.length === 6 + 3 * components;
}

function isScan(content: Uint8Array, components = 0): boolean {
  const count = content[0] ?? 0;
  return count >= 1 && count <= components && content.length === 4 + 2 * count;
}

function dimensionsOf({ content }: Segment): Dimensions & { components: number } {
  return { height: uint16(content, 1), width: uint16(content, 3), components: content[5] as number };
}

/** JFIF without a thumbnail says how dense the pixels are, Adobe's segment what the colours mean. */
function isHarmless(marker: number, content: Uint8Array): boolean {
  if (marker === APP0) {
    return content.length === 14 && asciiAt(content, 0, 5) === 'JFIF\0' && uint16(content, 12) === 0;
  }
  if (marker === APP14) return content.length === 12 && asciiAt(content, 0, 5) === 'Adobe';
  if (marker !== APP1 || content.length !== 32) return false;
  const orientation = content[24] as number;
  const expected = orientationSegment(orientation).subarray(4);
  return orientation >= 2 && orientation <= 8 && expected.every((byte, at) => byte === content[at]);
}

/**
 * Removes metadata. Undefined if the file ends before the picture does. What follows the picture (videos of phones) is
 * dropped. Of Exif the orientation is retained.
 */
export function stripJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const retained: Uint8Array[] = [];
  let orientation = 1;
  let at = 2;
  while (at < bytes.length) {
    // Any number of fill bytes may stand before a marker.
    if (bytes[at] !== 0xff) return undefined;
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (marker === EOI) {
      const upright = orientation === 1 ? [] : [orientationSegment(orientation)];
      return joinBytes([Uint8Array.of(0xff, SOI), ...upright, ...retained, Uint8Array.of(0xff, EOI)]);
    }
    const end = at + 2 + uint16(bytes, at + 2);
    if (marker === undefined || end < at + 4 || end > bytes.length) return undefined;
    const content = bytes.subarray(at + 4, end);
    orientation = orientationOf(marker, content) ?? orientation;
    if (isRetained(marker, content)) retained.push(bytes.subarray(at, end));
    at = end;
    if (marker === SOS) {
      at = endOfScan(bytes, end);
      retained.push(bytes.subarray(end, at));
    }
  }
  return undefined;
}

function isRetained(marker: number, content: Uint8Array): boolean {
  if (marker === COM || marker === APP1) return false;
  return marker < APP0 || marker > APP15 || isHarmless(marker, content);
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
function orientationOf(marker: number, content: Uint8Array): number | undefined {
  if (marker !== APP1 || asciiAt(content, 0, 4) !== 'Exif' || content.length < 20) return undefined;
  const tiff = new DataView(content.buffer, content.byteOffset + 6, content.length - 6);
  const isLittle = asciiAt(content, 6, 2) === 'II';
  const read16 = (at: number) => (at + 2 > tiff.byteLength ? 0 : tiff.getUint16(at, isLittle));
  const read32 = (at: number) => (at + 4 > tiff.byteLength ? 0 : tiff.getUint32(at, isLittle));
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
  const hex = 'ffe1002245786966000049492a0008000000010012010300010000000000000000000000';
  const exif = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  exif[28] = orientation;
  return exif;
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
