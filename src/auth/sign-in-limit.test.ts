import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { type Attempt, deviceProof, knownDevice, SignInLimit } from './sign-in-limit.ts';

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

test('allows 10 attempts a minute on an account from any number of addresses', () => {
  strictEqual(
    countAllowed(
      new SignInLimit(),
      times(50, (at) => ({ address: `192.0.2.${at}` })),
    ),
    10,
  );
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
    times(50, (at) => ({ address: `192.0.2.${at}` })),
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
  const proof = deviceProof(EMAIL, 'hash');
  const id = knownDevice(proof, EMAIL, 'hash');
  strictEqual(id?.length, 16);
  ok(proof.startsWith(`${id}.`));
  notStrictEqual(knownDevice(deviceProof(EMAIL, 'hash'), EMAIL, 'hash'), id, 'each device has its own');
});

test('refuses the proof of another account, of an old password, and a changed one', () => {
  const proof = deviceProof(EMAIL, 'hash');
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

const attempt = (address: string, isProven = false): Attempt & { isProven: boolean } => ({
  email: EMAIL,
  address,
  device: undefined,
  isProven,
});
/** Uses up the attempts on the account, from addresses that nothing else uses. */
function attackAccount(limit: SignInLimit, nowMs = NOON): void {
  for (let at = 0; at < 15; at += 1) limit.check(attempt(`203.0.113.${at}`), nowMs);
}

test('a proof of work allows a new address when others have used up the attempts on the account', () => {
  const limit = new SignInLimit();
  attackAccount(limit);
  const { seconds, bits } = limit.check(attempt('198.51.100.7'), NOON);
  ok(seconds > 0);
  strictEqual(bits, 15);
  deepStrictEqual(limit.check(attempt('198.51.100.7', true), NOON), { seconds: 0 });
});

test('offers no proof of work to a client that has used up its own attempts', () => {
  const limit = new SignInLimit();
  for (let at = 0; at < 5; at += 1) limit.check(attempt('198.51.100.7'), NOON);
  deepStrictEqual(limit.check(attempt('198.51.100.7'), NOON), { seconds: 60 });
});

test('a guesser in the same /48 does not lock the owner out', () => {
  const limit = new SignInLimit();
  for (let at = 0; at < 50; at += 1) limit.check(attempt(`2001:db8:1:${at.toString(16)}::1`), NOON);
  strictEqual(limit.check(attempt('2001:db8:1:ffff::1'), NOON).bits, 15);
  strictEqual(limit.check(attempt('2001:db8:1:ffff::1', true), NOON).seconds, 0);
});

test('allows a network one proven attempt a minute on an account, and offers no second proof before', () => {
  const limit = new SignInLimit();
  attackAccount(limit);
  strictEqual(limit.check(attempt('198.51.100.7', true), NOON).seconds, 0);
  strictEqual(limit.check(attempt('198.51.100.7', true), NOON + 1_000).seconds, 59);
  const verdict = limit.check(attempt('198.51.100.7'), NOON + 1_000);
  deepStrictEqual(verdict, { seconds: 59 }, 'no useless work');
  strictEqual(limit.check(attempt('198.51.100.7', true), NOON + 60_000).seconds, 0);
});

test('allows a /48 three proven attempts a minute on an account', () => {
  const limit = new SignInLimit();
  const seconds = times(5, (at) => limit.check(attempt(`2001:db8:1:${at}::1`, true), NOON).seconds);
  deepStrictEqual(
    seconds.map((wait) => wait === 0),
    [true, true, true, false, false],
  );
});

test('50 addresses that solve continuously lock nobody out and gain few guesses', () => {
  const limit = new SignInLimit();
  const [guesses, minutes] = [[] as number[], 30];
  const owners: number[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    let allowed = 0;
    const nowMs = NOON + minute * 60_000;
    for (let at = 0; at < 50; at += 1) {
      for (const isProven of [false, true]) {
        if (limit.check(attempt(`203.0.113.${at}`, isProven), nowMs).seconds === 0) allowed += 1;
      }
    }
    guesses.push(allowed);
    const owner = `198.51.100.${minute}`;
    ok(limit.check(attempt(owner), nowMs).bits, 'the owner is offered a proof of work');
    owners.push(limit.check(attempt(owner, true), nowMs).seconds);
  }
  deepStrictEqual(new Set(owners), new Set([0]));
  strictEqual(Math.max(...guesses), 60, 'all 50 are new for a while');
  // The owner's attempts count for the new sites, not for the others.
  strictEqual(guesses.at(-1), 20, '10 without a proof and 10 with one');
});

test('allows at most 80 attempts a minute on an account with any number of addresses that solve', () => {
  const limit = new SignInLimit();
  let allowed = 0;
  for (let at = 0; at < 5_000; at += 1) {
    const address = `10.0.${at >> 8}.${at & 255}`;
    if (limit.check(attempt(address), NOON).seconds === 0) allowed += 1;
    if (limit.check(attempt(address, true), NOON).seconds === 0) allowed += 1;
  }
  ok(allowed <= 80, `${allowed} in a minute`);
});

test('the work doubles with the number of proven attempts, up to eight times, and decreases again', () => {
  const limit = new SignInLimit();
  const bits = (nowMs: number, address: string) => {
    attackAccount(limit, nowMs);
    return limit.check(attempt(address), nowMs).bits;
  };
  const seen = times(6, (minute) => {
    const nowMs = NOON + minute * 60_000;
    for (let at = 0; at < 30; at += 1) limit.check(attempt(`10.${minute}.0.${at}`, true), nowMs);
    return bits(nowMs, `198.51.100.${minute}`);
  });
  deepStrictEqual(seen, [17, 17, 18, 18, 18, 18]);
  strictEqual(bits(NOON + 15 * 60_000, '198.51.100.77'), 15);
});

test('counts proven attempts per account', () => {
  const limit = new SignInLimit();
  attackAccount(limit);
  strictEqual(limit.check({ ...attempt('198.51.100.7', true), email: 'b@example.org' }, NOON).seconds, 0);
  strictEqual(limit.check({ ...attempt('198.51.100.7', true), email: 'c@example.org' }, NOON).seconds, 0);
  strictEqual(limit.check(attempt('198.51.100.7', true), NOON).seconds, 0, 'each has a limit of its own');
});
