/**
 * Logs requests that are refused before their body is read. Anyone can send such requests, so the number of log lines
 * is limited.
 */
import type { Logger } from 'pino';
import { NamedBuckets } from '#domain/rate-limit/named-buckets.ts';

/** Host names that were logged. When the set is full, it is cleared and names are logged again. */
const MAX_HOSTS = 100;
const MAX_HOST_LENGTH = 100;

export class RefusalLog {
  readonly #log: Logger;
  readonly #hosts = new Set<string>();
  /** At most one line a minute for each family or address, and ten in all. */
  readonly #limited = new NamedBuckets(1, 1_000);
  readonly #lines = new NamedBuckets(10, 1);
  readonly #signInLines = new NamedBuckets(60, 1);
  readonly #hostLines = new NamedBuckets(10, 1);

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Once for each host, and at most ten lines a minute. */
  hostNotAllowed(host: string | undefined, nowMs: number): void {
    const shown = (host ?? '').slice(0, MAX_HOST_LENGTH);
    if (this.#hosts.has(shown) || this.#hostLines.take('', nowMs) > 0) return;
    if (this.#hosts.size >= MAX_HOSTS) this.#hosts.clear();
    this.#hosts.add(shown);
    this.#log.warn(
      { host: shown },
      'change refused: the host name is not allowed; if people use it, set PUBLIC_URL or add it to ALLOWED_HOSTS',
    );
  }

  /** `member` is the id of the account; undefined if there is none with this email. */
  signInFailed({ member, address }: { member: string | undefined; address: string }, nowMs: number): void {
    if (this.#signInLines.take('', nowMs) > 0) return;
    this.#log.warn({ member, address }, 'sign-in refused: wrong email, password or code');
  }

  rateLimited(who: { family: string } | { address: string }, nowMs: number): void {
    const isNew = this.#limited.take(JSON.stringify(who), nowMs) === 0;
    if (isNew && this.#lines.take('', nowMs) === 0) {
      this.#log.warn(who, 'too many requests to the web app: see APP_RATE_LIMIT_PER_MINUTE');
    }
  }
}
