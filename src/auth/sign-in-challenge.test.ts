/** Challenges are bound to an account and a network, valid for five minutes, once, and on every replica. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { solve } from '#web/accounts/proof-of-work/proof-of-work.ts';
import { SignInChallenges } from './sign-in-challenge.ts';

const NOON = Date.parse('2026-11-11T12:00:00Z');
const BITS = 4;
const client = { email: 'a@example.org', address: '192.0.2.1' };
const newChallenges = (secret: string | undefined = 'shared') => new SignInChallenges(async () => secret);

test('accepts a solved challenge once', async () => {
  const challenges = newChallenges();
  const challenge = await challenges.issue(client, BITS, NOON);
  const proof = solve(challenge);
  strictEqual(challenge.bits, BITS);
  ok(await challenges.check(proof, client, NOON + 1_000));
  ok(await challenges.check(proof, client, NOON + 1_000), 'checking does not spend it');
  deepStrictEqual([challenges.spend(proof), challenges.spend(proof)], [true, false]);
  ok(!(await challenges.check(proof, client, NOON + 1_000)));
});

test('a challenge is valid for one account and one network, for five minutes', async () => {
  const challenges = newChallenges();
  const proof = solve(await challenges.issue(client, BITS, NOON));
  ok(!(await challenges.check(proof, { ...client, email: 'b@example.org' }, NOON)));
  ok(!(await challenges.check(proof, { ...client, address: '192.0.2.2' }, NOON)));
  ok(await challenges.check(proof, client, NOON + 299_999));
  ok(!(await challenges.check(proof, client, NOON + 300_000)));
});

test('accepts the proof from another address of the same IPv6 network', async () => {
  const challenges = newChallenges();
  const proof = solve(await challenges.issue({ ...client, address: '2001:db8:1:2::3' }, BITS, NOON));
  ok(await challenges.check(proof, { ...client, address: '2001:db8:1:9::4' }, NOON));
  ok(!(await challenges.check(proof, { ...client, address: '2001:db8:2::3' }, NOON)));
});

test('refuses unsolved and forged challenges', async () => {
  const challenges = newChallenges();
  const { token } = await challenges.issue(client, 20, NOON);
  const [, expiry, id, mac] = token.split('.');
  const nonces = Array<number>(16).fill(0);
  for (const forged of [
    token,
    `0.${expiry}.${id}.${mac}`,
    `20.${NOON + 9_999_999}.${id}.${mac}`,
    '',
    '...',
    `0.${NOON + 1_000}.x.`,
    '__proto__',
  ]) {
    ok(!(await challenges.check({ token: forged, nonces }, client, NOON)), forged);
    const easy = solve({ token: forged, bits: 0 });
    ok(!(await challenges.check(easy, client, NOON)), forged);
  }
});

test('only replicas with the same database accept a challenge', async () => {
  const proof = solve(await newChallenges().issue(client, BITS, NOON));
  ok(await newChallenges().check(proof, client, NOON));
  ok(!(await newChallenges('of another database').check(proof, client, NOON)));
});

test('without a secret in the database each process has its own', async () => {
  const challenges = new SignInChallenges(async () => undefined);
  const proof = solve(await challenges.issue(client, BITS, NOON));
  ok(await challenges.check(proof, client, NOON));
  ok(!(await new SignInChallenges(async () => undefined).check(proof, client, NOON)));
});

test('all challenges are different', async () => {
  const challenges = newChallenges();
  const tokens = await Promise.all(Array.from({ length: 50 }, () => challenges.issue(client, BITS, NOON)));
  strictEqual(new Set(tokens.map(({ token }) => token)).size, 50);
});
