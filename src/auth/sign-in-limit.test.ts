import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { deviceProof, knownDevice, networkOf, SignInLimit } from './sign-in-limit.ts';

const NOON = Date.parse('2026-11-11T12:00:00Z');
const EMAIL = 'a@example.org';

/** How many of these attempts, all in one moment, may go on. */
function admitted(
  limit: SignInLimit,
  attempts: { email?: string; address?: string; device?: string }[],
): number {
  return attempts.filter(
    ({ email = EMAIL, address = '192.0.2.1', device }) =>
      limit.secondsToWait({ email, address, device }, NOON) === 0,
  ).length;
}

const times = <Item>(count: number, item: (at: number) => Item) =>
  Array.from({ length: count }, (_, at) => item(at));

test('an account is tried at most 10 times a minute, however many addresses take part', () => {
  strictEqual(
    admitted(
      new SignInLimit(),
      times(50, (at) => ({ address: `192.0.2.${at}` })),
    ),
    10,
  );
});

test('an address tries one account at most 5 times a minute', () => {
  strictEqual(
    admitted(
      new SignInLimit(),
      times(50, () => ({})),
    ),
    5,
  );
});

test('an address tries at most 30 times a minute, however many accounts it names', () => {
  strictEqual(
    admitted(
      new SignInLimit(),
      times(100, (at) => ({ email: `${at}@example.org` })),
    ),
    30,
  );
});

test('one guesser leaves room for the owner on a new device elsewhere', () => {
  const limit = new SignInLimit();
  admitted(
    limit,
    times(50, () => ({ address: '192.0.2.1' })),
  );
  strictEqual(admitted(limit, [{ address: '198.51.100.7' }]), 1);
});

test('a known device gets in while its account is under attack, and has a limit of its own', () => {
  const limit = new SignInLimit();
  admitted(
    limit,
    times(50, (at) => ({ address: `192.0.2.${at}` })),
  );
  strictEqual(admitted(limit, [{ address: '198.51.100.7' }]), 0, 'the account is under attack');
  strictEqual(
    admitted(
      limit,
      times(50, () => ({ address: '198.51.100.7', device: 'd1' })),
    ),
    10,
  );
  strictEqual(admitted(limit, [{ device: 'd2' }]), 1);
});

test('attempts by a known device leave the counts of strangers alone', () => {
  const limit = new SignInLimit();
  admitted(
    limit,
    times(50, () => ({ device: 'd1' })),
  );
  strictEqual(
    admitted(
      limit,
      times(50, () => ({})),
    ),
    5,
  );
});

test('who waits as long as told may try again', () => {
  const limit = new SignInLimit();
  const attempt = { email: EMAIL, address: '192.0.2.1', device: undefined };
  admitted(
    limit,
    times(5, () => ({})),
  );
  const seconds = limit.secondsToWait(attempt, NOON);
  ok(seconds >= 1 && seconds <= 60, `${seconds} s`);
  strictEqual(limit.secondsToWait(attempt, NOON + seconds * 1_000), 0);
});

const networks = [
  { address: '192.0.2.1', network: '192.0.2.1' },
  { address: '::ffff:192.0.2.1', network: '192.0.2.1' },
  { address: '::FFFF:192.0.2.1', network: '192.0.2.1' },
  { address: '2001:db8:1:2:3:4:5:6', network: '2001:db8:1:2' },
  { address: '2001:db8:1:2::', network: '2001:db8:1:2' },
  { address: '2001:db8:1:2::9', network: '2001:db8:1:2' },
  { address: '2001:DB8:0001:2::9', network: '2001:db8:1:2' },
  { address: '2001:db8::1', network: '2001:db8:0:0' },
  { address: '2001:db8:0:0:ffff::', network: '2001:db8:0:0' },
  { address: 'fe80::1%eth0', network: 'fe80:0:0:0' },
  { address: '::1', network: '0:0:0:0' },
  { address: '::', network: '0:0:0:0' },
  { address: 'unknown', network: 'unknown' },
];
for (const { address, network } of networks) {
  test(`${address} counts as ${network}`, () => {
    strictEqual(networkOf(address), network);
  });
}

test("all addresses of a household's IPv6 network count as one, and the next household's do not", () => {
  const limit = new SignInLimit();
  strictEqual(
    admitted(
      limit,
      times(100, (at) => ({
        email: `${at}@example.org`,
        address: `2001:db8:1:2::${at.toString(16)}`,
      })),
    ),
    30,
  );
  strictEqual(admitted(limit, [{ email: '200@example.org', address: '2001:db8:1:3::1' }]), 1);
});

test('a mapped address counts as the one it stands for', () => {
  const limit = new SignInLimit();
  strictEqual(
    admitted(
      limit,
      times(5, () => ({ address: '::ffff:192.0.2.1' })),
    ),
    5,
  );
  strictEqual(admitted(limit, [{ address: '192.0.2.1' }]), 0);
});

test('a device is known by its proof', () => {
  const proof = deviceProof(EMAIL, 'hash');
  const id = knownDevice(proof, EMAIL, 'hash');
  strictEqual(id?.length, 16);
  ok(proof.startsWith(`${id}.`));
  notStrictEqual(knownDevice(deviceProof(EMAIL, 'hash'), EMAIL, 'hash'), id, 'each device has its own');
});

test('a proof is worthless for another account, after a password change, and once it is touched', () => {
  const proof = deviceProof(EMAIL, 'hash');
  const [id = '', seal = ''] = proof.split('.');
  const attempts = [
    knownDevice(proof, 'b@example.org', 'hash'),
    knownDevice(proof, EMAIL, 'hash of the new password'),
    knownDevice(proof, EMAIL, undefined),
    knownDevice(`x${proof}`, EMAIL, 'hash'),
    knownDevice(`${'0'.repeat(16)}.${seal}`, EMAIL, 'hash'),
    knownDevice(`${proof}.`, EMAIL, 'hash'),
    knownDevice(`${id}.`, EMAIL, 'hash'),
    knownDevice(`.${seal}`, EMAIL, 'hash'),
    knownDevice(id, EMAIL, 'hash'),
    knownDevice('.', EMAIL, 'hash'),
    knownDevice('', EMAIL, 'hash'),
    knownDevice(undefined, EMAIL, 'hash'),
  ];
  deepStrictEqual(attempts, Array(attempts.length).fill(undefined));
});
