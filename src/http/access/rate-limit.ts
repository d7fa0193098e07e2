/**
 * Limits the requests of a session, a family and a network to the web app's API. Counts are per process
 * (docs/decisions/0014-limits-on-the-app-api.md, also for the reasons of the numbers).
 */
import { networkOf } from '#auth/network.ts';
import { NamedBuckets } from '#domain/rate-limit/named-buckets.ts';

/** Multiples of the setting, which is for one session. */
const FAMILY_SHARE = 4;
/** An IPv6 /48, which one customer may have, compared with a /64. */
const SITE_SHARE = 4;
const CHANGES_SHARE = 0.4;

/** Refusals a minute that are sent without delay. Later ones are delayed, which slows a flooding client down. */
const UNDELAYED_REFUSALS = 30;

/** `id`: of a key, or the hash of the token of a session, a display or a list link. */
type SessionKey = { family: string; id: string };

export class AppRateLimit {
  readonly #isDisabled: boolean;
  /** By the id of the session. */
  readonly #sessions: NamedBuckets;
  readonly #families: NamedBuckets;
  readonly #changes: NamedBuckets;
  readonly #networks: NamedBuckets;
  readonly #sites: NamedBuckets;
  readonly #refusals = new NamedBuckets(UNDELAYED_REFUSALS);

  /** 0 for no limit. */
  constructor(perMinute: number) {
    this.#isDisabled = perMinute === 0;
    this.#sessions = new NamedBuckets(perMinute);
    this.#families = new NamedBuckets(perMinute * FAMILY_SHARE);
    this.#changes = new NamedBuckets(Math.max(1, Math.round(perMinute * CHANGES_SHARE)));
    this.#networks = new NamedBuckets(perMinute);
    this.#sites = new NamedBuckets(perMinute * SITE_SHARE);
  }

  /** Counts a request and returns 0, or the seconds to wait. */
  take(
    { family, id }: SessionKey,
    { isChange, cost }: { isChange: boolean; cost: number },
    nowMs: number,
  ): number {
    if (this.#isDisabled) return 0;
    return (
      this.#sessions.take(id, nowMs, cost) ||
      this.#families.take(family, nowMs, cost) ||
      (isChange ? this.#changes.take(family, nowMs) : 0)
    );
  }

  /** For a request without a session. */
  takeByAddress(address: string, nowMs: number): number {
    if (this.#isDisabled) return 0;
    const { link, site } = networkOf(address);
    return this.#networks.take(link, nowMs) || this.#sites.take(site, nowMs);
  }

  /** Counts a refusal, by session or network, and returns whether the client keeps sending although it is refused. */
  takeRefusal(id: string | undefined, address: string, nowMs: number): boolean {
    return !this.#isDisabled && this.#refusals.take(id ?? networkOf(address).site, nowMs) > 0;
  }

  /** Seconds to wait for an exhausted session, known before the database is queried for it. */
  peek(id: string, nowMs: number): number {
    return this.#isDisabled ? 0 : this.#sessions.peek(id, nowMs);
  }
}
