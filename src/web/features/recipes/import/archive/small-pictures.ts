/**
 * Makes the pictures in another app's file small on the device, before it is sent: they are most of its bytes, and what a
 * camera adds to them stays here. A picture keeps its name; its small file is added in the folder `SMALL_PICTURES`. A
 * picture that cannot be read or for which there is no room becomes empty, so that the report can count it. Other files
 * are copied. Weekfare's own export is sent unchanged if it is not too large, and so is a file that is not understood;
 * the server judges it.
 */
import { MAX_UPLOAD_BYTES } from '#domain/family/upload.ts';
import { isMediaFile, SMALL_PICTURES } from '#domain/recipe/media-files.ts';
import type { PreparedPhoto } from '#web/features/recipes/photo/prepare-photo.ts';
import { gzip, unpack } from './packed-file.ts';
import { readContent, readEntries, type ZipEntry, ZipWriter } from './zip-file.ts';

/** Rejects a picture that the device cannot read, or cannot make small enough. */
type MakeSmall = (picture: Blob, maxBytes: number) => Promise<PreparedPhoto>;

type Options = {
  makeSmall: MakeSmall;
  signal: AbortSignal;
  onProgress: (share: number) => void;
  maxBytes?: number;
  /** Bytes for all pictures. */
  roomBytes?: number;
};
type Run = Options & { room: PictureRoom };

/** The file by which Weekfare's own export is known. */
const OWN_EXPORT = /(?:^|\/)weekfare\.json$/;
const PICTURE = /\.(?:jpe?g|png|webp|gif|heic|heif|avif|bmp|tiff?)$/i;
/** Small copies that Mealie and Nextcloud Cookbook make of a picture. */
const COPY = /(^|\/)(?:min-original|tiny-original|thumb|thumb16)(\.\w{1,5})$/;
const ORIGINALS = ['original', 'full'];
/** Of a file inside the archive; the server takes no larger ones. */
const MAX_FILE_BYTES = 64_000_000;
const MAX_PICTURE_BYTES = 30_000_000;
/** The characters [ and {. */
const JSON_STARTS = [0x5b, 0x7b];
/** Tandoor's exports are archives of archives. */
const MAX_DEPTH = 2;

export async function withSmallPictures(file: Blob, options: Options): Promise<Blob> {
  try {
    const entries = await readEntries(file);
    const isSmallEnough = file.size <= (options.maxBytes ?? MAX_UPLOAD_BYTES);
    if (isSmallEnough && entries?.some(({ name }) => OWN_EXPORT.test(name))) return file;
    const room = new PictureRoom(holdersOf(entries ?? []).size, options.roomBytes);
    return (await smallerFile(file, { ...options, room }, 1)) ?? file;
  } catch {
    options.signal.throwIfAborted();
    return file;
  }
}

function picturesOf(entries: readonly ZipEntry[]): Set<ZipEntry> {
  const names = new Set(entries.map(({ name }) => name));
  const isCopy = (name: string) =>
    COPY.test(name) && ORIGINALS.some((original) => names.has(name.replace(COPY, `$1${original}$2`)));
  return new Set(entries.filter(({ name }) => PICTURE.test(name) && !isCopy(name)));
}

/** The pictures; where there are none, the files that may have one in them. */
function holdersOf(entries: readonly ZipEntry[]): Set<ZipEntry> {
  const pictures = picturesOf(entries);
  return pictures.size > 0 ? pictures : new Set(entries.filter(({ name }) => !isMediaFile(name)));
}

/** Undefined if nothing changes. */
async function smallerFile(file: Blob, run: Run, depth: number): Promise<Blob | undefined> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0x50 && second === 0x4b) return depth > MAX_DEPTH ? undefined : smallerZip(file, run, depth);
  if (first === 0x1f && second === 0x8b) return smallerJson(await unpack(file, 'gzip', MAX_FILE_BYTES), run);
  return JSON_STARTS.includes(first ?? 0) ? smallerJson(file, run) : undefined;
}

