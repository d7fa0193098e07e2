import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { deviceToken, knownDevice, SignInLimit } from './sign-in-limit.ts';

const NOON = Date.parse('2026-11-11T12:00:00Z');
const EMAIL = 'a@example.org';

/** How many of these attempts are allowed, all made at the same time. */
function countAllowed(
  limit: SignInLimit,
  attempts: { email?: string; address?: string; device?: string }[],
): number {
  return attempts.filter(
    ({ email = EMAIL, address = '192.0.2.1', device }) => limit.take({ email, address, device }, NOON) === 0,
  ).length;
}

const times = <Item>(count: number, item: (at: number) => Item) =>
  Array.from({ length: count }, (_, at) => item(at));

test('allows 10 attempts a minute on an account, and 60 of networks that are new to it', () => {
  const limit = new SignInLimit();
  const guesses = times(200, (at) => ({ address: `192.0.2.${at}` }));
  strictEqual(countAllowed(limit, guesses), 70);
});

test('allows an address 5 attempts a minute on one account', () => {
  strictEqual(
    countAllowed(
      new SignInLimit(),
      times(50, () => ({})),
    ),
    5,
  );
});

test('allows an address 30 attempts a minute on any number of accounts', () => {
  strictEqual(
    countAllowed(
      new SignInLimit(),
      times(100, (at) => ({ email: `${at}@example.org` })),
    ),
    30,
  );
});

test('one guesser leaves attempts for the owner on a new device elsewhere', () => {
  const limit = new SignInLimit();
  countAllowed(
    limit,
    times(50, () => ({ address: '192.0.2.1' })),
  );
  strictEqual(countAllowed(limit, [{ address: '198.51.100.7' }]), 1);
});

test('a known device has a limit of its own while its account is under attack', () => {
  const limit = new SignInLimit();
  countAllowed(
    limit,
    times(200, (at) => ({ address: `192.0.2.${at}` })),
  );
  strictEqual(countAllowed(limit, [{ address: '198.51.100.7' }]), 0, 'the account is under attack');
  strictEqual(
    countAllowed(
      limit,
      times(50, () => ({ address: '198.51.100.7', device: 'd1' })),
    ),
    10,
  );
  strictEqual(countAllowed(limit, [{ device: 'd2' }]), 1);
});

test('attempts of a known device do not count for unknown ones', () => {
  const limit = new SignInLimit();
  countAllowed(
    limit,
    times(50, () => ({ device: 'd1' })),
  );
  strictEqual(
    countAllowed(
      limit,
      times(50, () => ({})),
    ),
    5,
  );
});

test('allows an attempt after the seconds to wait', () => {
  const limit = new SignInLimit();
  const attempt = { email: EMAIL, address: '192.0.2.1', device: undefined };
  countAllowed(
    limit,
    times(5, () => ({})),
  );
  const seconds = limit.take(attempt, NOON);
  ok(seconds >= 1 && seconds <= 60, `${seconds} s`);
  strictEqual(limit.take(attempt, NOON + seconds * 1_000), 0);
});

test('counts all addresses of a /64 network as one, and another /64 separately', () => {
  const limit = new SignInLimit();
  strictEqual(
    countAllowed(
      limit,
      times(100, (at) => ({
        email: `${at}@example.org`,
        address: `2001:db8:1:2::${at.toString(16)}`,
      })),
    ),
    30,
  );
  strictEqual(countAllowed(limit, [{ email: '200@example.org', address: '2001:db8:1:3::1' }]), 1);
});

test('allows the /64 networks of one /48 90 attempts a minute together, and another /48 its own', () => {
  const limit = new SignInLimit();
  const attempts = times(200, (at) => ({
    email: `${at}@example.org`,
    address: `2001:db8:1:${at.toString(16)}::1`,
  }));
  strictEqual(countAllowed(limit, attempts), 90);
  strictEqual(countAllowed(limit, [{ email: '200@example.org', address: '2001:db8:2::1' }]), 1);
});

test('a /48 that guesses leaves attempts for the owner on a new device elsewhere', () => {
  const limit = new SignInLimit();
  strictEqual(
    countAllowed(
      limit,
      times(50, (at) => ({ address: `2001:db8:1:${at.toString(16)}::1` })),
    ),
    8,
  );
  strictEqual(countAllowed(limit, [{ address: '2001:db8:2::1' }]), 1);
});

test('counts an IPv4-mapped address as its IPv4 address', () => {
  const limit = new SignInLimit();
  strictEqual(
    countAllowed(
      limit,
      times(5, () => ({ address: '::ffff:192.0.2.1' })),
    ),
    5,
  );
  strictEqual(countAllowed(limit, [{ address: '192.0.2.1' }]), 0);
});

test('recognises a device by its proof', () => {
  const proof = deviceToken(EMAIL, 'hash');
  const id = knownDevice(proof, EMAIL, 'hash');
  strictEqual(id?.length, 16);
  ok(proof.startsWith(`${id}.`));
  notStrictEqual(knownDevice(deviceToken(EMAIL, 'hash'), EMAIL, 'hash'), id, 'each device has its own');
});

test('refuses the proof of another account, of an old password, and a changed one', () => {
  const proof = deviceToken(EMAIL, 'hash');
  const [id = '', signature = ''] = proof.split('.');
  const attempts = [
    knownDevice(proof, 'b@example.org', 'hash'),
    knownDevice(proof, EMAIL, 'hash of the new password'),
    knownDevice(proof, EMAIL, undefined),
    knownDevice(`x${proof}`, EMAIL, 'hash'),
    knownDevice(`${'0'.repeat(16)}.${signature}`, EMAIL, 'hash'),
    knownDevice(`${proof}.`, EMAIL, 'hash'),
    knownDevice(`${id}.`, EMAIL, 'hash'),
    knownDevice(`.${signature}`, EMAIL, 'hash'),
    knownDevice(id, EMAIL, 'hash'),
    knownDevice('.', EMAIL, 'hash'),
    knownDevice('', EMAIL, 'hash'),
    knownDevice(undefined, EMAIL, 'hash'),
  ];
  deepStrictEqual(attempts, Array(attempts.length).fill(undefined));
});

test('50 addresses that guess without pause keep an owner on a new device out for a minute, and guess ten times a minute', () => {
  const limit = new SignInLimit();
  const guesses: number[] = [];
  const waits: number[] = [];
  for (let minute = 0; minute < 30; minute += 1) {
    const nowMs = NOON + minute * 60_000;
    const take = (address: string) => limit.take({ email: EMAIL, address, device: undefined }, nowMs);
    const attempts = times(500, (at) => take(`203.0.113.${at % 50}`));
    guesses.push(attempts.filter((seconds) => seconds === 0).length);
    waits.push(take(`198.51.100.${minute}`));
  }
  deepStrictEqual(guesses, [70, ...Array<number>(29).fill(10)]);
  deepStrictEqual(waits, [60, ...Array<number>(29).fill(0)]);
});

test('a network is new to an account for three attempts an hour', () => {
  const limit = new SignInLimit();
  const take = (nowMs: number) => {
    for (let at = 0; at < 50; at += 1)
      limit.take({ email: EMAIL, address: `203.0.113.${at}`, device: undefined }, nowMs);
    return limit.take({ email: EMAIL, address: '198.51.100.7', device: undefined }, nowMs) === 0;
  };
  const minutes = [0, 1, 2, 3, 4, 61];
  deepStrictEqual(
    minutes.map((minute) => take(NOON + minute * 60_000)),
    [true, true, true, false, false, true],
  );
});
