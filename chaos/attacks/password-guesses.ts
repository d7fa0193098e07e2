/**
 * Guessing passwords: of one account from one address, of another from fifty. A guess counts when it was
 * looked at, that is, not refused with 429. The fifty also do the proofs of work that they are offered. The
 * owner signs in meanwhile, on a device that was here before, and on a new one at a new address.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Challenge, Proof } from '#domain/rate-limit/proof-of-work.ts';
import { AppClient } from '#test/support/service.ts';
import { PASSWORD } from '../client.ts';
import { solveApart } from './prover.ts';
import type { TrialContext, Trial } from '../trial.ts';
import { fromAnywhere, startTarget, type Target } from './target.ts';

const MAX_PER_MINUTE = 10;
/** With a proof of work: 60 by networks that are new to the account, 10 by the others. */
const MAX_PROVEN_PER_MINUTE = 70;
/** The short form must not take minutes of processor time. */
const PROVEN_IN_SHORT = 4;
const NEW_DEVICE_MS = 120_000;
const MINUTE_MS = 60_000;
/** The full form goes on for longer than a minute: a limit that only holds at first is none. */
const FULL_MS = 130_000;
const AT_ONCE = 4;
/** So often the owner comes by. */
const VISITS = 5;

export const passwordGuesses: Trial = {
  name: 'password-guesses',
  part: 'attacks',
  promise:
    '1,000 password guesses from 1 and from 50 addresses: at most 10 a minute per account, 70 more with a proof of work; the owner gets in, on a new device within two minutes',
  times: { full: 1_000, short: 60 },
  defect: {
    what: 'only addresses are counted, not accounts',
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
        'most with a proof of work': many?.mostProven ?? 0,
        'new device in after': `${((many?.newDeviceMs ?? 0) / 1_000).toFixed(1)} s`,
        'visits of the owner': 2 * VISITS,
      },
      broken: [...(alone?.broken ?? []), ...(many?.broken ?? [])],
    };
  },
};

/** It was looked at somewhere between the two. */
type Looked = { sentMs: number; answeredMs: number };

async function attack({ times, isTimed }: TrialContext, target: Target, count: number) {
  const broken: string[] = [];
  const { owner, email } = await newOwner(target);
  const addresses = Array.from({ length: count }, fromAnywhere);
  const [looked, proven]: [Looked[], Looked[]] = [[], []];
  let [proofs, isProving, newDeviceMs] = [0, false, 0];
  const visits: Promise<void>[] = [];
  let sent = 0;
  const guess = async () => {
    while (sent < times) {
      const at = sent;
      sent += 1;
      if (at % Math.ceil(times / VISITS) === 0) visits.push(visit(at));
      if (count > 1 && at === times >> 1) visits.push(visitOnNewDevice());
      const challenge = await guessOnce(at, looked);
      if (challenge && !isProving && (isTimed || proofs < PROVEN_IN_SHORT))
        visits.push(guessProven(at, challenge));
      if (isTimed) await delay((FULL_MS * AT_ONCE) / times);
    }
  };
  const guessOnce = async (at: number, seen: Looked[], proof?: Proof): Promise<Challenge | undefined> => {
    const sentMs = performance.now();
    const [device, password, address] = [new AppClient(target), `guess ${at}`, addresses[at % count]];
    const { status, body } = await signIn(device, email, password, address, proof);
    if (status === 401) seen.push({ sentMs, answeredMs: performance.now() });
    else if (status !== 429) broken.push(`A guess was answered ${status}.`);
    return body.challenge;
  };
  /** Beside the guesses, one at a time: the attacker has a processor for it. */
  const guessProven = async (at: number, challenge: Challenge) => {
    isProving = true;
    proofs += 1;
    await guessOnce(at, proven, await solveApart(challenge));
    isProving = false;
  };
  const visitOnNewDevice = async () => {
    const [device, address, startedAt] = [new AppClient(target), fromAnywhere(), performance.now()];
    let proof: Proof | undefined;
    while (newDeviceMs === 0 && performance.now() - startedAt < NEW_DEVICE_MS) {
      const { status, body, headers } = await signIn(device, email, PASSWORD, address, proof);
      proof = body.challenge && (await solveApart(body.challenge));
      if (status === 200) newDeviceMs = performance.now() - startedAt;
      else if (!proof) await delay(Number(headers.get('retry-after') ?? 1) * 1_000);
    }
    if (newDeviceMs === 0) broken.push('On a new device the owner was not let in within two minutes.');
  };
  const visit = async (at: number) => {
    const { status } = await signIn(owner, email, PASSWORD, fromAnywhere());
    if (status !== 200) broken.push(`After ${at} guesses the owner was answered ${status}.`);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, guess));
  await Promise.all(visits);
  const most = mostInAMinute(looked);
  if (most > MAX_PER_MINUTE)
    broken.push(`From ${count} addresses, ${most} guesses were looked at in a minute.`);
  const mostProven = mostInAMinute(proven);
  if (mostProven > MAX_PROVEN_PER_MINUTE) {
    broken.push(`${mostProven} guesses with a proof of work were looked at in a minute.`);
  }
  if (count === 1) {
    const { status } = await signIn(new AppClient(target), email, PASSWORD, fromAnywhere());
    if (status !== 200) broken.push(`On a new device the owner was answered ${status}.`);
  }
  return { most, mostProven, newDeviceMs, broken };
}

/** Those that were certainly looked at within one minute, in the fullest one. */
function mostInAMinute(looked: Looked[]): number {
  const counts = looked.map(
    (first) =>
      looked.filter(
        ({ sentMs, answeredMs }) => sentMs >= first.sentMs && answeredMs <= first.sentMs + MINUTE_MS,
      ).length,
  );
  return Math.max(0, ...counts);
}

/** Someone who has signed up in this browser. */
async function newOwner(target: Target) {
  const owner = new AppClient(target);
  const email = `${crypto.randomUUID()}@example.org`;
  const details = { familyName: 'Guessed', email, password: PASSWORD, timeZone: 'UTC' };
  const { status } = await owner.call('POST', '/app/api/sign-up', details, fromAnywhere());
  if (status !== 200) throw new Error(`Sign-up was answered ${status}.`);
  return { owner, email };
}

function signIn(
  browser: AppClient,
  email: string,
  password: string,
  address = fromAnywhere(),
  proof?: Proof,
) {
  return browser.call('POST', '/app/api/sign-in', { email, password, proof }, address);
}
