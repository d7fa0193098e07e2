/** Unpacks gzip files of strangers within the limits of the import. */
import { gunzipSync } from 'node:zlib';
import { ArchiveError } from './archive-error.ts';
import type { ZipBudget } from './zip.ts';

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

export function gunzip(bytes: Buffer, name: string, budget: ZipBudget): Buffer {
  let unpacked: Buffer;
  try {
    unpacked = gunzipSync(bytes, { maxOutputLength: budget.limits.entryBytes });
  } catch (cause) {
    throw new ArchiveError('damaged', `A file in the archive is damaged or too large (${name}).`, { cause });
  }
  budget.checkRatio(unpacked.length, bytes.length, name);
  budget.addBytes(unpacked.length);
  return unpacked;
}
