/**
 * Whether a password is one of the most common ones. They are shipped as the first bytes of their hashes, sorted, and
 * read when the first password is set: 150 kB that most starts do not need.
 */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { guessableForms, isRepetitive } from '#domain/family/password-words.ts';

export const COMMON_PASSWORDS_FILE = new URL('common-passwords.bin', import.meta.url);

/** Of 30,000 hashes, one password in 40 million is taken for a common one by accident. */
export const HASH_BYTES = 5;

let hashes: Promise<Buffer> | undefined;

export async function isCommonPassword(password: string): Promise<boolean> {
  if (isRepetitive(password)) return true;
  hashes ??= readFile(COMMON_PASSWORDS_FILE);
  const list = await hashes;
  return guessableForms(password).some((form) => includes(list, shortHash(form)));
}

export function shortHash(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, HASH_BYTES);
}

/** A binary search. */
function includes(list: Buffer, wanted: Buffer): boolean {
  let [low, high] = [0, list.length / HASH_BYTES];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = list.subarray(middle * HASH_BYTES, (middle + 1) * HASH_BYTES).compare(wanted);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}
