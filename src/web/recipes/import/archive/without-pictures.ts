/**
 * Empties the pictures in a zip file on the device, before it is sent: they are most of its bytes, and the server cannot
 * make them small. Their names stay, so that the report can count them. Other files are copied as they are, still
 * compressed. The photos of Weekfare's own export are small already and are sent, if the file is not too large with
 * them. A file that is no plain zip is sent unchanged; the server judges it.
 */
import { MAX_UPLOAD_BYTES } from '#domain/family/upload.ts';
import { isMediaFile } from '#domain/recipe/media-files.ts';

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const END_BYTES = 22;
/** Before the end record of an archive with numbers of 64 bits. */
const [LOCATOR, LOCATOR_BYTES] = [0x07064b50, 20];
/** The end record may have a comment behind it. */
const MAX_END_BYTES = END_BYTES + 65_535;
/** In one of these fields it means that the number is in an extension for large archives. */
const IN_EXTENSION = 0xffffffff;

/** The file by which Weekfare's own export is known. */
const OWN_EXPORT = /(?:^|\/)weekfare\.json$/;

export async function withoutPictures(file: Blob, maxBytes: number = MAX_UPLOAD_BYTES): Promise<Blob> {
  try {
    return (await rewrite(file, file.size <= maxBytes)) ?? file;
  } catch {
    return file;
  }
}

/** Undefined if there is nothing to leave out, or if the file is not understood. */
async function rewrite(file: Blob, keepsOwn: boolean): Promise<Blob | undefined> {
  const end = await findEnd(file);
  if (!end) return undefined;
  const directory = await view(file, end.offset, end.bytes);
  const [parts, records]: [BlobPart[], BlobPart[]] = [[], []];
  let [at, offset, recordBytes, isChanged] = [0, 0, 0, false];
  for (let entry = 0; entry < end.entries; entry += 1) {
    if (directory.getUint32(at, true) !== CENTRAL) return undefined;
    const [packed, unpacked, from] = [20, 24, 42].map((field) => directory.getUint32(at + field, true));
    const lengths = [28, 30, 32].map((field) => directory.getUint16(at + field, true));
    if (packed === undefined || from === undefined || [packed, unpacked, from].includes(IN_EXTENSION))
      return undefined;
    const length = 46 + lengths.reduce((sum, each) => sum + each, 0);
    const record = new Uint8Array(directory.buffer.slice(at, at + length));
    const nameEnd = 46 + (lengths[0] ?? 0);
    const name = new TextDecoder().decode(record.subarray(46, nameEnd));
    if (keepsOwn && OWN_EXPORT.test(name)) return undefined;
    const isLeftOut = isMediaFile(name) && packed > 0;
    const local = isLeftOut ? emptyEntry(record, nameEnd) : await entryOf(file, from, packed);
    if (!local) return undefined;
    new DataView(record.buffer).setUint32(42, offset, true);
    parts.push(local);
    records.push(record);
    [at, offset, recordBytes] = [at + length, offset + local.size, recordBytes + length];
    isChanged ||= isLeftOut;
  }
  return isChanged
    ? new Blob([...parts, ...records, endRecord(end.entries, recordBytes, offset)])
    : undefined;
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

/** The header before the content, and the content. Its length is known only there. */
async function entryOf(file: Blob, from: number, packed: number): Promise<Blob | undefined> {
  const header = await view(file, from, 30);
  if (header.getUint32(0, true) !== LOCAL) return undefined;
  const start = 30 + header.getUint16(26, true) + header.getUint16(28, true);
  return file.slice(from, from + start + packed);
}

/** An entry without content under the same name; the record in the directory is changed to match it. */
function emptyEntry(record: Uint8Array<ArrayBuffer>, nameEnd: number): Blob {
  const [directory, header] = [new DataView(record.buffer), new DataView(new ArrayBuffer(30))];
  // Method, checksum and sizes are zero; the flags say only whether the name is UTF-8.
  for (const [field, bytes] of [
    [10, 2],
    [16, 12],
  ] as const)
    record.fill(0, field, field + bytes);
  directory.setUint16(8, directory.getUint16(8, true) & 0x800, true);
  header.setUint32(0, LOCAL, true);
  header.setUint16(4, 20, true);
  header.setUint16(6, directory.getUint16(8, true), true);
  header.setUint16(26, nameEnd - 46, true);
  return new Blob([header, record.slice(46, nameEnd)]);
}

function endRecord(entries: number, bytes: number, offset: number): ArrayBuffer {
  const record = new DataView(new ArrayBuffer(END_BYTES));
  record.setUint32(0, END, true);
  record.setUint16(8, entries, true);
  record.setUint16(10, entries, true);
  record.setUint32(12, bytes, true);
  record.setUint32(16, offset, true);
  return record.buffer;
}
