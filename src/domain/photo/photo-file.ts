/**
 * Checks the file of a photo without decoding it: format, dimensions, size, and that it holds nothing but the picture.
 * A file that could hide something, such as metadata or bytes after the end, is refused.
 */
import { inspectJpeg, stripJpeg } from './jpeg.ts';
import type { PhotoFault, PhotoType } from './photo.ts';
import { inspectWebp, stripWebp } from './webp.ts';

type Limits = { readonly pixels: number; readonly bytes: number };

export function checkPhotoFile(
  bytes: Uint8Array,
  { pixels, bytes: maxBytes }: Limits,
): { readonly mediaType: PhotoType } | { readonly fault: PhotoFault } {
  const mediaType = photoTypeOf(bytes);
  if (!mediaType) return { fault: 'format' };
  if (bytes.length > maxBytes) return { fault: 'bytes' };
  const inspected = mediaType === 'image/jpeg' ? inspectJpeg(bytes) : inspectWebp(bytes);
  if ('fault' in inspected) return inspected;
  const { width, height } = inspected;
  if (Math.min(width, height) < 1 || Math.max(width, height) > pixels) return { fault: 'dimensions' };
  return { mediaType };
}

/** The file without metadata; undefined if it is damaged or of another format. */
export function stripPhotoFile(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const mediaType = photoTypeOf(bytes);
  if (!mediaType) return undefined;
  return mediaType === 'image/jpeg' ? stripJpeg(bytes) : stripWebp(bytes);
}

export function photoTypeOf(bytes: Uint8Array): PhotoType | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  const text = String.fromCharCode(...bytes.subarray(0, 12));
  return text.startsWith('RIFF') && text.endsWith('WEBP') ? 'image/webp' : undefined;
}
