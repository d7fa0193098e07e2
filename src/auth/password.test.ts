import { match, notStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { isOutage, Outage } from '#storage/outage.ts';
import { hashPassword, verifyPassword } from './password.ts';

/** A place that is never given back would make the next caller wait for ever. */
const PATIENCE = { timeout: 30_000 };
const PHC = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

test('a password is kept as argon2id in the usual text form, with a salt of its own', PATIENCE, async () => {
  const one = await hashPassword('correct horse battery');
  const other = await hashPassword('correct horse battery');
  match(one, PHC);
  notStrictEqual(one, other);
  const [, salt = '', tag] = PHC.exec(one) ?? [];
  const expected = argon2Sync('argon2id', {
    message: 'correct horse battery',
    nonce: Buffer.from(salt, 'base64'),
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  });
  strictEqual(tag, unpadded(expected));
});

test('only the same password is right', PATIENCE, async () => {
  const stored = await hashPassword('correct horse battery');
  strictEqual(await verifyPassword('correct horse battery', stored), true);
  for (const wrong of [
    '',
    'correct horse batter',
    'correct horse battery ',
    'Correct horse battery',
    stored,
  ]) {
    strictEqual(await verifyPassword(wrong, stored), false, JSON.stringify(wrong));
  }
});

test('a hash with a lower cost, of earlier days, still works', PATIENCE, async () => {
  const nonce = Buffer.alloc(16, 7);
  const tag = argon2Sync('argon2id', {
    message: 'old password',
    nonce,
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const stored = `$argon2id$v=19$m=64,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`;
  strictEqual(await verifyPassword('old password', stored), true);
  strictEqual(await verifyPassword('new password', stored), false);
});

test('a stored hash of unknown form is a fault of ours, not a wrong password', PATIENCE, async () => {
  for (const stored of [
    '',
    'plain text',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2i$v=19$m=64,t=1,p=1$AA$AA',
  ]) {
    await rejects(verifyPassword('whatever', stored), /unknown form/);
  }
});

test('the same password typed on another keyboard is the same password', PATIENCE, async () => {
  const [composed, decomposed] = ['Käsespätzle', 'Käsespätzle'.normalize('NFD')];
  notStrictEqual(composed, decomposed);
  strictEqual(await verifyPassword(decomposed, await hashPassword(composed)), true);
  strictEqual(await verifyPassword(composed, await hashPassword(decomposed)), true);
});

test('nobody has a password for an account that does not exist', PATIENCE, async () => {
  for (const password of ['', 'correct horse battery', '\0'.repeat(16)]) {
    strictEqual(await verifyPassword(password, undefined), false);
  }
});

test('an unknown account costs as much time as a wrong password', PATIENCE, async () => {
  const stored = await hashPassword('correct horse battery');
  const known: number[] = [];
  const unknown: number[] = [];
  // In turns, so that a busy machine slows both alike.
  for (let round = 0; round < 15; round += 1) {
    known.push(await timeOf(() => verifyPassword('wrong', stored)));
    unknown.push(await timeOf(() => verifyPassword('wrong', undefined)));
  }
  const ratio = median(unknown) / median(known);
  ok(ratio > 0.5 && ratio < 2, `unknown against known: ${ratio}`);
});

test('few may wait, the rest is told to come back, and afterwards all is well', PATIENCE, async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => verifyPassword('x', undefined)));
  const turnedAway = outcomes.filter((outcome) => outcome.status === 'rejected');
  strictEqual(turnedAway.length, 18, 'two at work and thirty waiting');
  for (const { reason } of turnedAway) ok(reason instanceof Outage && isOutage(reason));
  const again = await Promise.allSettled(Array.from({ length: 32 }, () => verifyPassword('x', undefined)));
  ok(again.every(({ status }) => status === 'fulfilled'));
});

test('a failure gives its place back', PATIENCE, async () => {
  const unusable = '$argon2id$v=19$m=1,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA';
  for (let round = 0; round < 5; round += 1) await rejects(verifyPassword('x', unusable));
  strictEqual(await verifyPassword('x', undefined), false);
});

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] as number;
}
