/**
 * Proof-of-work challenges before a sign-in (domain/rate-limit/proof-of-work.ts). A challenge is a signed text, so
 * nothing is stored for unsolved ones. It is bound to an email and a network, expires after five minutes and can
 * be used once in this process.
 *
 * The key is derived from a secret in the database, so that replicas accept each other's challenges.
 */
import { createHmac, hash, randomBytes } from 'node:crypto';
import { type Challenge, type Proof, PUZZLES } from '#domain/rate-limit/proof-of-work.ts';
import { networkOf } from './network.ts';
import { equalSecrets } from './secret.ts';

type Client = { email: string; address: string };

const LIFETIME_MS = 300_000;
/** More than can be solved within the lifetime of a challenge. The oldest are evicted first. */
const MAX_SPENT = 10_000;

export class SignInChallenges {
  readonly #findSecret: () => Promise<string | undefined>;
  /** For a database without members, which has no shared secret. */
  readonly #ownSecret = randomBytes(32).toString('base64url');
  readonly #spent = new Set<string>();

  constructor(findSecret: () => Promise<string | undefined>) {
    this.#findSecret = findSecret;
  }

  async issue(client: Client, bits: number, nowMs: number): Promise<Challenge> {
    const content = `${bits}.${nowMs + LIFETIME_MS}.${randomBytes(9).toString('base64url')}`;
    return { token: `${content}.${sign(await this.#secret(), content, client)}`, bits };
  }

  /** Whether the proof is valid and unused. A limit may refuse the attempt, and the proof can be sent again. */
  async check(proof: Proof, client: Client, nowMs: number): Promise<boolean> {
    const [bits = '', expiresAtMs = '', id = '', mac = ''] = proof.token.split('.');
    const content = `${bits}.${expiresAtMs}.${id}`;
    const isOurs = equalSecrets(mac, sign(await this.#secret(), content, client));
    if (!isOurs || Number(expiresAtMs) <= nowMs || this.#spent.has(proof.token)) return false;
    return isSolved(proof, Number(bits));
  }

  /** Marks the proof as used. Returns false if another request has used it. */
  spend({ token }: Proof): boolean {
    if (this.#spent.has(token)) return false;
    const [oldest] = this.#spent;
    if (oldest !== undefined && this.#spent.size >= MAX_SPENT) this.#spent.delete(oldest);
    this.#spent.add(token);
    return true;
  }

  async #secret(): Promise<string> {
    return (await this.#findSecret()) ?? this.#ownSecret;
  }
}

function sign(secret: string, content: string, { email, address }: Client): string {
  const key = createHmac('sha256', secret).update('sign-in challenge').digest();
  return createHmac('sha256', key)
    .update(`${content} ${networkOf(address).site} ${email}`)
    .digest('base64url');
}

export function isSolved({ token, nonces }: Proof, bits: number): boolean {
  const message = Buffer.alloc(40);
  hash('sha256', token, 'buffer').copy(message);
  return (
    nonces.length === PUZZLES &&
    nonces.every((nonce, puzzle) => {
      message.writeUInt32BE(puzzle, 32);
      message.writeUInt32BE(nonce, 36);
      return Math.clz32(hash('sha256', message, 'buffer').readUInt32BE(0)) >= bits;
    })
  );
}
