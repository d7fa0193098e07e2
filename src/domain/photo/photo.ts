/**
 * Photos of a family's own recipes. A photo is two files, small for cards and large for the recipe, each named by the
 * SHA-256 of its content. Where a dish has a photo, its picture is the text `photo SMALL LARGE` instead of the
 * description of a drawing (domain/dish-picture).
 */

/** The files of a photo: SHA-256 in hexadecimal digits. Both are the same where nobody has made a small one. */
export type Photo = { readonly small: string; readonly large: string };

/** The content of the two files, before they are stored. */
export type PhotoContent = { readonly [size in PhotoSize]: PictureFile };
export type PictureFile = { readonly bytes: Uint8Array; readonly mediaType: PhotoType };

/** Of the longer side, and of the file. */
export const PHOTO_SIZES = {
  small: { pixels: 400, bytes: 100_000 },
  large: { pixels: 1_600, bytes: 400_000 },
} as const;
export type PhotoSize = keyof typeof PHOTO_SIZES;

/** What is wrong with a file. */
export type PhotoFault =
  | 'format'
  | 'bytes'
  | 'dimensions'
  | 'truncated'
  | 'malformed'
  | 'animated'
  | 'metadata'
  | 'trailing';
export type Dimensions = { readonly width: number; readonly height: number };
export type Inspected = Dimensions | { readonly fault: PhotoFault };
export type PhotoType = 'image/jpeg' | 'image/webp';

const PHOTO_TEXT = /^photo ([0-9a-f]{64}) ([0-9a-f]{64})$/;

export function photoText({ small, large }: Photo): string {
  return `photo ${small} ${large}`;
}

/** Undefined for a drawing. */
export function parsePhoto(picture: string): Photo | undefined {
  const [, small, large] = PHOTO_TEXT.exec(picture) ?? [];
  return small && large ? { small, large } : undefined;
}

/** The address of a file in the web app's API. */
export function photoPath(hash: string): string {
  return `/app/api/photos/${hash}`;
}
