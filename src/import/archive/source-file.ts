/** A file inside an export, before it is read. */
export type SourceFile = {
  /** With its folders, separated by slashes, in Unicode form NFC. */
  readonly name: string;
  /** The size that the archive declares; reading fails if it is another. */
  readonly bytes: number;
  read(): Promise<Buffer>;
};

export type SourceFiles = ReadonlyMap<string, SourceFile>;

/** What the systems of a computer add to archives: nobody misses these. */
const SYSTEM_FILES = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|\.nomedia|\.sync|\._.*)$/i;
const SYSTEM_FOLDERS = ['__MACOSX', '.git', '.thumbnails'];

export function isSystemFile(name: string): boolean {
  const parts = name.split('/');
  return SYSTEM_FILES.test(parts.at(-1) ?? '') || parts.some((part) => SYSTEM_FOLDERS.includes(part));
}

/** The folder of a file, empty or with a slash at the end. */
export function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}
