/**
 * Password hashes: argon2id in the PHC string format, so that the cost can be raised later without changing old
 * hashes. A hash needs 19 MB and a core, so one or two are computed at a time and few can wait, in a fair queue.
 * The caller names the groups that the work counts for.
 */
import { argon2, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { FairQueue, type Group } from '#domain/rate-limit/fair-queue.ts';
import { Outage } from '#storage/outage.ts';
import { networkLimits } from './network.ts';
import { equalSecrets, randomText } from './secret.ts';

const derive = promisify(argon2);
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export async function hashPassword(password: string, groups: readonly Group[]): Promise<string> {
  const salt = randomBytes(16);
  const tag = await runInQueue(groups, () => hashWith(password, salt, COST));
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${toBase64(salt)}$${tag}`;
}

/** Stored instead of a hash for a member without a password. Random, since signatures of devices depend on it. */
export function noPassword(): string {
  return `${NO_PASSWORD}${randomText(43)}`;
}

export function hasPassword(stored: string): boolean {
  return !stored.startsWith(NO_PASSWORD);
}

const NO_PASSWORD = '$none$';

/** Whether the password is right. Without a hash, for an unknown account, it takes the same time. */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  groups: readonly Group[],
): Promise<boolean> {
  const isSet = stored !== undefined && hasPassword(stored);
  const [, memory, passes, parallelism, salt, expected] = PATTERN.exec(isSet ? stored : DUMMY_HASH) ?? [];
  if (!salt || !expected) throw new Error('A stored password hash has an unknown format.');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const tag = await runInQueue(groups, () => hashWith(password, Buffer.from(salt, 'base64'), cost));
  return equalSecrets(tag, expected) && isSet;
}

/** Matches no password. */
const DUMMY_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${toBase64(Buffer.alloc(16))}$${toBase64(Buffer.alloc(32))}`;

async function hashWith(password: string, nonce: Buffer, cost: typeof COST): Promise<string> {
  // Keyboards differ in whether they compose accents; NFC makes the passwords equal.
  const message = password.normalize('NFC');
  return toBase64(await derive('argon2id', { message, nonce, tagLength: 32, ...cost }));
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=?=$/, '');
}

/** One of two cores is left for requests. Node has as many threads for hashes (scripts/preload.mjs). */
export const MAX_CONCURRENT_HASHES = availableParallelism() > 2 ? 2 : 1;
/** About 1.5 s of work on one core. */
const MAX_WAITING = 60;
const MAX_PER_LINK = 8;
const MAX_PER_SITE = 16;
const MAX_PER_FAMILY = 4;
const HALF_LIFE_MS = 30_000;

type Turn = { start: () => void; refuse: (error: Error) => void };
const queue = new FairQueue<Turn>({ limit: MAX_WAITING, halfLifeMs: HALF_LIFE_MS });

/** The groups of a client that is not signed in. */
export function groupsOfStranger(address: string): Group[] {
  return [{ name: 'strangers', limit: Infinity }, ...networkGroups('stranger', address)];
}

/**
 * The groups of a member with a session or on a known device. Members and strangers get half of the work each,
 * so that no number of strangers can lock members out.
 */
export function groupsOfMember(family: string, address: string): Group[] {
  return [
    { name: 'members', limit: Infinity },
    { name: `family ${family}`, limit: MAX_PER_FAMILY },
    ...networkGroups('member', address),
  ];
}

/** The operator's work has no limits. */
export const GROUPS_OF_OPERATOR: readonly Group[] = [];

export function countWaitingPasswords(): number {
  return queue.waiting;
}

function networkGroups(kind: string, address: string): Group[] {
  const limits = networkLimits(address, { perLink: MAX_PER_LINK, perSite: MAX_PER_SITE });
  return limits.map(([network, limit]) => ({ name: `${kind} at ${network}`, limit }));
}

async function runInQueue<Result>(groups: readonly Group[], work: () => Promise<Result>): Promise<Result> {
  const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
  const turn: Turn = { start, refuse };
  queue.add(turn, groups, performance.now())?.refuse(new Outage('Too many passwords are being checked.'));
  startNext();
  await promise;
  try {
    return await work();
  } finally {
    queue.finish(turn);
    startNext();
  }
}

function startNext(): void {
  while (queue.running < MAX_CONCURRENT_HASHES) {
    const turn = queue.take(performance.now());
    if (!turn) return;
    // All hashes cost the same.
    queue.charge(turn, 1, performance.now());
    turn.start();
  }
}
