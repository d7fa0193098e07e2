/**
 * Limits sign-in attempts per account and per network, against guessed passwords, without locking the owner out:
 * a device that has signed in before proves it and has a limit of its own, and a new device can do a proof of
 * work (sign-in-challenge.ts) and then has limits separate from the guessers'.
 * docs/decisions/0016-a-proof-of-work-at-sign-in.md explains the numbers. Counts are per process.
 */
import { createHmac } from 'node:crypto';
import { SlidingWindowLimit } from '#domain/rate-limit/sliding-window-limit.ts';
import { networkOf } from './network.ts';
import { randomText, equalSecrets } from './secret.ts';

const PER_ACCOUNT = 10;
/** Both are below the account's limit, so that one guesser leaves attempts for the owner on a new device elsewhere. */
const PER_ACCOUNT_AND_LINK = 5;
const PER_ACCOUNT_AND_SITE = 8;
const PER_LINK = 30;
const PER_SITE = 90;
const PER_KNOWN_DEVICE = 10;

const PROVEN_PER_ACCOUNT_AND_LINK = 1;
const PROVEN_PER_ACCOUNT_AND_SITE = 3;
/** A site is new to an account until it has made this many proven attempts on it within an hour. */
const NEWCOMER_ATTEMPTS = 3;
const NEWCOMER_WINDOW_MS = 3_600_000;
/** Separate limits, so that sites that guess do not use up the attempts of an owner at a new site. */
const PROVEN_PER_ACCOUNT = { newcomers: 60, others: 10 };

/** The difficulty of each puzzle of a challenge. Each bit doubles the work. */
const MIN_BITS = 15;
const MAX_BITS = 18;
/** The work doubles at this many proven attempts on the account within the window, then at 3 and 7 times as many. */
const ATTEMPTS_PER_STEP = 10;
const DIFFICULTY_WINDOW_MS = 300_000;

export type Attempt = { email: string; address: string; device: string | undefined };

/** Seconds to wait; `bits` is the difficulty of a proof of work with which the client need not wait. */
export type Verdict = { seconds: number; bits?: number };

export class SignInLimit {
  readonly #minBits: number;
  readonly #accounts = new SlidingWindowLimit(PER_ACCOUNT);
  readonly #links = new SlidingWindowLimit(PER_LINK);
  readonly #sites = new SlidingWindowLimit(PER_SITE);
  readonly #accountsByLink = new SlidingWindowLimit(PER_ACCOUNT_AND_LINK);
  readonly #accountsBySite = new SlidingWindowLimit(PER_ACCOUNT_AND_SITE);
  readonly #devices = new SlidingWindowLimit(PER_KNOWN_DEVICE);
  readonly #provenByLink = new SlidingWindowLimit(PROVEN_PER_ACCOUNT_AND_LINK);
  readonly #provenBySite = new SlidingWindowLimit(PROVEN_PER_ACCOUNT_AND_SITE);
  readonly #newcomers = new SlidingWindowLimit(NEWCOMER_ATTEMPTS, { windowMs: NEWCOMER_WINDOW_MS });
  readonly #provenByNewcomers = new SlidingWindowLimit(PROVEN_PER_ACCOUNT.newcomers);
  readonly #provenByOthers = new SlidingWindowLimit(PROVEN_PER_ACCOUNT.others);
  readonly #proven = new SlidingWindowLimit(Infinity, { windowMs: DIFFICULTY_WINDOW_MS });

  /** Tests use fewer bits. */
  constructor(minBits: number = MIN_BITS) {
    this.#minBits = minBits;
  }

  /** Counts an attempt and returns 0, or returns the seconds to wait. Unknown emails count like known ones. */
  take(attempt: Attempt, nowMs: number): number {
    return this.check({ ...attempt, isProven: false }, nowMs).seconds;
  }

  /** For a client that supports the proof of work, or has done one. */
  check({ email, address, device, isProven }: Attempt & { isProven: boolean }, nowMs: number): Verdict {
    if (device !== undefined) return { seconds: this.#devices.take(device, nowMs) };
    const { link, site } = networkOf(address);
    const [ofLink, ofSite] = [`${link} ${email}`, `${site} ${email}`];
    const seconds = this.takeByAddress(address, nowMs);
    if (seconds > 0) return { seconds };
    if (isProven) return { seconds: this.#provenWait({ email, ofLink, ofSite }, nowMs, 'count') };
    const own = this.#accountsByLink.take(ofLink, nowMs);
    if (own > 0) return { seconds: own };
    const others = this.#accountsBySite.take(ofSite, nowMs) || this.#accounts.take(email, nowMs);
    if (others === 0) return { seconds: 0 };
    // Do not ask for work if the attempt would be refused anyway.
    const provenWait = this.#provenWait({ email, ofLink, ofSite }, nowMs, 'peek');
    return provenWait > 0 ? { seconds: provenWait } : { seconds: others, bits: this.#bits(email, nowMs) };
  }

  /** Like `take`, for links, such as invitations, which belong to no account. */
  takeByAddress(address: string, nowMs: number): number {
    const { link, site } = networkOf(address);
    return this.#links.take(link, nowMs) || this.#sites.take(site, nowMs);
  }

  /** The result of `takeByAddress`, without counting. */
  peekByAddress(address: string, nowMs: number): number {
    const { link, site } = networkOf(address);
    return this.#links.peek(link, nowMs) || this.#sites.peek(site, nowMs);
  }

  #provenWait(
    { email, ofLink, ofSite }: { email: string; ofLink: string; ofSite: string },
    nowMs: number,
    mode: 'peek' | 'count',
  ): number {
    const isNewcomer = this.#newcomers.peek(ofSite, nowMs) === 0;
    const ofAccount = isNewcomer ? this.#provenByNewcomers : this.#provenByOthers;
    const seconds = Math.max(
      this.#provenByLink.peek(ofLink, nowMs),
      this.#provenBySite.peek(ofSite, nowMs),
      ofAccount.peek(email, nowMs),
    );
    if (seconds > 0 || mode === 'peek') return seconds;
    this.#provenByLink.take(ofLink, nowMs);
    this.#provenBySite.take(ofSite, nowMs);
    this.#newcomers.take(ofSite, nowMs);
    ofAccount.take(email, nowMs);
    this.#proven.take(email, nowMs);
    return 0;
  }

  #bits(email: string, nowMs: number): number {
    const steps = Math.floor(Math.log2(1 + this.#proven.count(email, nowMs) / ATTEMPTS_PER_STEP));
    return Math.min(this.#minBits + steps, this.#minBits + MAX_BITS - MIN_BITS);
  }
}

/** Proof that a device has signed in with this email before: a random id, signed with the password's hash. */
export function deviceProof(email: string, passwordHash: string, id = randomText(16)): string {
  return `${id}.${createHmac('sha256', passwordHash).update(`${id} ${email}`).digest('base64url')}`;
}

/** The device's id if the proof is valid for this account. A changed password makes all proofs invalid. */
export function knownDevice(proof: string | undefined, email: string, passwordHash: string | undefined) {
  const id = proof?.split('.')[0];
  if (!proof || !id || !passwordHash) return undefined;
  return equalSecrets(proof, deviceProof(email, passwordHash, id)) ? id : undefined;
}
