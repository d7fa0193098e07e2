/** Secrets: made from chance nobody can guess, kept only as hashes, compared without telling where they differ. */
import { hash, randomFillSync } from 'node:crypto';

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomFillSync(new Uint8Array(length))) {
      // 248 is the largest multiple of 62 in a byte: what lies above would favour some letters.
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

/** An id of our own making: 95 bits, so that two are never the same. */
export function newId(): string {
  return randomText(16);
}

/** For secrets long and random enough that nobody can try them all; passwords need password.ts. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

export function sameSecret(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
