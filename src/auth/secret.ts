/** Secrets: generates them from a secure random source, hashes them for storage and compares them in constant time. */
import { hash, randomFillSync, timingSafeEqual } from 'node:crypto';

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomFillSync(new Uint8Array(length))) {
      // 248 is the largest multiple of 62 in a byte: higher values would make some characters more likely.
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

/** A random id of 95 bits, so that no two are equal. */
export function newId(): string {
  return randomText(16);
}

/** Only for secrets that are too long to guess. Passwords need a slow hash: password.ts. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** Takes the same time wherever the secrets differ. Their lengths are not secret. */
export function equalSecrets(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
