/** What a reader of one format gets besides the file: the other files, and a list of what it leaves out. */
import { join } from 'node:path/posix';
import type { LeftOutCode } from '#domain/recipe/import-report.ts';
import type { PhotoContent } from '#domain/photo/photo.ts';
import { SMALL_PICTURES } from '#domain/recipe/media-files.ts';
import { cleanPicture, MAX_RAW_PICTURE_BYTES } from '#import/picture/picture.ts';
import { normalize } from '#domain/text/unicode.ts';
import { folderOf, type SourceFile, type SourceFiles } from './source-file.ts';

type LeftOut = { readonly code: LeftOutCode; readonly name?: string };

export class Source {
  readonly name: string;
  readonly #files: SourceFiles;
  #leftOut: LeftOut[] = [];

  constructor(name: string, files: SourceFiles) {
    this.name = name;
    this.#files = files;
  }

  /** `name` is that of the file or recipe, where it matters which one. */
  leaveOut(code: LeftOutCode, name?: string): void {
    this.#leftOut.push({ code, ...(name !== undefined && { name }) });
  }

  get hasLeftOut(): boolean {
    return this.#leftOut.length > 0;
  }

  /** What was left out since the last call. */
  takeLeftOut(): LeftOut[] {
    const taken = this.#leftOut;
    this.#leftOut = [];
    return taken;
  }

  /** The first of these pictures, named relative to this file, that can be kept. */
  async picture(...names: string[]): Promise<PhotoContent | undefined> {
    let unusable: string | undefined;
    for (const name of names) {
      const file = this.#find(name);
      if (!file) continue;
      const picture = file.bytes > MAX_RAW_PICTURE_BYTES ? undefined : await this.#read(file);
      if (picture) return picture;
      unusable ??= file.name;
    }
    if (unusable !== undefined) this.leaveOut('picture-unusable', unusable);
    return undefined;
  }

  /**
   * The first of these pictures in base64, also as `data:` addresses, that can be kept. A browser writes two sizes, with a
   * space between them. The first `sizes` of them show the same.
   */
  encodedPicture(what: string, texts: readonly unknown[], sizes = 1): PhotoContent | undefined {
    let isUnusable = false;
    for (const [at, text] of texts.entries()) {
      if (!isGivenText(text)) continue;
      const encoded = text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text;
      const [large = '', small] = encoded.split(' ', 2);
      const picture = cleanPicture(
        Buffer.from(large, 'base64'),
        small === undefined ? undefined : Buffer.from(small, 'base64'),
      );
      if (picture) {
        this.leaveOutPictures(texts.slice(Math.max(at + 1, sizes)).filter(isGivenText).length);
        return picture;
      }
      isUnusable = true;
    }
    if (isUnusable) this.leaveOut('picture-unusable', what);
    return undefined;
  }

  /** Pictures of a recipe beside the one that is kept. */
  leaveOutPictures(count: number): void {
    for (let each = 0; each < count; each += 1) this.leaveOut('more-pictures');
  }

  async #read(file: SourceFile): Promise<PhotoContent | undefined> {
    const small = this.#files.get(`${SMALL_PICTURES}${file.name}`);
    return cleanPicture(await file.read(), await small?.read());
  }

  #find(name: string): SourceFile | undefined {
    const path = normalize(name, 'NFC').replaceAll('\\', '/');
    const [folder, decoded] = [folderOf(this.name), decodeAddress(path)];
    const candidates = [join(folder, path), join(path), join(folder, decoded), join(decoded)];
    return candidates.flatMap((each) => this.#files.get(each) ?? [])[0];
  }
}

function isGivenText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Names in HTML are addresses: "my%20cake.jpg". */
function decodeAddress(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
