/**
 * Passwords: argon2id, in the usual text form, so that the cost can be raised later without
 * touching old hashes. A hash takes 19 MB and a core, so only two run at once and few may wait.
 */
import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { Outage } from '#storage/outage.ts';
import { sameSecret } from './secret.ts';

const derive = promisify(argon2);
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await inTurn(() => hashWith(password, salt, COST));
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(salt)}$${tag}`;
}

/** Whether this is the password. For an unknown account there is no hash, and the work is done all the same. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = FORM.exec(stored ?? NOBODYS) ?? [];
  if (!salt || !expected) throw new Error('A stored password hash has an unknown form.');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const tag = await inTurn(() => hashWith(password, Buffer.from(salt, 'base64'), cost));
  return sameSecret(tag, expected) && stored !== undefined;
}

/** A hash that no password has. */
const NOBODYS = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(Buffer.alloc(16))}$${text(Buffer.alloc(32))}`;

async function hashWith(password: string, nonce: Buffer, cost: typeof COST): Promise<string> {
  // Composed Unicode: the same password typed on two keyboards is the same password.
  const message = password.normalize('NFC');
  return text(await derive('argon2id', { message, nonce, tagLength: 32, ...cost }));
}

function text(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=?=$/, '');
}

const MOST_RUNNING = 2;
const MOST_WAITING = 30;
const waiting: (() => void)[] = [];
let running = 0;

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= MOST_RUNNING) {
    if (waiting.length >= MOST_WAITING) throw new Outage('Too many passwords are being checked.');
    // Whoever finishes hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
