/** Removes metadata from a PNG file (W3C PNG, third edition). */

/** What a picture needs to look the same. Everything else, such as text, Exif data and times, is dropped. */
const PICTURE_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD pHYs acTL fcTL fdAT'.split(' '),
);
const SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12;

/** Undefined if the file ends before the picture does. */
export function stripPng(bytes: Uint8Array): Uint8Array | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const retained = [file.subarray(0, SIGNATURE_BYTES)];
  let at = SIGNATURE_BYTES;
  while (at + FRAME_BYTES <= file.length) {
    const end = at + FRAME_BYTES + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (end > file.length) return undefined;
    if (PICTURE_CHUNKS.has(type)) retained.push(file.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(retained);
    at = end;
  }
  return undefined;
}
