/** Reads the chunks of a WebP file (RFC 9649): checks them, and removes metadata. */
import { asciiAt, joinBytes } from './bytes.ts';
import type { Dimensions, Inspected } from './photo.ts';

const HEADER_BYTES = 12;
/** Of a picture with all kinds of metadata, there are seven. A crafted file could have thousands. */
const MAX_CHUNKS = 100;
/** Of VP8X: the picture has transparent parts, the file has several pictures. */
const [ALPHA_FLAG, ANIMATION_FLAG] = [0x10, 0x02];

type Chunk = { type: string; content: Uint8Array };

/** The dimensions, or what is wrong. The file must be one picture and nothing else. */
export function inspectWebp(bytes: Uint8Array): Inspected {
  const declared = bytes.length < HEADER_BYTES ? Infinity : 8 + uint32(bytes, 4);
  if (declared > bytes.length) return { fault: 'truncated' };
  if (declared < bytes.length) return { fault: 'trailing' };
  const chunks = readChunks(bytes, declared);
  if (!chunks) return { fault: 'malformed' };
  const types = chunks.map(({ type }) => type).join();
  if (types.includes('ANIM') || types.includes('ANMF')) return { fault: 'animated' };
  if (chunks.some(({ type }) => !KNOWN.includes(type))) return { fault: 'metadata' };
  if (!ORDERS.includes(types)) return { fault: 'malformed' };
  const [first, last] = [chunks[0] as Chunk, chunks.at(-1) as Chunk];
  const picture = last.type === 'VP8L' ? losslessDimensions(last) : lossyDimensions(last);
  if (!picture) return { fault: 'malformed' };
  if (first.type !== 'VP8X') return picture;
  const flags = first.content[0] ?? 0;
  if (flags & ANIMATION_FLAG) return { fault: 'animated' };
  if ((flags & ~ALPHA_FLAG) !== 0) return { fault: 'metadata' };
  const canvas = canvasDimensions(first);
  const isSame = canvas?.width === picture.width && canvas.height === picture.height;
  return isSame ? picture : { fault: 'malformed' };
}

/** Removes metadata. Undefined if the file is damaged or moves. */
export function stripWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const declared = bytes.length < HEADER_BYTES ? Infinity : 8 + uint32(bytes, 4);
  const chunks = declared > bytes.length ? undefined : readChunks(bytes, declared);
  const retained = chunks?.filter(({ type }) => KNOWN.includes(type));
  if (!retained?.some(({ type }) => type === 'VP8 ' || type === 'VP8L')) return undefined;
  const parts = retained.flatMap(({ type, content }) => {
    const stripped = Uint8Array.from(content);
    if (type === 'VP8X' && stripped[0] !== undefined) stripped[0] &= ALPHA_FLAG;
    return [ascii(type), littleEndian(stripped.length), stripped, new Uint8Array(stripped.length % 2)];
  });
  const body = joinBytes([ascii('WEBP'), ...parts]);
  return joinBytes([ascii('RIFF'), littleEndian(body.length), body]);
}

const KNOWN = ['VP8 ', 'VP8L', 'VP8X', 'ALPH'];
const ORDERS = ['VP8 ', 'VP8L', 'VP8X,VP8 ', 'VP8X,VP8L', 'VP8X,ALPH,VP8 '];

/** The first chunks. Undefined if one ends after the file, or if padding is not zero. */
function readChunks(bytes: Uint8Array, end: number): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let at = HEADER_BYTES;
  while (at < end && chunks.length < MAX_CHUNKS) {
    const size = at + 8 > end ? Infinity : uint32(bytes, at + 4);
    const contentEnd = at + 8 + size;
    if (contentEnd > end || (size % 2 === 1 && (bytes[contentEnd] ?? 0) !== 0)) return undefined;
    chunks.push({ type: asciiAt(bytes, at, 4), content: bytes.subarray(at + 8, contentEnd) });
    // Some programs forget the padding at the end of the file.
    at = contentEnd + (size % 2);
  }
  return chunks;
}

/** A key frame that is shown (RFC 6386, section 9.1). */
function lossyDimensions({ content }: Chunk): Dimensions | undefined {
  if (content.length < 11) return undefined;
  const tag = uint32(content, 0) & 0xffffff;
  const isKeyFrame = (tag & 1) === 0 && (tag & 0x10) !== 0 && tag >> 5 < content.length - 10;
  if (!isKeyFrame || content[3] !== 0x9d || content[4] !== 1 || content[5] !== 0x2a) return undefined;
  const [width, height] = [uint32(content, 6) & 0xffff, uint32(content, 6) >>> 16];
  // The two highest bits scale the picture, which nobody uses.
  return width < 0x4000 && height < 0x4000 ? { width, height } : undefined;
}

function losslessDimensions({ content }: Chunk): Dimensions | undefined {
  if (content.length < 6 || content[0] !== 0x2f) return undefined;
  const bits = uint32(content, 1);
  return bits >>> 29 === 0 ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : undefined;
}

function canvasDimensions({ content }: Chunk): Dimensions | undefined {
  const isReservedZero = content[1] === 0 && content[2] === 0 && content[3] === 0;
  if (content.length !== 10 || !isReservedZero) return undefined;
  return {
    width: (uint32(content, 4) & 0xffffff) + 1,
    height: (uint32(content, 6) >>> 8) + 1,
  };
}

function uint32(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4);
  return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
}

function littleEndian(value: number): Uint8Array {
  return Uint8Array.of(value, value >> 8, value >> 16, value >> 24);
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
