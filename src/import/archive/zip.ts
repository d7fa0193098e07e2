/**
 * Opens zip files of strangers. Everything that the directory of a file says is checked before a byte is inflated, and
 * what an entry declares is enforced while it is read, so that memory stays bounded. One bad entry refuses the whole
 * file: nobody can tell what else is wrong with it.
 */
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, openPromise, validateFileName, type ZipFile } from 'yauzl';
import { isMediaFile } from '#domain/recipe/media-files.ts';
import { normalize } from '#domain/text/unicode.ts';
import { ArchiveError } from './archive-error.ts';
import { isSystemFile, type SourceFile, type SourceFiles } from './source-file.ts';

/** Limits of one import. */
export const ZIP_LIMITS = {
  /** 5,000 recipes with three sizes of a picture each; also bounds the memory for the directory. */
  entries: 50_000,
  /** The database of a Mealie with 5,000 recipes has about 40 MB. */
  entryBytes: 64_000_000,
  /** Everything that is unpacked, including nested archives: 5,000 recipes with pictures of 200 kB, twice. */
  totalBytes: 2_000_000_000,
  /** Deflate reaches 1,032. Recipes in JSON reach about 20. */
  ratio: 200,
  /** Small entries may have any ratio: a megabyte harms nobody. */
  ratioFromBytes: 1_000_000,
  /** Tandoor's exports are archives of archives. */
  depth: 2,
} as const;

export type ZipLimits = { readonly [name in keyof typeof ZIP_LIMITS]: number };

/** What one import may still read; shared by an archive and those inside it. */
export class ZipBudget {
  readonly limits: ZipLimits;
  #entries = 0;
  #bytes = 0;

  constructor(limits: ZipLimits = ZIP_LIMITS) {
    this.limits = limits;
  }

  addEntries(count: number): void {
    this.#entries += count;
    if (this.#entries > this.limits.entries)
      throw new ArchiveError('too-many-files', `The archive has more than ${this.limits.entries} files.`);
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.limits.totalBytes)
      throw new ArchiveError(
        'unpacks-too-large',
        `The archive unpacks to more than ${megabytes(this.limits.totalBytes)}.`,
      );
  }

  checkRatio(unpacked: number, packed: number, name: string): void {
    const { ratio, ratioFromBytes } = this.limits;
    if (unpacked > ratioFromBytes && unpacked > ratio * packed)
      throw new ArchiveError(
        'unpacks-too-large',
        `A file in the archive unpacks to more than ${ratio} times its size (${name}).`,
      );
  }
}

export type Zip = { readonly files: SourceFiles; close(): void };

/** `depth` is 1 for the file that somebody chose, and 2 for an archive inside it. */
export async function openZip(source: string | Buffer, budget: ZipBudget, depth: number): Promise<Zip> {
  if (depth > budget.limits.depth)
    throw new ArchiveError('nested', 'The archive has archives within archives within archives.');
  const zip = await orDamaged(
    typeof source === 'string' ? openPromise(source, OPTIONS) : fromBufferPromise(source, OPTIONS),
  );
  try {
    return { files: await readDirectory(zip, budget), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Names are decoded here: many programs write UTF-8 without saying so. */
const OPTIONS = { autoClose: false, decodeStrings: false, validateEntrySizes: true } as const;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

async function readDirectory(zip: ZipFile, budget: ZipBudget): Promise<SourceFiles> {
  budget.addEntries(zip.entryCount);
  const files = new Map<string, SourceFile>();
  const names = new Set<string>();
  for (;;) {
    const entry = await orDamaged(nextEntry(zip));
    if (!entry) return files;
    const name = freeName(checkedName(entry), names);
    names.add(name);
    checkEntry(entry, name);
    if (name.endsWith('/') || isSystemFile(name)) continue;
    // Pictures are read when a recipe refers to them; they do not have to fit all together.
    if (!isMediaFile(name)) checkSize(entry, name, budget);
    const read = () => {
      if (isMediaFile(name)) checkSize(entry, name, budget);
      return readEntry(zip, entry, name);
    };
    files.set(name, { name, bytes: entry.uncompressedSize, read });
  }
}

/** Versions of Tandoor name an archive after its recipe. Two recipes may have the same name. */
function freeName(name: string, names: ReadonlySet<string>): string {
  if (!names.has(name)) return name;
  if (!/\.zip$/i.test(name))
    throw new ArchiveError('bad-name', `The archive has two files with the name ${name}.`);
  return freeName(`${name.slice(0, -4)} (${names.size}).zip`, names);
}

function nextEntry(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => () => {
      zip.removeAllListeners('entry').removeAllListeners('end').removeAllListeners('error');
      done();
    };
    zip.once('entry', (entry: Entry) => settle(() => resolve(entry))());
    zip.once(
      'end',
      settle(() => resolve(undefined)),
    );
    zip.once('error', (error: Error) => settle(() => reject(error))());
    zip.readEntry();
  });
}

const UTF8_FLAG = 0x800;

function checkedName(entry: Entry): string {
  const raw = entry.fileNameRaw;
  const text = decodeName(raw, (entry.generalPurposeBitFlag & UTF8_FLAG) !== 0).replaceAll('\\', '/');
  if (validateFileName(text) !== null || text.includes('\0'))
    throw new ArchiveError('bad-name', 'A file in the archive has a name that leads out of its folder.');
  return normalize(text, 'NFC');
}

/** UTF-8 if it is valid, otherwise the code page of DOS; only its letters matter here. */
function decodeName(raw: Buffer, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: !isUtf8 }).decode(raw);
  } catch {
    return new TextDecoder('ibm866').decode(raw);
  }
}

/** The type of a file in the attributes that Unix programs write. */
const FILE_TYPE = 0o170_000;
const SYMBOLIC_LINK = 0o120_000;

function checkEntry(entry: Entry, name: string): void {
  if (entry.isEncrypted()) throw new ArchiveError('password', 'The archive is protected by a password.');
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK)
    throw new ArchiveError('link', `The archive has a link (${name}).`);
  if (!entry.canDecodeFileData())
    throw new ArchiveError(
      'compression',
      `A file in the archive is compressed in a way that we cannot read (${name}).`,
    );
}

function checkSize({ uncompressedSize, compressedSize }: Entry, name: string, budget: ZipBudget): void {
  if (uncompressedSize > budget.limits.entryBytes)
    throw new ArchiveError(
      'too-large',
      `A file in the archive is larger than ${megabytes(budget.limits.entryBytes)} (${name}).`,
    );
  budget.checkRatio(uncompressedSize, compressedSize, name);
  budget.addBytes(uncompressedSize);
}

async function readEntry(zip: ZipFile, entry: Entry, name: string): Promise<Buffer> {
  const bytes = await orDamaged(collect(zip, entry));
  if (crc32(bytes) !== entry.crc32)
    throw new ArchiveError('damaged', `A file in the archive is damaged (${name}).`);
  return bytes;
}

/** The stream ends with an error at the first byte beyond the declared size. */
async function collect(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry);
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function orDamaged<Outcome>(work: Promise<Outcome>): Promise<Outcome> {
  try {
    return await work;
  } catch (cause) {
    throw new ArchiveError('damaged', 'The archive is damaged or incomplete.', { cause });
  }
}

function megabytes(bytes: number): string {
  return `${bytes / 1_000_000} MB`;
}
