/** Compares the solver with Node's SHA-256 and with the server's check. */
import { ok, strictEqual } from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { isSolved } from '#auth/sign-in-challenge.ts';
import { sha256, solve } from './proof-of-work.ts';

function inHex(words: Int32Array): string {
  return Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

test('hashes the example of FIPS 180-4 correctly', () => {
  strictEqual(
    inHex(sha256(new TextEncoder().encode('abc'))),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('hashes messages of every length up to three blocks like node:crypto', () => {
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
  test(`the server accepts a solution of ${bits} bits`, () => {
    const solved: number[] = [];
    const proof = solve({ token: 'a token of the service', bits }, (puzzles) => solved.push(puzzles));
    ok(isSolved(proof, bits));
    strictEqual(solved.at(-1), 16);
  });
}

test('the server rejects a wrong nonce, another text, too few bits and a missing puzzle', () => {
  const proof = solve({ token: 'a token of the service', bits: 11 });
  const [first = 0, ...rest] = proof.nonces;
  ok(!isSolved({ ...proof, nonces: [first + 1, ...rest] }, 11));
  ok(!isSolved({ ...proof, token: 'another token' }, 11));
  ok(
    !isSolved(proof, 14),
    'each puzzle has three more bits with probability 1/8, all sixteen practically never',
  );
  ok(!isSolved({ ...proof, nonces: rest }, 11));
  ok(!isSolved({ ...proof, nonces: [...proof.nonces, 0] }, 11));
});
