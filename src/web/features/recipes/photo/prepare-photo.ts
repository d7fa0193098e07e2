/**
 * Makes the two files of a photo on the device: upright, small, and with nothing of the original but its pixels. What a
 * camera adds, such as the place, never leaves the device.
 */
import { PHOTO_SIZES } from '#domain/photo/photo.ts';
import { stripPhotoFile } from '#domain/photo/photo-file.ts';

export type PreparedPhoto = { small: Uint8Array<ArrayBuffer>; large: Uint8Array<ArrayBuffer> };

/** The browser cannot decode the file. */
export class UnreadablePhoto extends Error {}

/** Tried one after the other, until the file is small enough. */
const QUALITIES = [0.82, 0.7, 0.55, 0.4, 0.25];

/** The large file has at most `maxBytes`, with fewer pixels if these are few. A small picture is both files. */
export async function preparePhoto(
  file: Blob,
  maxBytes: number = PHOTO_SIZES.large.bytes,
): Promise<PreparedPhoto> {
  const picture = await decode(file);
  try {
    const { canvas, bytes: large } = await encode(picture, largeLimits(maxBytes));
    const isSmall = Math.max(canvas.width, canvas.height) <= PHOTO_SIZES.small.pixels;
    if (isSmall && large.length <= PHOTO_SIZES.small.bytes) return { small: large, large };
    const { bytes: small } = await encode(canvas, PHOTO_SIZES.small);
    return { small, large };
  } finally {
    picture.close();
  }
}

/** Three quarters of the largest file suffice for all pixels. */
function largeLimits(maxBytes: number): Limits {
  const { pixels, bytes } = PHOTO_SIZES.large;
  const scale = Math.sqrt(Math.min(1, maxBytes / (bytes * 0.75)));
  return { pixels: Math.round(pixels * scale), bytes: Math.min(bytes, maxBytes) };
}

async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (cause) {
    throw new UnreadablePhoto('The browser cannot read this picture.', { cause });
  }
}

type Limits = { pixels: number; bytes: number };

async function encode(picture: ImageBitmap | HTMLCanvasElement, { pixels, bytes: maxBytes }: Limits) {
  const scale = Math.min(1, pixels / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new UnreadablePhoto('The browser has no memory for this picture.');
  context.imageSmoothingQuality = 'high';
  // JPEG has no transparent parts.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  for (const quality of QUALITIES) {
    const bytes = await compress(canvas, quality);
    if (bytes.length <= maxBytes) return { canvas, bytes };
  }
  throw new UnreadablePhoto('The picture cannot be made small enough.');
}

/** As WebP, or JPEG where the browser cannot encode WebP. Safari adds Exif data of its own to a JPEG. */
async function compress(canvas: HTMLCanvasElement, quality: number): Promise<Uint8Array<ArrayBuffer>> {
  const webp = await toBlob(canvas, 'image/webp', quality);
  const blob = webp?.type === 'image/webp' ? webp : await toBlob(canvas, 'image/jpeg', quality);
  const bytes = blob && stripPhotoFile(new Uint8Array(await blob.arrayBuffer()));
  if (!bytes) throw new UnreadablePhoto('The browser cannot write this picture.');
  return bytes;
}

function toBlob(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, type, quality);
  });
}
