/** Pictures in base64 inside JSON, as Paprika, Mela and Crouton have them. */
import type { PreparedPhoto } from '#web/features/recipes/photo/prepare-photo.ts';

/** A text of JSON with only the characters of base64. A slash may be escaped. */
const ENCODED = /"(?:data:image\\?\/[a-z.+-]{1,20};base64,)?[A-Za-z0-9+/=\\]+"/g;
/** JPEG, PNG, WebP, GIF, and HEIC or AVIF. */
const PICTURE = /^(?:\/9j\/|iVBORw|UklGR|R0lGOD|AAAA.{1,4}ZnR5c)/;
/** Shorter texts are identities and hashes. */
const MIN_LENGTH = 200;

/**
 * The same JSON with small pictures; undefined if none was made smaller. Two sizes are written as two texts in base64
 * with a space between them, the large one first (`encodedPicture` of import/archive/source.ts).
 */
export async function withSmallTexts(
  json: string,
  makeSmall: (picture: Blob) => Promise<PreparedPhoto | undefined>,
): Promise<BlobPart[] | undefined> {
  const parts: BlobPart[] = [];
  let end = 0;
  for (const { 0: found, index } of json.matchAll(ENCODED)) {
    const photo = found.length < MIN_LENGTH ? undefined : await makeSmall(decode(found));
    if (!photo) continue;
    const { small, large } = photo;
    const texts = small === large ? [large] : [large, small];
    parts.push(json.slice(end, index), `"${texts.map(toBase64).join(' ')}"`);
    end = index + found.length;
  }
  return end === 0 ? undefined : [...parts, json.slice(end)];
}

/** Empty if it is no picture. */
function decode(found: string): Blob {
  const text = found.slice(1, -1).replaceAll('\\/', '/');
  const base64 = text.slice(text.indexOf(',') + 1);
  if (!PICTURE.test(base64)) return new Blob();
  try {
    return new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]);
  } catch {
    return new Blob();
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