async function smallerJson(file: Blob, run: Run): Promise<Blob | undefined> {
  const parts = await withSmallTexts(await file.text(), (picture) => smallPicture(picture, run));
  return parts && gzip(new Blob(parts));
}

async function smallerZip(file: Blob, run: Run, depth: number): Promise<Blob | undefined> {
  const entries = (await readEntries(file)) ?? [];
  const [pictures, holders] = [picturesOf(entries), holdersOf(entries)];
  const zip = new ZipWriter();
  let isChanged = false;
  for (const [at, entry] of entries.entries()) {
    run.signal.throwIfAborted();
    const smaller = isMediaFile(entry.name)
      ? await smallerPicture(file, pictures.has(entry) ? entry : undefined, run)
      : await smallerEntry(file, entry, run, depth);
    await (smaller ? zip.store(entry, smaller.content) : zip.copy(file, entry));
    if (smaller?.small) await zip.store(entry, smaller.small, SMALL_PICTURES);
    isChanged ||= smaller !== undefined;
    if (depth > 1) continue;
    if (holders.has(entry)) run.room.countFile();
    run.onProgress((at + 1) / entries.length);
  }
  return isChanged ? zip.finish() : undefined;
}

type Smaller = { content: Blob; small?: Blob };

async function smallerEntry(
  file: Blob,
  entry: ZipEntry,
  run: Run,
  depth: number,
): Promise<Smaller | undefined> {
  if (entry.packed === 0 || entry.unpacked > MAX_FILE_BYTES) return undefined;
  const content = await smallerFile(await readContent(file, entry), run, depth + 1);
  return content && { content };
}

/** Empty for a file that is no picture of a recipe, and for one that cannot be made small. */
async function smallerPicture(file: Blob, entry: ZipEntry | undefined, run: Run): Promise<Smaller> {
  const photo =
    entry && entry.unpacked <= MAX_PICTURE_BYTES
      ? await smallPicture(await readContent(file, entry), run)
      : undefined;
  if (!photo) return { content: new Blob() };
  const { small, large } = photo;
  return { content: new Blob([large]), ...(small !== large && { small: new Blob([small]) }) };
}

/** Undefined if it cannot be read, or if there is no room for it. */
async function smallPicture(
  picture: Blob,
  { makeSmall, room, signal }: Run,
): Promise<PreparedPhoto | undefined> {
  signal.throwIfAborted();
  const maxBytes = room.next;
  if (picture.size === 0 || maxBytes === undefined) return undefined;
  try {
    const photo = await makeSmall(picture, maxBytes);
    room.take(photo.large.length + photo.small.length);
    return photo;
  } catch {
    return undefined;
  }
}

/** Beside the recipes, of the `MAX_UPLOAD_BYTES` of a file. */
const PICTURE_BYTES = 85_000_000;
/** A picture of fewer bytes is not worth keeping. */
const MIN_PICTURE_BYTES = 60_000;

class PictureRoom {
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

/** A text of JSON with only the characters of base64. A slash may be escaped. */
const ENCODED = /"(?:data:image\\?\/[a-z.+-]{1,20};base64,)?[A-Za-z0-9+/=\\]+"/g;
/** JPEG, PNG, WebP, GIF, and HEIC or AVIF. */
const PICTURE_IN_BASE64 = /^(?:\/9j\/|iVBORw|UklGR|R0lGOD|AAAA.{1,4}ZnR5c)/;
/** Shorter texts are identities and hashes. */
const MIN_LENGTH = 200;

/**
 * The same JSON with small pictures; undefined if none was made smaller. Two sizes are written as two texts in base64
 * with a space between them, the large one first (`encodedPicture` of import/archive/source.ts).
 */
async function withSmallTexts(
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
  if (!PICTURE_IN_BASE64.test(base64)) return new Blob();
  try {
    return new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]);
  } catch {
    return new Blob();
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
