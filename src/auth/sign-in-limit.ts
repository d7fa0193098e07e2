/**
 * How often someone may try to sign in. Guessing is slowed per account and per address; the owner
 * is not locked out by it, because a device that has signed in before carries proof of it and has
 * a count of its own. Counts live in this process and are gone with it.
 */
import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { MinuteLimit } from '#domain/minute-limit.ts';
import { randomText, sameSecret } from './secret.ts';

const PER_ACCOUNT = 10;
/** Below the account's, so that one guesser leaves room for the owner on a new device elsewhere. */
const PER_ACCOUNT_AND_ADDRESS = 5;
const PER_ADDRESS = 30;
const PER_KNOWN_DEVICE = 10;

export type Attempt = { email: string; address: string; device: string | undefined };

export class SignInLimit {
  readonly #accounts = new MinuteLimit(PER_ACCOUNT);
  readonly #pairs = new MinuteLimit(PER_ACCOUNT_AND_ADDRESS);
  readonly #addresses = new MinuteLimit(PER_ADDRESS);
  readonly #devices = new MinuteLimit(PER_KNOWN_DEVICE);

  /** Seconds to wait, or 0 when the attempt may go on. Known and unknown emails count alike. */
  secondsToWait({ email, address, device }: Attempt, nowMs: number): number {
    if (device !== undefined) return this.#devices.secondsToWait(device, nowMs);
    const network = networkOf(address);
    return (
      this.#addresses.secondsToWait(network, nowMs) ||
      this.#pairs.secondsToWait(`${network} ${email}`, nowMs) ||
      this.#accounts.secondsToWait(email, nowMs)
    );
  }

  /** For whoever tries a link: it belongs to no account that could be named. */
  secondsToWaitAt(address: string, nowMs: number): number {
    return this.#addresses.secondsToWait(networkOf(address), nowMs);
  }
}

/** A household's share of IPv6 is a /64: counting single addresses would count nothing. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const network = [...groups, ...Array<string>(missing).fill('0')].slice(0, 4);
  // One form for each: neither capitals nor leading zeros make another network.
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/** Proof that a device has signed in as this email before: a random id, sealed with the password's hash. */
export function deviceProof(email: string, passwordHash: string, id = randomText(16)): string {
  return `${id}.${createHmac('sha256', passwordHash).update(`${id} ${email}`).digest('base64url')}`;
}

/** The device's id, if the proof is this account's; a changed password makes every device unknown again. */
export function knownDevice(proof: string | undefined, email: string, passwordHash: string | undefined) {
  const id = proof?.split('.')[0];
  if (!proof || !id || !passwordHash) return undefined;
  return sameSecret(proof, deviceProof(email, passwordHash, id)) ? id : undefined;
}
