/**
 * Pictures of imported recipes. Metadata (place, camera, author, comments) is removed, because the pictures of a family
 * are shared. Pixels are not changed: a picture that is too large is not kept.
 */
import { type PhotoContent, PHOTO_SIZES, type PhotoSize, type PictureFile } from '#domain/photo/photo.ts';
import { checkPhotoFile, stripPhotoFile } from '#domain/photo/photo-file.ts';

/** Before the metadata is removed. A larger one is a photo of a camera, and not even looked at. */
export const MAX_RAW_PICTURE_BYTES = 30_000_000;

/**
 * The picture without metadata; undefined if it cannot be stored as a photo. Without a small file, which only a browser
 * can make, the same file is shown in small places too.
 */
export function cleanPicture(bytes: Uint8Array, smallBytes?: Uint8Array): PhotoContent | undefined {
  const large = cleanFile(bytes, 'large');
  const small = smallBytes && cleanFile(smallBytes, 'small');
  return large && { large, small: small ?? large };
}

function cleanFile(bytes: Uint8Array, size: PhotoSize): PictureFile | undefined {
  const stripped = bytes.length > MAX_RAW_PICTURE_BYTES ? undefined : stripPhotoFile(bytes);
  const checked = stripped && checkPhotoFile(stripped, PHOTO_SIZES[size]);
  return stripped && checked && 'mediaType' in checked
    ? { bytes: stripped, mediaType: checked.mediaType }
    : undefined;
}
