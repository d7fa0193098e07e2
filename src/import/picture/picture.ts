/**
 * Pictures of imported recipes. Metadata (place, camera, author, comments) is removed, because the pictures of a family
 * are shared. Pixels are not changed: a picture that is too large is not kept.
 */
import { stripJpeg } from '#domain/photo/jpeg.ts';
import { stripWebp } from '#domain/photo/webp.ts';
import { stripPng } from './png.ts';

/** Of one picture, after its metadata is removed. */
export const MAX_PICTURE_BYTES = 400_000;
/** Before that. A larger one is not even looked at. */
const MAX_RAW_PICTURE_BYTES = 30_000_000;

export type CleanPicture = { readonly bytes: Uint8Array; readonly mediaType: string };

/** The picture without metadata, or why it is not kept. */
export function cleanPicture(bytes: Uint8Array): CleanPicture | { readonly why: string } {
  if (bytes.length > MAX_RAW_PICTURE_BYTES) return { why: TOO_LARGE };
  const format = FORMATS.find(({ starts }) => starts(bytes));
  if (!format) return { why: 'only JPEG, PNG and WebP pictures are kept' };
  const stripped = format.strip(bytes);
  if (!stripped) return { why: 'the picture is damaged' };
  return stripped.length > MAX_PICTURE_BYTES
    ? { why: TOO_LARGE }
    : { bytes: stripped, mediaType: format.mediaType };
}

const TOO_LARGE = `the picture is larger than ${MAX_PICTURE_BYTES / 1_000} kB`;

type Format = {
  mediaType: string;
  starts: (bytes: Uint8Array) => boolean;
  /** Undefined for a damaged picture. */
  strip: (bytes: Uint8Array) => Uint8Array | undefined;
};

const FORMATS: Format[] = [
  { mediaType: 'image/jpeg', starts: (bytes) => begins(bytes, [0xff, 0xd8, 0xff]), strip: stripJpeg },
  { mediaType: 'image/png', starts: (bytes) => begins(bytes, [0x89, 0x50, 0x4e, 0x47]), strip: stripPng },
  {
    mediaType: 'image/webp',
    starts: (bytes) => asciiAt(bytes, 0) === 'RIFF' && asciiAt(bytes, 8) === 'WEBP',
    strip: stripWebp,
  },
];

function begins(bytes: Uint8Array, start: number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

function asciiAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
