/**
 * The door to the public API. Every read comes through here, before the web framework: a warm
 * answer costs little more than writing its bytes (docs/decisions/0002-a-door-before-the-framework.md).
 *
 * The order of questions is fixed: path, method, key (401), rate (429), Premium (402), answer.
 * A key is never called invalid or unpaid because the database is away: that is 503.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import type { Logger } from 'pino';
import { API_KEY_LENGTH, isApiKey, publicIdOf } from '#auth/api-key.ts';
import { hashSecret, newId, sameSecret } from '#auth/secret.ts';
import { secondsToToken, takeToken, tokensLeft } from '#domain/bucket.ts';
import { premiumEndsMs } from '#domain/premium.ts';
import { findKeyAndFamily } from '#storage/api-keys.ts';
import type { Feed } from '#storage/feed.ts';
import { isOutage } from '#storage/outage.ts';
import type { Store } from '#storage/store.ts';
import type { Metrics } from '#http/metrics.ts';
import { rawHeader } from '#http/raw-header.ts';
import { problem, type ProblemCode, PROBLEM_TYPE, PROBLEMS } from '#http/problem.ts';
import type { Answer, CachedKey, FamilyCache } from './cache.ts';
import type { LastUses } from './last-uses.ts';
import type { PublicRead } from './read.ts';

type DoorSettings = { premium: 'granted' | 'everyone'; rateLimitPerMinute: number };

type DoorParts = {
  reads: PublicRead[];
  store: Store;
  feed: Feed;
  cache: FamilyCache;
  lastUses: LastUses;
  settings: DoorSettings;
  clock: () => number;
  metrics: Metrics;
  log: Logger;
};

/** One request on its way through the door. */
type Visit = {
  read: PublicRead;
  request: IncomingMessage;
  response: ServerResponse;
  startedAt: number;
  /** Requests left to this key, once it has been asked. */
  left: number;
};

/** More reads than this waiting for the database: turn the next one away rather than queue without end. */
const MOST_WAITING = 1_000;

const METHODS = 'GET, HEAD, OPTIONS';
const RETRY_LATER = ['Retry-After', '2'];

/** Headers are kept as Node writes them fastest: names and values in one list. */
const EVERY_ANSWER = Object.entries({
  'Cache-Control': 'private, no-cache',
  Vary: 'X-API-Key',
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Allow-Origin': '*',
}).flat();

/** What a web page of another origin may read besides the body. */
const EXPOSED = ['Access-Control-Expose-Headers', 'ETag, RateLimit, RateLimit-Policy, Retry-After'];
/** Where the value of `RateLimit` stands in a list of headers that has one. */
const RATE_AT = 1;

const PREFLIGHT = Object.entries({
  Allow: METHODS,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'X-API-Key, If-None-Match',
  'Access-Control-Max-Age': '86400',
}).flat();

export class Door {
  readonly #parts: DoorParts;
  readonly #reads: Map<string, PublicRead>;
  /** The first headers of an answer; the value of `RateLimit` is put in when it is sent. */
  readonly #rateHeaders: string[];
  #waiting = 0;

  constructor(parts: DoorParts) {
    this.#parts = parts;
    this.#reads = new Map(parts.reads.map((read) => [read.path, read]));
    const perMinute = parts.settings.rateLimitPerMinute;
    this.#rateHeaders =
      perMinute === 0 ? [] : ['RateLimit', '', 'RateLimit-Policy', `"key";q=${perMinute};w=60`];
  }

