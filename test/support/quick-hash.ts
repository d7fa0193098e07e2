/**
 * Hashes of passwords with the lowest cost, which is part of a stored hash: one of ours takes 35 ms of processor time
 * whenever it is made or checked.
 */
import { argon2Sync } from 'node:crypto';

export function quickHash(password: string): string {
  const nonce = Buffer.alloc(16, 1);
  const cost = { memory: 8, passes: 1, parallelism: 1 };
  const tag = argon2Sync('argon2id', { message: password.normalize('NFC'), nonce, tagLength: 32, ...cost });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${hash}`;
}
