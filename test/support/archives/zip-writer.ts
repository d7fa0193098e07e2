/** Writes zip files for tests: correct ones, and ones with any lie in their directory. */
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  name: string | Buffer;
  content?: Buffer | string;
  /** Of the directory; the local header always tells the truth. */
  lies?: {
    size?: number;
    compressedSize?: number;
    flags?: number;
    method?: number;
    checksum?: number;
    externalAttributes?: number;
    extra?: Buffer;
  };
};

const UTF8 = 0x800;

export function zipOf(entries: readonly ZipEntry[], entryCount = entries.length): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', lies = {} } of entries) {
    const [rawName, bytes] = [Buffer.from(name as string), Buffer.from(content as string)];
    const packed = deflateRawSync(bytes);
    const fields = { checksum: crc32(bytes), compressedSize: packed.length, size: bytes.length };
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50);
    writeFields(header, 4, { flags: UTF8, method: 8, ...fields }, rawName.length, 0);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50);
    const claimed = { flags: UTF8, method: 8, ...fields, ...lies };
    // Made by Unix, so that the attributes are those of Unix.
    record.writeUInt16LE(0x0314, 4);
    writeFields(record, 6, claimed, rawName.length, lies.extra?.length ?? 0);
    record.writeUInt32LE(lies.externalAttributes ?? 0, 38);
    record.writeUInt32LE(offset, 42);
    directory.push(record, rawName, lies.extra ?? Buffer.alloc(0));
    local.push(header, rawName, packed);
    offset += header.length + rawName.length + packed.length;
  }
  const records = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(entryCount & 0xffff, 8);
  end.writeUInt16LE(entryCount & 0xffff, 10);
  end.writeUInt32LE(records.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, records, end]);
}

type Fields = { flags: number; method: number; checksum: number; compressedSize: number; size: number };

function writeFields(header: Buffer, at: number, fields: Fields, nameLength: number, extraLength: number) {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(fields.flags, at + 2);
  header.writeUInt16LE(fields.method, at + 4);
  header.writeUInt32LE(fields.checksum, at + 10);
  header.writeUInt32LE(fields.compressedSize, at + 14);
  header.writeUInt32LE(fields.size, at + 18);
  header.writeUInt16LE(nameLength, at + 22);
  header.writeUInt16LE(extraLength, at + 24);
}

/** The extra field with sizes of 64 bits. */
export function zip64Extra(size: bigint, compressedSize: bigint): Buffer {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(size, 4);
  extra.writeBigUInt64LE(compressedSize, 12);
  return extra;
}

/** The same file with an end record of 64 bits that claims this number of entries. */
export function asZip64(zip: Buffer, entryCount: bigint): Buffer {
  const end = zip.subarray(-22);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(entryCount, 24);
  record.writeBigUInt64LE(entryCount, 32);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50);
  locator.writeBigUInt64LE(BigInt(zip.length - 22), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([zip.subarray(0, -22), record, locator, end]);
}