  /** Answers whether this was a request for the door; if not, nothing has been done. */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    const read = this.#reads.get(pathOf(request.url as string));
    if (read === undefined) return false;
    const visit: Visit = { read, request, response, startedAt: performance.now(), left: 0 };
    const { method } = request;
    if (method === 'GET' || method === 'HEAD') this.#serve(visit);
    else if (method === 'OPTIONS') this.#write(visit, 204, PREFLIGHT, '');
    else this.#refuse(visit, 'method-not-allowed');
    return true;
  }

  #serve(visit: Visit): void {
    const key = rawHeader(visit.request, 'x-api-key');
    if (key?.length !== API_KEY_LENGTH) return this.#refuse(visit, 'invalid-api-key');
    const { cache, clock, feed } = this.#parts;
    const nowMs = clock();
    const known = cache.findKey(publicIdOf(key));
    const isCurrent =
      known !== undefined &&
      feed.isCurrent(visit.startedAt) &&
      cache.isCurrent(known.family, known.asOf) &&
      sameSecret(known.key, key);
    if (!isCurrent) {
      if (!isApiKey(key)) return this.#refuse(visit, 'invalid-api-key');
      return this.#wait(visit, () => this.#look(visit, key, nowMs));
    }
    if (!this.#admit(visit, known, nowMs)) return;
    const name = visit.read.name(known, nowMs);
    const answer = cache.findAnswer(known.family, name);
    if (answer === undefined) return this.#wait(visit, () => this.#fetch(visit, known, name));
    cache.hits += 1;
    this.#send(visit, answer);
  }

  /** Whether this key may read now; if not, the request is answered. */
  #admit(visit: Visit, known: CachedKey | undefined, nowMs: number): known is CachedKey {
    if (known === undefined || nowMs >= known.endsMs) {
      this.#refuse(visit, 'invalid-api-key');
      return false;
    }
    const { lastUses, settings } = this.#parts;
    lastUses.note(known, nowMs);
    if (!this.#takeToken(visit, known, nowMs)) return false;
    const hasPremium = settings.premium === 'everyone' || nowMs < known.premiumEndsMs;
    if (!hasPremium) this.#refuse(visit, 'premium-required', this.#rateHeadersNow(visit));
    return hasPremium;
  }

  #takeToken(visit: Visit, known: CachedKey, nowMs: number): boolean {
    const perMinute = this.#parts.settings.rateLimitPerMinute;
    if (perMinute === 0) return true;
    const after = takeToken(known.fullAtMs, perMinute, nowMs);
    if (after === undefined) {
      const seconds = secondsToToken(known.fullAtMs, perMinute, nowMs);
      this.#refuse(visit, 'rate-limited', ['Retry-After', String(seconds), ...this.#rateHeadersNow(visit)]);
      return false;
    }
    known.fullAtMs = after;
    visit.left = tokensLeft(after, perMinute, nowMs);
    return true;
  }

  /** The way of a key that is not known, or not known to be current: ask the database. */
  async #look(visit: Visit, key: string, nowMs: number): Promise<void> {
    const { cache, store } = this.#parts;
    const id = publicIdOf(key);
    const asOf = cache.now;
    const row = await findKeyAndFamily(store, id);
    let known: CachedKey | undefined;
    if (row !== undefined && sameSecret(row.keyHash, hashSecret(key))) {
      const { family } = row;
      const before = cache.findKey(id);
      known = {
        asOf,
        id,
        key,
        family,
        timeZone: cache.sharedZone(row.timeZone),
        endsMs: endOf(row),
        premiumEndsMs: premiumEndsMs(row.premium),
        fullAtMs: before?.fullAtMs ?? nowMs,
        usedMinute: before?.usedMinute ?? -1,
      };
      cache.addKey(known);
    }
    if (this.#admit(visit, known, nowMs)) await this.#fetch(visit, known, visit.read.name(known, nowMs));
  }

  async #fetch(visit: Visit, known: CachedKey, name: string): Promise<void> {
    const { cache, store } = this.#parts;
    cache.misses += 1;
    const asOf = cache.now;
    const { text, version } = await visit.read.read(store, known, name);
    const bytes = Buffer.from(text);
    // The version alone would do, but for a database restored from a backup, which counts anew.
    const etag = `"${version.toString(36)}-${crc32(bytes).toString(36)}"`;
    const type = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(bytes.length)];
    const unchanged = [...this.#rateHeaders, 'ETag', etag, ...EVERY_ANSWER, ...EXPOSED];
    const answer: Answer = {
      name,
      body: bytes.toString('latin1'),
      etag,
      found: [...unchanged, ...type],
      unchanged,
    };
    cache.addAnswer(known.family, asOf, answer);
    this.#send(visit, answer);
  }

  #wait(visit: Visit, work: () => Promise<void>): void {
    if (this.#waiting >= MOST_WAITING) return this.#refuse(visit, 'unavailable', RETRY_LATER);
    this.#waiting += 1;
    work()
      .catch((error: unknown) => this.#fail(visit, error))
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  #fail(visit: Visit, error: unknown): void {
    const requestId = newId();
    const outage = isOutage(error);
    // The feed says once that the database is away; a line for every request would be a load of its own.
    this.#parts.log[outage ? 'debug' : 'error'](
      { requestId, path: visit.read.path, err: error },
      'read failed',
    );
    if (outage) this.#refuse(visit, 'unavailable', [...RETRY_LATER, 'X-Request-Id', requestId]);
    else this.#refuse(visit, 'internal-error', ['X-Request-Id', requestId]);
  }

  #send(visit: Visit, { body, etag, found, unchanged }: Answer): void {
    const seen = rawHeader(visit.request, 'if-none-match');
    const isSeen = seen !== undefined && matches(seen, etag);
    const headers = isSeen ? unchanged : found;
    // The list is used for every sending, and each is done with it at once: only this one value changes.
    if (this.#rateHeaders.length > 0) headers[RATE_AT] = this.#rate(visit);
    if (isSeen) this.#write(visit, 304, headers, '');
    else this.#write(visit, 200, headers, body);
  }

  #refuse(visit: Visit, code: ProblemCode, headers: string[] = []): undefined {
    const ready = prepared(code);
    const all = headers.length === 0 ? ready.headers : ready.headers.concat(headers, EXPOSED);
    this.#write(visit, PROBLEMS[code].status, all, ready.body);
  }

  #write({ read, response, startedAt }: Visit, status: number, headers: string[], body: string): void {
    response.writeHead(status, headers);
    response.end(body, 'latin1');
    this.#parts.metrics.observe(read.path, status, performance.now() - startedAt);
  }

  #rate({ left }: Visit): string {
    const perMinute = this.#parts.settings.rateLimitPerMinute;
    const secondsToFull = Math.ceil(((perMinute - left) * 60) / perMinute);
    return `"key";r=${left};t=${secondsToFull}`;
  }

  /** The headers of an answer that is made for the occasion. */
  #rateHeadersNow(visit: Visit): string[] {
    return this.#rateHeaders.length === 0 ? [] : this.#rateHeaders.with(RATE_AT, this.#rate(visit));
  }
}

