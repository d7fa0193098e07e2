/** Divides the bytes that a file may have among the pictures in it. */

/** Beside the recipes, of the `MAX_UPLOAD_BYTES` of a file. */
const PICTURE_BYTES = 85_000_000;
/** A picture of fewer bytes is not worth keeping. */
const MIN_PICTURE_BYTES = 60_000;

export class PictureRoom {
  readonly #expected: number;
  #bytes: number;
  #done = 0;

  /** `expected` is the number of files that may have a picture. */
  constructor(expected: number, bytes = PICTURE_BYTES) {
    this.#expected = expected;
    this.#bytes = bytes;
  }

  /** How large the next picture may be; undefined if no other fits. */
  get next(): number | undefined {
    const share = Math.floor(this.#bytes / Math.max(1, this.#expected - this.#done));
    const wanted = Math.max(share, MIN_PICTURE_BYTES);
    return wanted > this.#bytes ? undefined : wanted;
  }

  take(bytes: number): void {
    this.#bytes -= bytes;
  }

  /** The pictures of one of the expected files are done. */
  countFile(): void {
    this.#done += 1;
  }
}
