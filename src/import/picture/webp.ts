/** Removes metadata from a WebP file (RFC 9649). */

const PICTURE_CHUNKS = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'];
/** Flags of VP8X that promise the chunks which are dropped. */
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;
const HEADER_BYTES = 12;

/** Undefined if the file ends before the picture does. */
export function stripWebp(bytes: Uint8Array): Uint8Array | undefined {
  const file = Buffer.from(bytes);
  const declared = file.length < HEADER_BYTES ? Infinity : 8 + file.readUInt32LE(4);
  if (declared > file.length) return undefined;
  const retained = [file.subarray(0, HEADER_BYTES)];
  let at = HEADER_BYTES;
  while (at + 8 <= declared) {
    const size = file.readUInt32LE(at + 4);
    // A chunk of odd size is followed by a byte of padding, which some programs forget at the end of the file.
    const end = at + 8 + size + (size % 2);
    if (at + 8 + size > declared) return undefined;
    const type = file.toString('latin1', at, at + 4);
    if (type === 'VP8X') file.writeUInt8(file.readUInt8(at + 8) & ~(EXIF_FLAG | XMP_FLAG), at + 8);
    if (PICTURE_CHUNKS.includes(type)) retained.push(file.subarray(at, Math.min(end, declared)));
    at = end;
  }
  if (retained.length === 1) return undefined;
  const result = Buffer.concat(retained);
  result.writeUInt32LE(result.length - 8, 4);
  return result;
}
