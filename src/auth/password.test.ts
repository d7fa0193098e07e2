import { deepStrictEqual, match, notStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import type { Group } from '#domain/rate-limit/fair-queue.ts';
import { isOutage, Outage } from '#storage/outage.ts';
import { TIMEOUT_MS } from '#test/support/until.ts';
import {
  groupsOfMember,
  groupsOfStranger,
  MAX_CONCURRENT_HASHES,
  hashPassword,
  verifyPassword,
} from './password.ts';

/** If a slot of the queue were never released, the next test would wait forever. */
const TIMEOUT = { timeout: TIMEOUT_MS };
const hash = (password: string) => hashPassword(password, []);
const verify = (password: string, stored: string | undefined) => verifyPassword(password, stored, []);
const PHC = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

test('hashes with argon2id in the PHC format, with a salt for each hash', TIMEOUT, async () => {
  const one = await hash('correct horse battery');
  const other = await hash('correct horse battery');
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

test('accepts only the same password', TIMEOUT, async () => {
  const stored = await hash('correct horse battery');
  strictEqual(await verify('correct horse battery', stored), true);
  for (const wrong of [
    '',
    'correct horse batter',
    'correct horse battery ',
    'Correct horse battery',
    stored,
  ]) {
    strictEqual(await verify(wrong, stored), false, JSON.stringify(wrong));
  }
});

test('verifies an old hash with a lower cost', TIMEOUT, async () => {
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
  strictEqual(await verify('old password', stored), true);
  strictEqual(await verify('new password', stored), false);
});

test('throws for a stored hash of unknown format', TIMEOUT, async () => {
  for (const stored of [
    '',
    'plain text',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2i$v=19$m=64,t=1,p=1$AA$AA',
  ]) {
    await rejects(verify('whatever', stored), /unknown format/);
  }
});

test('accepts composed and decomposed Unicode as the same password', TIMEOUT, async () => {
  const [composed, decomposed] = ['Käsespätzle', 'Käsespätzle'.normalize('NFD')];
  notStrictEqual(composed, decomposed);
  strictEqual(await verify(decomposed, await hash(composed)), true);
  strictEqual(await verify(composed, await hash(decomposed)), true);
});

test('accepts no password for an account that does not exist', TIMEOUT, async () => {
  for (const password of ['', 'correct horse battery', '\0'.repeat(16)]) {
    strictEqual(await verify(password, undefined), false);
  }
});

test('takes as much processor time for an unknown account as for a wrong password', TIMEOUT, async () => {
  const stored = await hash('correct horse battery');
  const known: number[] = [];
  const unknown: number[] = [];
  // Alternating, so that a busy machine slows both down equally.
  for (let round = 0; round < 9; round += 1) {
    known.push(await costOf(() => verify('wrong', stored)));
    unknown.push(await costOf(() => verify('wrong', undefined)));
  }
  const ratio = median(unknown) / median(known);
  ok(ratio > 0.5 && ratio < 2, `unknown against known: ${ratio}`);
});

/** A hash with the lowest cost: these tests are about the order. */
const QUICK = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Starts one check for each client at the same time. Returns the refused ones, and the others in the order of completion. */
async function checkAll(clients: { name: string; groups: Group[] }[]) {
  const [refused, done]: [string[], string[]] = [[], []];
  await Promise.all(
    clients.map(({ name, groups }) =>
      verifyPassword('x', QUICK, groups).then(
        () => done.push(name),
        (error: unknown) => {
          ok(error instanceof Outage && isOutage(error));
          refused.push(name);
        },
      ),
    ),
  );
  return { refused, done };
}

/** Each test uses networks of its own: the queue remembers their load. */
let networks = 0;
const newAddress = () => `198.51.${(networks += 1) >> 8}.${networks & 255}`;
const strangers = (count: number, address: () => string) =>
  Array.from({ length: count }, () => ({ name: 'stranger', groups: groupsOfStranger(address()) }));

test('checks 8 passwords of one network at a time, then 8 more', TIMEOUT, async () => {
  const address = newAddress();
  strictEqual((await checkAll(strangers(20, () => address))).refused.length, 12);
  strictEqual((await checkAll(strangers(8, () => address))).refused.length, 0);
});

test('checks 16 passwords of the /64 networks of one /48 at a time', TIMEOUT, async () => {
  let at = 0;
  const { refused } = await checkAll(strangers(30, () => `2001:db8:77:${(at += 1).toString(16)}::1`));
  strictEqual(refused.length, 14);
});

test('40 connections of one network do not delay another network', TIMEOUT, async () => {
  const address = newAddress();
  const hostile = strangers(40, () => address);
  const honest = { name: 'honest', groups: groupsOfStranger(newAddress()) };
  const { refused, done } = await checkAll([...hostile, honest]);
  ok(!refused.includes('honest'));
  // At most two were running when it arrived, and two can finish at the same moment.
  ok(done.indexOf('honest') <= 3, done.join());
});

test('40 networks that were busy before do not delay a new one', TIMEOUT, async () => {
  const addresses = Array.from({ length: 40 }, newAddress);
  let at = 0;
  const hostile = () => strangers(40, () => addresses[(at += 1) % 40] as string);
  strictEqual((await checkAll(hostile())).refused.length, 0);
  const honest = { name: 'honest', groups: groupsOfStranger(newAddress()) };
  const { refused, done } = await checkAll([...hostile(), honest]);
  ok(!refused.includes('honest'));
  ok(done.indexOf('honest') <= 3, done.join());
});

test('with 60 waiting, a new network takes a place of the largest one', TIMEOUT, async () => {
  const large = newAddress();
  const crowd = strangers(53 + MAX_CONCURRENT_HASHES, newAddress);
  const { refused } = await checkAll([
    ...crowd,
    ...Array.from({ length: 7 }, () => ({ name: 'large', groups: groupsOfStranger(large) })),
    { name: 'newcomer', groups: groupsOfStranger(newAddress()) },
  ]);
  deepStrictEqual(refused, ['large']);
});

test('no number of strangers locks a member out', TIMEOUT, async () => {
  const crowd = strangers(100, newAddress);
  const member = { name: 'member', groups: groupsOfMember('family', newAddress()) };
  const { refused, done } = await checkAll([...crowd, member]);
  strictEqual(refused.length, 41 - MAX_CONCURRENT_HASHES, 'of 101, 60 wait and some run');
  ok(!refused.includes('member'));
  ok(done.indexOf('member') <= 3, done.join());
});

test('checks 4 passwords of one family at a time', TIMEOUT, async () => {
  const clients = Array.from({ length: 6 }, () => ({
    name: 'member',
    groups: groupsOfMember('one family', newAddress()),
  }));
  strictEqual((await checkAll(clients)).refused.length, 2);
});

test('a failed check releases its place in the queue', TIMEOUT, async () => {
  const unusable = '$argon2id$v=19$m=1,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA';
  for (let round = 0; round < 5; round += 1) await rejects(verify('x', unusable));
  strictEqual(await verify('x', undefined), false);
});

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function median(numbers: number[]): number {
  return numbers.toSorted((first, second) => first - second)[Math.floor(numbers.length / 2)] as number;
}
