/** Where tests put their files. */
import { existsSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const MEMORY = '/dev/shm';

/** Uses memory if there is enough: test data need not be durable, and most tests would wait for the disk. */
export function temporaryFolder(bytes: number): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) > bytes ? MEMORY : tmpdir();
}
