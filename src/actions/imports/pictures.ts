/**
 * The pictures of an import, in a temporary file between reading and storing: together they may be larger than the
 * memory of a small computer.
 */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PhotoContent, PhotoType, PictureFile } from '#domain/photo/photo.ts';
import { MAX_BYTES } from '#domain/family/quota.ts';
import { type NewPhoto, savePhoto } from '#actions/recipe/photos.ts';
import type { Tx } from '#storage/schema.ts';
import { readPhotoBytes } from '#storage/tables/recipe/photos.ts';

type Piece = { readonly at: number; readonly bytes: number; readonly mediaType: PhotoType };
/** Where the files of a photo are. */
export type BufferedPhoto = { readonly small: Piece; readonly large: Piece; readonly bytes: number };

export class ImportPictures {
  readonly #maxBytes: number;
  #handle: FileHandle | undefined;
  #bytes: number;
  #end = 0;

  /** `usedBytes` are those of the photos that the family has. */
  constructor(usedBytes: number, maxBytes: number = MAX_BYTES.photos) {
    this.#bytes = usedBytes;
    this.#maxBytes = maxBytes;
  }

  /** Undefined if the family has no room for it. */
  async add({ small, large }: PhotoContent): Promise<BufferedPhoto | undefined> {
    const bytes = large.bytes.length + (small === large ? 0 : small.bytes.length);
    if (this.#bytes + bytes > this.#maxBytes) return undefined;
    this.#bytes += bytes;
    const largePiece = await this.#append(large);
    return { large: largePiece, small: small === large ? largePiece : await this.#append(small), bytes };
  }

  /** Returns how many found no room, because somebody has added photos since the file was read. */
  async store(
    tx: Tx,
    family: string,
    recipes: readonly { id: string; photo?: BufferedPhoto | undefined }[],
  ): Promise<number> {
    let [room, without] = [this.#maxBytes - (await readPhotoBytes(tx, family)), 0];
    for (const { id, photo } of recipes) {
      if (!photo) continue;
      if (photo.bytes > room) without += 1;
      else {
        await savePhoto(tx, family, id, await this.#read(photo));
        room -= photo.bytes;
      }
    }
    return without;
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  async #append({ bytes, mediaType }: PictureFile): Promise<Piece> {
    this.#handle ??= await openUnnamed();
    const at = this.#end;
    await this.#handle.write(bytes, 0, bytes.length, at);
    this.#end += bytes.length;
    return { at, bytes: bytes.length, mediaType };
  }

  async #read({ small, large }: BufferedPhoto): Promise<NewPhoto> {
    const read = async ({ at, bytes, mediaType }: Piece) => {
      const buffer = Buffer.alloc(bytes);
      await this.#handle?.read(buffer, 0, bytes, at);
      return { bytes: buffer, mediaType };
    };
    return { small: await read(small), large: await read(large) };
  }
}

/** The name is removed at once, so that nothing remains after a crash. */
async function openUnnamed(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'weekfare-pictures-'));
  try {
    return await open(join(folder, 'pictures'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}
