/**
 * How many requests a session, a family and a network may send to the web app's API. Counts live in this process
 * (docs/decisions/0014-limits-on-the-app-api.md). Where the numbers come from is written there too.
 */
import { networkOf } from '#auth/network.ts';
import { NamedBuckets } from '#domain/named-buckets.ts';

/** Shares of the setting, which is for one session. */
const FAMILY_SHARE = 4;
/** Of an IPv6 /48, which one customer may have, against a /64. */
const SITE_SHARE = 4;
const CHANGES_SHARE = 0.4;

type Asking = { family: string; tokenHash: string };

export class AppRateLimit {
  readonly #isOff: boolean;
  /** By the hash of a session's or a display link's token. */
  readonly #sessions: NamedBuckets;
  readonly #families: NamedBuckets;
  readonly #changes: NamedBuckets;
  readonly #networks: NamedBuckets;
  readonly #sites: NamedBuckets;

  /** 0 for no limit. */
  constructor(perMinute: number) {
    this.#isOff = perMinute === 0;
    this.#sessions = new NamedBuckets(perMinute);
    this.#families = new NamedBuckets(perMinute * FAMILY_SHARE);
    this.#changes = new NamedBuckets(Math.max(1, Math.round(perMinute * CHANGES_SHARE)));
    this.#networks = new NamedBuckets(perMinute);
    this.#sites = new NamedBuckets(perMinute * SITE_SHARE);
  }

  /** Seconds to wait, or 0 for a request that may go on, which counts. */
  take({ family, tokenHash }: Asking, isChange: boolean, nowMs: number): number {
    if (this.#isOff) return 0;
    return (
      this.#sessions.take(tokenHash, nowMs) ||
      this.#families.take(family, nowMs) ||
      (isChange ? this.#changes.take(family, nowMs) : 0)
    );
  }

  /** For a request without a session. */
  takeAt(address: string, nowMs: number): number {
    if (this.#isOff) return 0;
    const { link, site } = networkOf(address);
    return this.#networks.take(link, nowMs) || this.#sites.take(site, nowMs);
  }

  /** Whether this session has nothing left, to be known before the database is asked whose it is. */
  secondsToWait(tokenHash: string, nowMs: number): number {
    return this.#isOff ? 0 : this.#sessions.secondsToWait(tokenHash, nowMs);
  }
}