function endOf({ revokedAt, expiresAt }: { revokedAt: string | null; expiresAt: string | null }): number {
  if (revokedAt !== null) return Number.NEGATIVE_INFINITY;
  return expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
}

/** The path alone: these reads take no parameters and mind none, and a proxy may send the whole address. */
function pathOf(url: string): string {
  if (!url.startsWith('/')) return URL.parse(url)?.pathname ?? url;
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

/** Whether one of the tags a client has seen is this one. Weak ones count: nothing was changed on the way. */
function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((tag) => {
    const seen = tag.trim();
    return seen === '*' || seen.replace(/^W\//, '') === etag;
  });
}

type Prepared = { body: string; headers: string[] };
const preparedProblems = new Map<ProblemCode, Prepared>();

/** A problem's bytes never change, so they are made once. */
function prepared(code: ProblemCode): Prepared {
  let ready = preparedProblems.get(code);
  if (ready === undefined) {
    const body = JSON.stringify(problem(code));
    const headers = [
      'Content-Type',
      PROBLEM_TYPE,
      'Content-Length',
      String(Buffer.byteLength(body)),
      ...EVERY_ANSWER,
    ];
    if (PROBLEMS[code].status === 401) headers.push('WWW-Authenticate', 'ApiKey realm="weekfare"');
    if (PROBLEMS[code].status === 405) headers.push('Allow', METHODS);
    ready = { body, headers };
    preparedProblems.set(code, ready);
  }
  return ready;
}
