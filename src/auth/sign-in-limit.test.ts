import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { type Attempt, deviceProof, knownDevice, SignInLimit } from './sign-in-limit.ts';

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

test('the /64 networks of one /48 try at most 90 times a minute together, and the next /48 may try', () => {
  const limit = new SignInLimit();
  const attempts = times(200, (at) => ({
    email: `${at}@example.org`,
    address: `2001:db8:1:${at.toString(16)}::1`,
  }));
  strictEqual(admitted(limit, attempts), 90);
  strictEqual(admitted(limit, [{ email: '200@example.org', address: '2001:db8:2::1' }]), 1);
});

test('a /48 that guesses leaves room for the owner on a new device elsewhere', () => {
  const limit = new SignInLimit();
  strictEqual(
    admitted(
      limit,
      times(50, (at) => ({ address: `2001:db8:1:${at.toString(16)}::1` })),
    ),
    8,
  );
  strictEqual(admitted(limit, [{ address: '2001:db8:2::1' }]), 1);
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

const attempt = (address: string, isProven = false): Attempt & { isProven: boolean } => ({
  email: EMAIL,
  address,
  device: undefined,
  isProven,
});
/** Brings the account to its limit, from addresses that nothing else uses. */
function besiege(limit: SignInLimit, nowMs = NOON): void {
  for (let at = 0; at < 15; at += 1) limit.check(attempt(`203.0.113.${at}`), nowMs);
}

test('when others have used up the account, a proof of work lets a new address in at once', () => {
  const limit = new SignInLimit();
  besiege(limit);
  const { seconds, bits } = limit.check(attempt('198.51.100.7'), NOON);
  ok(seconds > 0);
  strictEqual(bits, 15);
  deepStrictEqual(limit.check(attempt('198.51.100.7', true), NOON), { seconds: 0 });
});

test('a client that has used up its own attempts is offered no proof of work', () => {
  const limit = new SignInLimit();
  for (let at = 0; at < 5; at += 1) limit.check(attempt('198.51.100.7'), NOON);
  deepStrictEqual(limit.check(attempt('198.51.100.7'), NOON), { seconds: 60 });
});

test('a neighbour in the same /48 who guesses does not lock the owner out', () => {
  const limit = new SignInLimit();
  for (let at = 0; at < 50; at += 1) limit.check(attempt(`2001:db8:1:${at.toString(16)}::1`), NOON);
  strictEqual(limit.check(attempt('2001:db8:1:ffff::1'), NOON).bits, 15);
  strictEqual(limit.check(attempt('2001:db8:1:ffff::1', true), NOON).seconds, 0);
});

test('a network has one proven attempt a minute on an account, and is told to wait before it works again', () => {
  const limit = new SignInLimit();
  besiege(limit);
  strictEqual(limit.check(attempt('198.51.100.7', true), NOON).seconds, 0);
  strictEqual(limit.check(attempt('198.51.100.7', true), NOON + 1_000).seconds, 59);
  const verdict = limit.check(attempt('198.51.100.7'), NOON + 1_000);
  deepStrictEqual(verdict, { seconds: 59 }, 'no work for nothing');
  strictEqual(limit.check(attempt('198.51.100.7', true), NOON + 60_000).seconds, 0);
});

test('a /48 has three proven attempts a minute on an account', () => {
  const limit = new SignInLimit();
  const seconds = times(5, (at) => limit.check(attempt(`2001:db8:1:${at}::1`, true), NOON).seconds);
  deepStrictEqual(
    seconds.map((wait) => wait === 0),
    [true, true, true, false, false],
  );
});

test('50 addresses that solve without pause keep nobody out, and get few guesses more', () => {
  const limit = new SignInLimit();
  const [guesses, minutes] = [[] as number[], 30];
  const owners: number[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    let looked = 0;
    const nowMs = NOON + minute * 60_000;
    for (let at = 0; at < 50; at += 1) {
      for (const isProven of [false, true]) {
        if (limit.check(attempt(`203.0.113.${at}`, isProven), nowMs).seconds === 0) looked += 1;
      }
    }
    guesses.push(looked);
    const owner = `198.51.100.${minute}`;
    ok(limit.check(attempt(owner), nowMs).bits, 'the owner is offered a proof of work');
    owners.push(limit.check(attempt(owner, true), nowMs).seconds);
  }
  deepStrictEqual(new Set(owners), new Set([0]));
  strictEqual(Math.max(...guesses), 60, 'each of 50 is new for a while');
  // The owner's attempts are newcomers' too and leave the others' share alone.
  strictEqual(guesses.at(-1), 20, '10 without a proof and 10 with one');
});

test('with any number of addresses that solve, an account is tried at most 80 times a minute', () => {
  const limit = new SignInLimit();
  let looked = 0;
  for (let at = 0; at < 5_000; at += 1) {
    const address = `10.0.${at >> 8}.${at & 255}`;
    if (limit.check(attempt(address), NOON).seconds === 0) looked += 1;
    if (limit.check(attempt(address, true), NOON).seconds === 0) looked += 1;
  }
  ok(looked <= 80, `${looked} in a minute`);
});

test('the work doubles with the attempts that were proven, up to eight times, and becomes less again', () => {
  const limit = new SignInLimit();
  const bits = (nowMs: number, address: string) => {
    besiege(limit, nowMs);
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

test('a proof for one account is no help for another', () => {
  const limit = new SignInLimit();
  besiege(limit);
  strictEqual(limit.check({ ...attempt('198.51.100.7', true), email: 'b@example.org' }, NOON).seconds, 0);
  strictEqual(limit.check({ ...attempt('198.51.100.7', true), email: 'c@example.org' }, NOON).seconds, 0);
  strictEqual(limit.check(attempt('198.51.100.7', true), NOON).seconds, 0, 'each has a limit of its own');
});
