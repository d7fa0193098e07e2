/**
 * Reads the directory of a zip file on the device and writes another one from its entries: copied, still compressed, or
 * with other content. Zip files that need numbers of 64 bits are not read.
 */
import { unpack } from './packed-file.ts';

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const [LOCAL_BYTES, RECORD_BYTES, END_BYTES] = [30, 46, 22];
/** Before the end record of an archive with numbers of 64 bits. */
const [LOCATOR, LOCATOR_BYTES] = [0x07064b50, 20];
/** The end record may have a comment behind it. */
const MAX_END_BYTES = END_BYTES + 65_535;
/** In one of these fields it means that the number is in an extension for large archives. */
const IN_EXTENSION = 0xffffffff;

export type ZipEntry = {
  readonly name: string;
  /** The record of the directory. */
  readonly record: Uint8Array<ArrayBuffer>;
  readonly packed: number;
  readonly unpacked: number;
};

/** Undefined if the file is no plain zip file. */
export async function readEntries(file: Blob): Promise<ZipEntry[] | undefined> {
  const end = await findEnd(file);
  if (!end) return undefined;
  const directory = await view(file, end.offset, end.bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let count = 0; count < end.entries; count += 1) {
    if (directory.getUint32(at, true) !== CENTRAL) return undefined;
    const lengths = [28, 30, 32].map((field) => directory.getUint16(at + field, true));
    const length = lengths.reduce((sum, each) => sum + each, RECORD_BYTES);
    const record = new Uint8Array(directory.buffer.slice(at, at + length));
    const [packed = 0, unpacked = 0, from] = [20, 24, 42].map((field) => number(record, field));
    if ([packed, unpacked, from].includes(IN_EXTENSION)) return undefined;
    entries.push({ name: new TextDecoder().decode(rawName(record)), record, packed, unpacked });
    at += length;
  }
  return entries;
}

export async function readContent(file: Blob, entry: ZipEntry): Promise<Blob> {
  const local = await localEntry(file, entry);
  const content = local.slice(local.size - entry.packed);
  const method = new DataView(entry.record.buffer).getUint16(10, true);
  return method === 8 ? unpack(content, 'deflate-raw', entry.unpacked) : content;
}

export class ZipWriter {
  readonly #parts: BlobPart[] = [];
  readonly #records: Uint8Array<ArrayBuffer>[] = [];
  #offset = 0;

  async copy(file: Blob, entry: ZipEntry): Promise<void> {
    this.#add(entry.record, await localEntry(file, entry));
  }

  /** Not compressed. `folder` is put before the name of the entry. */
  async store(entry: ZipEntry, content: Blob, folder = ''): Promise<void> {
    const name = new Uint8Array([...new TextEncoder().encode(folder), ...rawName(entry.record)]);
    const record = new Uint8Array(RECORD_BYTES + name.length);
    record.set(entry.record.subarray(0, RECORD_BYTES));
    record.set(name, RECORD_BYTES);
    const fields = new DataView(record.buffer);
    // The flags say only whether the name is UTF-8.
    fields.setUint16(8, fields.getUint16(8, true) & 0x800, true);
    fields.setUint16(10, 0, true);
    fields.setUint32(16, crc32(new Uint8Array(await content.arrayBuffer())), true);
    fields.setUint32(20, content.size, true);
    fields.setUint32(24, content.size, true);
    fields.setUint16(28, name.length, true);
    fields.setUint32(30, 0, true);
    const header = new Uint8Array(LOCAL_BYTES);
    new DataView(header.buffer).setUint32(0, LOCAL, true);
    // The same fields in the same order, up to the length of the name.
    header.set(record.subarray(6, RECORD_BYTES - 16), 4);
    this.#add(record, new Blob([header, name, content]));
  }

  finish(): Blob {
    const bytes = this.#records.reduce((sum, { length }) => sum + length, 0);
    const end = new DataView(new ArrayBuffer(END_BYTES));
    end.setUint32(0, END, true);
    end.setUint16(8, this.#records.length, true);
    end.setUint16(10, this.#records.length, true);
    end.setUint32(12, bytes, true);
    end.setUint32(16, this.#offset, true);
    return new Blob([...this.#parts, ...this.#records, end]);
  }

  #add(record: Uint8Array<ArrayBuffer>, local: Blob): void {
    const placed = record.slice();
    new DataView(placed.buffer).setUint32(42, this.#offset, true);
    this.#records.push(placed);
    this.#parts.push(local);
    this.#offset += local.size;
  }
}

function rawName(record: Uint8Array<ArrayBuffer>): Uint8Array {
  const length = new DataView(record.buffer).getUint16(28, true);
  return record.subarray(RECORD_BYTES, RECORD_BYTES + length);
}

function number(record: Uint8Array<ArrayBuffer>, field: number): number {
  return new DataView(record.buffer).getUint32(field, true);
}

async function view(file: Blob, from: number, bytes: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await file.slice(from, from + bytes).arrayBuffer());
}

async function findEnd(file: Blob) {
  const start = Math.max(0, file.size - MAX_END_BYTES);
  const tail = await view(file, start, MAX_END_BYTES);
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== END) continue;
    const [entries, bytes] = [tail.getUint16(at + 10, true), tail.getUint32(at + 12, true)];
    const offset = tail.getUint32(at + 16, true);
    const isLarge = at >= LOCATOR_BYTES && tail.getUint32(at - LOCATOR_BYTES, true) === LOCATOR;
    const isPlain = !isLarge && entries !== 0xffff && offset + bytes <= file.size;
    return isPlain ? { entries, bytes, offset } : undefined;
  }
  return undefined;
}

/** The header before the content, whose length is known only there, and the content. */
async function localEntry(file: Blob, { record, packed }: ZipEntry): Promise<Blob> {
  const from = number(record, 42);
  const header = await view(file, from, LOCAL_BYTES);
  if (header.getUint32(0, true) !== LOCAL)
    throw new Error('The entry of a zip file is not where it should be.');
  const start = LOCAL_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  return file.slice(from, from + start + packed);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = ~0;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}
