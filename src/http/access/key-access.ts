/**
 * Decides whether the API key of a request may do what the request asks for: the one place for it, whatever path the
 * request takes. The order is fixed: key (401), rate limit (429), Premium (402), scope (403).
 */
import { isApiKey, publicIdOf } from '#auth/api-key.ts';
import { equalSecrets, hashSecret } from '#auth/secret.ts';
import { type Premium, premiumEndsMs, type PremiumSetting } from '#domain/family/premium.ts';
import { scopeBits, scopesIn } from '#domain/family/scopes.ts';
import { secondsToToken, takeToken, tokensLeft } from '#domain/rate-limit/token-bucket.ts';
import { findKeyAndFamily } from '#storage/tables/keys-and-links/api-keys.ts';
import type { Feed } from '#storage/feed.ts';
import type { Store } from '#storage/store.ts';
import type { ProblemCode } from '#http/problems/problem.ts';
import type { Cache, Part } from '#http/cache.ts';
import type { LastUses } from './last-uses.ts';
import { rateHeaders } from './rate-headers.ts';

/** Who sends a request by key: the family that the API key belongs to. */
export type KeyRequester = { readonly family: string; readonly timeZone: string };

/**
 * The rights of a key and its family, current as of change number `asOf`. Verified keys are in the cache in plain text, in
 * memory only, so that the key of a request need not be hashed by SHA-256. A map finds a text by a hash whose seed is
 * secret, so the time that it takes does not tell how much of a guess is right.
 */
export type CachedKey = KeyRequester & {
  readonly id: string;
  readonly asOf: number;
  /** The bits of its scopes (domain/family/scopes.ts). */
  readonly scopes: number;
  /** The first millisecond in which the key is no longer valid. */
  readonly endsMs: number;
  readonly premiumEndsMs: number;
  /** Changes with each request: when the token bucket is full again, and the last minute for which a use is recorded. */
  readonly use: { fullAtMs: number; usedMinute: number };
};

/** Memory of a key in the cache, with its place there (decision 58). */
const KEY_BYTES = 350;

type KeyAccessDependencies = {
  store: Store;
  feed: Feed;
  cache: Cache;
  lastUses: LastUses;
  settings: { premium: PremiumSetting; rateLimitPerMinute: number };
};

/** What the rate limit says about a request, once it is checked. */
export type Usage = {
  /** Requests that the limit leaves to the key. */
  tokensLeft: number;
  /** Until the next request, where this one was refused. */
  retrySeconds: number;
};

/** What a key may do, and until when. */
export type KeyRights = Pick<CachedKey, 'scopes' | 'endsMs' | 'premiumEndsMs'>;

export class KeyAccess {
  readonly #dependencies: KeyAccessDependencies;
  readonly #keys: Part<CachedKey>;

  constructor(dependencies: KeyAccessDependencies) {
    this.#dependencies = dependencies;
    this.#keys = dependencies.cache.part('key', () => KEY_BYTES);
  }

  /** The cached rights of a key, if they are up to date. */
  findCurrent(apiKey: string, startedAt: number): CachedKey | undefined {
    const { cache, feed } = this.#dependencies;
    const key = this.#keys.find(apiKey);
    const isCurrent = key !== undefined && feed.isCurrent(startedAt) && cache.isCurrent(key.family, key.asOf);
    return isCurrent ? key : undefined;
  }

  /** The rights of a key, cached or not. Undefined if it never was one. */
  find(apiKey: string, nowMs: number): Promise<CachedKey | undefined> {
    if (!isApiKey(apiKey)) return Promise.resolve(undefined);
    const cached = this.findCurrent(apiKey, performance.now());
    return cached ? Promise.resolve(cached) : this.load(apiKey, nowMs);
  }

  /** Whether this key was verified before, so that it is no guess; it may have ended since. */
  isKnown(apiKey: string): boolean {
    return this.#keys.find(apiKey) !== undefined;
  }

  /** For a key that is not cached, or whose entry may be out of date. Undefined if it never was one. */
  async load(apiKey: string, nowMs: number): Promise<CachedKey | undefined> {
    if (!isApiKey(apiKey)) return undefined;
    const { cache, store } = this.#dependencies;
    const id = publicIdOf(apiKey);
    const asOf = cache.now;
    const row = await findKeyAndFamily(store, id);
    if (row === undefined || !equalSecrets(row.keyHash, hashSecret(apiKey))) return undefined;
    const key = {
      asOf,
      id,
      family: row.family,
      timeZone: row.timeZone,
      ...rightsOf(row),
      use: this.#keys.find(apiKey)?.use ?? { fullAtMs: nowMs, usedMinute: -1 },
    };
    this.#keys.set(apiKey, key);
    return key;
  }

  /** For a key that was verified before, by its public id. */
  async findRights(id: string): Promise<KeyRights | undefined> {
    const row = await findKeyAndFamily(this.#dependencies.store, id);
    return row && rightsOf(row);
  }

  /** Counts a request. Returns why it is refused, or undefined if the key may do it. */
  check(
    key: CachedKey | undefined,
    { scopeBit, takeMore }: { scopeBit: number; takeMore?: (key: CachedKey) => number },
    nowMs: number,
    usage: Usage,
  ): ProblemCode | undefined {
    if (key === undefined || nowMs >= key.endsMs) return 'invalid-api-key';
    this.#dependencies.lastUses.record(key, nowMs);
    const hasToken = this.#takeToken(key, nowMs, usage);
    if (!hasToken) return 'rate-limited';
    if (takeMore !== undefined) {
      usage.retrySeconds = takeMore(key);
      if (usage.retrySeconds > 0) return 'rate-limited';
    }
    return this.checkRights(key, scopeBit, nowMs);
  }

  /** The same for a request that is counted already. */
  checkRights(key: KeyRights | undefined, scopeBit: number, nowMs: number): ProblemCode | undefined {
    if (key === undefined || nowMs >= key.endsMs) return 'invalid-api-key';
    const { premium } = this.#dependencies.settings;
    if (premium !== 'everyone' && nowMs >= key.premiumEndsMs) return 'premium-required';
    return (key.scopes & scopeBit) === 0 ? 'missing-scope' : undefined;
  }

  #takeToken({ use }: CachedKey, nowMs: number, usage: Usage): boolean {
    const perMinute = this.#dependencies.settings.rateLimitPerMinute;
    if (perMinute === 0) return true;
    const fullAtMs = takeToken(use.fullAtMs, perMinute, nowMs);
    if (fullAtMs === undefined) {
      usage.retrySeconds = secondsToToken(use.fullAtMs, perMinute, nowMs);
      return false;
    }
    use.fullAtMs = fullAtMs;
    usage.tokensLeft = tokensLeft(fullAtMs, perMinute, nowMs);
    return true;
  }

  /** Empty where there is no limit. */
  rateHeaders({ tokensLeft: left }: Usage): Record<string, string> {
    return rateHeaders({ tokensLeft: left, perMinute: this.#dependencies.settings.rateLimitPerMinute });
  }
}

type KeyRow = { scopes: string; premium: Premium; revokedAt: string | null; expiresAt: string | null };

function rightsOf(row: KeyRow): KeyRights {
  return {
    scopes: scopeBits(scopesIn(row.scopes)),
    endsMs: endOf(row),
    premiumEndsMs: premiumEndsMs(row.premium),
  };
}

function endOf({ revokedAt, expiresAt }: { revokedAt: string | null; expiresAt: string | null }): number {
  if (revokedAt !== null) return Number.NEGATIVE_INFINITY;
  return expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
}
