/** Compares the solver with Node's SHA-256 and with the server's check. */
import { ok, strictEqual } from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { isSolved } from '#auth/sign-in-challenge.ts';
import { sha256, solve } from './proof-of-work.ts';

function inHex(words: Int32Array): string {
  return Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

test('hashes as FIPS 180-4 says', () => {
  strictEqual(
    inHex(sha256(new TextEncoder().encode('abc'))),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('hashes messages of every length up to three blocks as node:crypto does', () => {
  for (let length = 0; length <= 192; length += 1) {
    const message = randomBytes(length);
    strictEqual(
      inHex(sha256(message)),
      createHash('sha256').update(message).digest('hex'),
      `${length} bytes`,
    );
  }
});

for (const bits of [0, 1, 7, 11]) {
  test(`the service accepts what is solved at ${bits} bits`, () => {
    const solved: number[] = [];
    const proof = solve({ token: 'a token of the service', bits }, (puzzles) => solved.push(puzzles));
    ok(isSolved(proof, bits));
    strictEqual(solved.at(-1), 16);
  });
}

test('the service accepts no proof with a wrong nonce, for another text, of more bits or with a puzzle missing', () => {
  const proof = solve({ token: 'a token of the service', bits: 11 });
  const [first = 0, ...rest] = proof.nonces;
  ok(!isSolved({ ...proof, nonces: [first + 1, ...rest] }, 11));
  ok(!isSolved({ ...proof, token: 'another token' }, 11));
  ok(!isSolved(proof, 14), 'one puzzle in eight has three bits more, and all of sixteen never');
  ok(!isSolved({ ...proof, nonces: rest }, 11));
  ok(!isSolved({ ...proof, nonces: [...proof.nonces, 0] }, 11));
});
