/**
 * The response with the file of a photo. Its address has the hash of its content, so it may be cached for ever, but only
 * for the session that has read it: the next person at the browser has another cookie.
 */
import type { PhotoFile as StoredFile } from '#storage/tables/recipe/photos.ts';

const YEAR_SECONDS = 31_536_000;

export class PhotoFile {
  readonly mediaType: string;
  readonly bytes: Buffer;
  readonly #hash: string;

  constructor({ hash, mediaType, bytes }: StoredFile) {
    this.#hash = hash;
    this.mediaType = mediaType;
    this.bytes = bytes;
  }

  get etag(): string {
    return `"${this.#hash}"`;
  }

  get headers(): Record<string, string> {
    return {
      ETag: this.etag,
      'Cache-Control': `private, max-age=${YEAR_SECONDS}, immutable`,
      Vary: 'Cookie',
    };
  }
}
