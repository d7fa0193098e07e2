/**
 * Password guesses for one account from one address, and for another from fifty. A guess counts when the server
 * checks it, that is, does not refuse it with 429. Meanwhile the owner signs in on a known device, and on a new one from a new address.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { AppClient } from '#test/support/service.ts';
import { PASSWORD } from '../client.ts';
import type { TrialContext, Trial } from '../trial.ts';
import { fromNewAddress, startTarget, type Target } from '../target.ts';

const MAX_PER_MINUTE = 10;
/** Of the first attempts of networks that are new to the account. */
const MAX_OF_NEWCOMERS = 60;
const NEW_DEVICE_MS = 120_000;
const MINUTE_MS = 60_000;
/** The full form takes more than two minutes, because a limit must hold in every minute. */
const FULL_MS = 130_000;
const CONCURRENT_GUESSES = 4;
/** Sign-ins of the owner. */
const VISITS = 5;

export const passwordGuesses: Trial = {
  name: 'password-guesses',
  part: 'attacks',
  promise:
    '1,000 password guesses from 1 and from 50 addresses: at most 10 a minute per account, 60 more of networks that are new to it; the owner gets in, on a new device within two minutes',
  times: { full: 1_000, short: 200 },
  coveredBy: 'src/http/endpoints/account/sign-in.test.ts',
  defect: {
    what: 'guesses are limited per address, not per account',
    file: 'src/auth/sign-in-limit.ts',
    from: 'const PER_ACCOUNT = 10;',
    to: 'const PER_ACCOUNT = 1_000_000;',
  },

  async run(context) {
    const target = await startTarget(context);
    const [alone, many] = await Promise.all([1, 50].map((addresses) => attack(context, target, addresses)));
    return {
      figures: {
        'guesses of each account': context.times,
        'most in a minute from 1 address': alone?.most ?? 0,
        'most in a minute from 50 addresses': many?.most ?? 0,
        'most in the last minute': many?.last ?? 0,
        'new device in after': `${((many?.newDeviceMs ?? 0) / 1_000).toFixed(1)} s`,
        'visits of the owner': 2 * VISITS,
      },
      broken: [...(alone?.broken ?? []), ...(many?.broken ?? [])],
    };
  },
};

/** A guess that the server checked, at a moment between the two. */
type CheckedGuess = { sentMs: number; answeredMs: number };

async function attack({ times, isTimed }: TrialContext, target: Target, count: number) {
  const broken: string[] = [];
  const { owner, email } = await newOwner(target);
  const addresses = Array.from({ length: count }, fromNewAddress);
  const checked: CheckedGuess[] = [];
  let newDeviceMs = 0;
  const visits: Promise<void>[] = [];
  let sent = 0;
  const guess = async () => {
    while (sent < times) {
      const at = sent;
      sent += 1;
      if (at % Math.ceil(times / VISITS) === 0) visits.push(visit(at));
      if (count > 1 && at === times >> 1) visits.push(visitOnNewDevice());
      await guessOnce(at);
      if (isTimed) await delay((FULL_MS * CONCURRENT_GUESSES) / times);
    }
  };
  const guessOnce = async (at: number) => {
    const sentMs = performance.now();
    const { status } = await signIn(new AppClient(target), email, `guess ${at}`, addresses[at % count]);
    if (status === 401) checked.push({ sentMs, answeredMs: performance.now() });
    else if (status !== 429) broken.push(`A guess returned ${status}.`);
  };
  const visitOnNewDevice = async () => {
    newDeviceMs = await signInOnNewDevice(target, email);
    if (newDeviceMs === 0) broken.push('On a new device the owner could not sign in within two minutes.');
  };
  const visit = async (at: number) => {
    const { status } = await signIn(owner, email, PASSWORD, fromNewAddress());
    if (status !== 200) broken.push(`After ${at} guesses the owner got status ${status}.`);
  };
  await Promise.all(Array.from({ length: CONCURRENT_GUESSES }, guess));
  await Promise.all(visits);
  const most = mostInAMinute(checked);
  const last = checked.filter(({ sentMs }) => sentMs > performance.now() - MINUTE_MS).length;
  const max = count === 1 ? MAX_PER_MINUTE : MAX_PER_MINUTE + MAX_OF_NEWCOMERS;
  if (most > max) broken.push(`From ${count} addresses, ${most} guesses were checked in a minute.`);
  if (count === 1) {
    const { status } = await signIn(new AppClient(target), email, PASSWORD, fromNewAddress());
    if (status !== 200) broken.push(`On a new device the owner got status ${status}.`);
  }
  return { most, last, newDeviceMs, broken };
}

/** Returns how long the owner needs on a new device during the attack, or 0 if it takes too long. */
async function signInOnNewDevice(target: Target, email: string): Promise<number> {
  const [device, address, startedAt] = [new AppClient(target), fromNewAddress(), performance.now()];
  while (performance.now() - startedAt < NEW_DEVICE_MS) {
    const { status, headers } = await signIn(device, email, PASSWORD, address);
    if (status === 200) return performance.now() - startedAt;
    await delay(Number(headers.get('retry-after') ?? 1) * 1_000);
  }
  return 0;
}

/** The maximum number of guesses that were certainly checked within one minute. */
function mostInAMinute(checked: CheckedGuess[]): number {
  const counts = checked.map(
    (first) =>
      checked.filter(
        ({ sentMs, answeredMs }) => sentMs >= first.sentMs && answeredMs <= first.sentMs + MINUTE_MS,
      ).length,
  );
  return Math.max(0, ...counts);
}

/** Signs up a new owner; their browser then counts as a known device. */
async function newOwner(target: Target) {
  const owner = new AppClient(target);
  const email = `${crypto.randomUUID()}@example.org`;
  const details = { familyName: 'Guessed', email, password: PASSWORD, timeZone: 'UTC' };
  const { status } = await owner.call('POST', '/app/api/sign-up', details, fromNewAddress());
  if (status !== 200) throw new Error(`Sign-up returned ${status}.`);
  return { owner, email };
}

function signIn(browser: AppClient, email: string, password: string, address = fromNewAddress()) {
  return browser.call('POST', '/app/api/sign-in', { email, password }, address);
}
