/**
 * The door to the public API. Every read comes through here, before the web framework: a warm
 * answer costs little more than writing its bytes (docs/decisions/0002-public-api-before-the-framework.md).
 *
 * The order of questions is fixed: path, method, key (401), rate (429), Premium (402), answer.
 * A key is never called invalid or unpaid because the database is away: that is 503.
 */
import { crc32 } from 'node:zlib';
import type { Logger } from 'pino';
import { API_KEY_LENGTH, isApiKey, publicIdOf } from '#auth/api-key.ts';
import { hashSecret, newId, sameSecret } from '#auth/secret.ts';
import { secondsToToken, takeToken, tokensLeft } from '#domain/rate-limit/token-bucket.ts';
import { premiumEndsMs } from '#domain/family/premium.ts';
import { findKeyAndFamily } from '#storage/api-keys.ts';
import type { Feed } from '#storage/feed.ts';
import { isOutage } from '#storage/outage.ts';
import { withDeadline } from '#storage/deadline.ts';
import type { Store } from '#storage/store.ts';
import type { ApiRequest } from './api-request.ts';
import type { Metrics } from '#http/metrics.ts';
import { problem, type ProblemCode, PROBLEM_TYPE, PROBLEMS } from '#http/problem.ts';
import { headerLines, securityHeaders } from '#http/security-headers.ts';
import { prefers } from './accept.ts';
import type { CachedResponse, ResponseCache } from './cache/response-cache.ts';
import type { KnownKey } from './cache/key-table.ts';
import type { LastUses } from './last-uses.ts';
import type { PublicRoute } from './read.ts';

type PublicApiSettings = {
  premium: 'granted' | 'everyone';
  rateLimitPerMinute: number;
  publicUrl: string | undefined;
};

type PublicApiDependencies = {
  reads: PublicRoute[];
  store: Store;
  feed: Feed;
  cache: ResponseCache;
  lastUses: LastUses;
  settings: PublicApiSettings;
  clock: () => number;
  metrics: Metrics;
  log: Logger;
};

/** A guest on the way through the door. */
type RequestContext = {
  guest: ApiRequest;
  served: CompiledRoute;
  /** What stands in the path where the read has a parameter. */
  parameter: string;
  startedAt: number;
  /** Requests left to this key, once it has been asked. */
  left: number;
};

/** A read in one of its forms, with the headers that go with it. */
type CompiledRoute = {
  path: string;
  form: Pick<PublicRoute, 'name' | 'read'>;
  unchanged: string;
  found: string;
  alternative: (CompiledRoute & { type: string }) | undefined;
};

/** More reads than this waiting for the database: turn the next one away rather than queue without end. */
const MOST_WAITING = 1_000;

const METHODS = 'GET, HEAD, OPTIONS';
const RETRY_LATER = headerLines({ 'Retry-After': '2' });

/** What a web page of another origin may read besides the body. */
const EXPOSED = headerLines({
  'Access-Control-Expose-Headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After',
});

const PREFLIGHT = headerLines({
  Allow: METHODS,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'X-API-Key, If-None-Match',
  'Access-Control-Max-Age': '86400',
});

export class PublicApiHandler {
  readonly #parts: PublicApiDependencies;
  readonly #byPath = new Map<string, CompiledRoute>();
  /** Reads with a parameter, by the path before it. */
  readonly #byFolder = new Map<string, CompiledRoute>();
  readonly #ratePolicy: string;
  /** The same for every answer: their text is made once. */
  readonly #security: string;
  readonly #preparedProblems = new Map<ProblemCode, Prepared>();
  #waiting = 0;

  constructor(parts: PublicApiDependencies) {
    this.#parts = parts;
    this.#security = headerLines(securityHeaders(parts.settings.publicUrl, 'cross-origin'));
    for (const read of parts.reads) {
      const { path, parameter } = read;
      if (parameter === undefined) this.#byPath.set(path, compileRoute(read, this.#security));
      else this.#byFolder.set(folderOf(path), compileRoute(read, this.#security));
    }
    this.#ratePolicy = headerLines({
      'RateLimit-Policy': `"key";q=${parts.settings.rateLimitPerMinute};w=60`,
    });
  }

  /** Answers whether this guest came to the right door; if not, nothing has been done. */
  take(guest: ApiRequest): boolean {
    const path = pathOf(guest.url);
    const exact = this.#byPath.get(path);
    const visit = exact
      ? { guest, served: exact, parameter: '', startedAt: performance.now(), left: 0 }
      : this.#findWithParameter(guest, path);
    if (visit === undefined) return false;
    const { method } = guest;
    if (method === 'GET' || method === 'HEAD') this.#serve(visit);
    else if (method === 'OPTIONS') this.#write(visit, 204, PREFLIGHT + this.#security, '');
    else this.#refuse(visit, 'method-not-allowed');
    return true;
  }

  #findWithParameter(guest: ApiRequest, path: string): RequestContext | undefined {
    const folder = folderOf(path);
    const read = this.#byFolder.get(folder);
    if (read === undefined || path.length === folder.length) return undefined;
    const { alternative } = read;
    const isOther = alternative && prefers(guest.accept, alternative.type, 'application/json');
    const parameter = copyOf(path.slice(folder.length));
    return { guest, served: isOther ? alternative : read, parameter, startedAt: performance.now(), left: 0 };
  }

  #serve(visit: RequestContext): void {
    const { key } = visit.guest;
    if (key?.length !== API_KEY_LENGTH) return this.#refuse(visit, 'invalid-api-key');
    const { cache, clock, feed } = this.#parts;
    const nowMs = clock();
    const known = cache.keys.find(key);
    const isCurrent =
      known !== undefined && feed.isCurrent(visit.startedAt) && cache.isCurrent(known.family, known.asOf);
    if (!isCurrent) {
      if (!isApiKey(key)) return this.#refuse(visit, 'invalid-api-key');
      return this.#wait(visit, () => this.#look(visit, key, nowMs));
    }
    if (!this.#admit(visit, key, known, nowMs)) return;
    const name = visit.served.form.name(known, nowMs, visit.parameter);
    const answer = cache.findAnswer(known.family, name);
    if (answer === undefined) return this.#wait(visit, () => this.#fetch(visit, known, name));
    cache.hits += 1;
    this.#send(visit, answer);
  }

  /** Whether this key may read now; if not, the request is answered. */
  #admit(visit: RequestContext, key: string, known: KnownKey | undefined, nowMs: number): known is KnownKey {
    if (known === undefined || nowMs >= known.endsMs) {
      this.#refuse(visit, 'invalid-api-key');
      return false;
    }
    const { cache, lastUses, settings } = this.#parts;
    lastUses.note(known, nowMs);
    const hasToken = this.#takeToken(visit, known, nowMs);
    cache.keys.saveUse(key, known);
    if (!hasToken) return false;
    const hasPremium = settings.premium === 'everyone' || nowMs < known.premiumEndsMs;
    if (!hasPremium) this.#refuse(visit, 'premium-required', this.#rate(visit));
    return hasPremium;
  }

  #takeToken(visit: RequestContext, known: KnownKey, nowMs: number): boolean {
    const perMinute = this.#parts.settings.rateLimitPerMinute;
    if (perMinute === 0) return true;
    const after = takeToken(known.fullAtMs, perMinute, nowMs);
    if (after === undefined) {
      const seconds = secondsToToken(known.fullAtMs, perMinute, nowMs);
      this.#refuse(visit, 'rate-limited', headerLines({ 'Retry-After': seconds }) + this.#rate(visit));
      return false;
    }
    known.fullAtMs = after;
    visit.left = tokensLeft(after, perMinute, nowMs);
    return true;
  }

  /** The way of a key that is not known, or not known to be current: ask the database. */
  async #look(visit: RequestContext, key: string, nowMs: number): Promise<void> {
    const { cache, store } = this.#parts;
    const id = publicIdOf(key);
    const asOf = cache.now;
    const row = await findKeyAndFamily(store, id);
    let known: KnownKey | undefined;
    if (row !== undefined && sameSecret(row.keyHash, hashSecret(key))) {
      const before = cache.keys.find(key);
      known = {
        asOf,
        id,
        family: row.family,
        timeZone: row.timeZone,
        endsMs: endOf(row),
        premiumEndsMs: premiumEndsMs(row.premium),
        fullAtMs: before?.fullAtMs ?? nowMs,
        usedMinute: before?.usedMinute ?? -1,
      };
      cache.keys.set(key, known);
    }
    if (!this.#admit(visit, key, known, nowMs)) return;
    await this.#fetch(visit, known, visit.served.form.name(known, nowMs, visit.parameter));
  }

  async #fetch(visit: RequestContext, known: KnownKey, name: string): Promise<void> {
    const { cache, store } = this.#parts;
    cache.misses += 1;
    const asOf = cache.now;
    const read = await visit.served.form.read(store, known, name);
    if (read === undefined) return this.#refuse(visit, 'not-found', this.#rate(visit));
    const { text, version } = read;
    const bytes = Buffer.from(text);
    // The version alone would do, but for a database restored from a backup, which counts anew.
    const etag = `"${version.toString(36)}-${crc32(bytes).toString(36)}"`;
    const answer: CachedResponse = { name, etag, body: bytes.toString('latin1') };
    cache.addAnswer(known.family, asOf, answer);
    this.#send(visit, answer);
  }

  #wait(visit: RequestContext, work: () => Promise<void>): void {
    if (this.#waiting >= MOST_WAITING) return this.#refuse(visit, 'unavailable', RETRY_LATER);
    this.#waiting += 1;
    withDeadline(work)
      .catch((error: unknown) => this.#fail(visit, error))
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  #fail(visit: RequestContext, error: unknown): void {
    const requestId = newId();
    const outage = isOutage(error);
    // The feed says once that the database is away; a line for every request would be a load of its own.
    this.#parts.log[outage ? 'debug' : 'error'](
      { requestId, path: visit.served.path, err: error },
      'read failed',
    );
    const id = headerLines({ 'X-Request-Id': requestId });
    if (outage) this.#refuse(visit, 'unavailable', RETRY_LATER + id);
    else this.#refuse(visit, 'internal-error', id);
  }

  #send(visit: RequestContext, { body, etag }: CachedResponse): void {
    const { seen } = visit.guest;
    const { unchanged, found } = visit.served;
    const first = `${this.#rate(visit)}ETag: ${etag}\r\n`;
    if (seen !== undefined && matches(seen, etag)) this.#write(visit, 304, first + unchanged, '');
    else this.#write(visit, 200, `${first}${found}Content-Length: ${body.length}\r\n`, body);
  }

  #refuse(visit: RequestContext, code: ProblemCode, headers = ''): undefined {
    const ready = this.#prepared(code);
    const all = headers === '' ? ready.headers : ready.headers + headers + EXPOSED;
    this.#write(visit, PROBLEMS[code].status, all, ready.body);
  }

  /** A problem's bytes never change, so they are made once. */
  #prepared(code: ProblemCode): Prepared {
    let ready = this.#preparedProblems.get(code);
    if (ready === undefined) {
      const { status } = PROBLEMS[code];
      const body = Buffer.from(JSON.stringify(problem(code))).toString('latin1');
      const type = headerLines({ 'Content-Type': PROBLEM_TYPE, 'Content-Length': body.length });
      const challenge = status === 401 ? headerLines({ 'WWW-Authenticate': 'ApiKey realm="weekfare"' }) : '';
      const allow = status === 405 ? headerLines({ Allow: METHODS }) : '';
      ready = { body, headers: type + commonHeaders('X-API-Key') + this.#security + challenge + allow };
      this.#preparedProblems.set(code, ready);
    }
    return ready;
  }

  #write({ guest, served, startedAt }: RequestContext, status: number, headers: string, body: string): void {
    guest.answer(status, headers, body);
    this.#parts.metrics.observe(served.path, status, performance.now() - startedAt);
  }

  /** How much this key may still ask, as headers. */
  #rate({ left }: RequestContext): string {
    const perMinute = this.#parts.settings.rateLimitPerMinute;
    if (perMinute === 0) return '';
    const secondsToFull = Math.ceil(((perMinute - left) * 60) / perMinute);
    return `RateLimit: "key";r=${left};t=${secondsToFull}\r\n${this.#ratePolicy}`;
  }
}

function compileRoute(read: PublicRoute, security: string): CompiledRoute {
  const { path, alternative } = read;
  const unchanged = commonHeaders(alternative ? 'X-API-Key, Accept' : 'X-API-Key') + security + EXPOSED;
  const found = (type: string) => unchanged + headerLines({ 'Content-Type': `${type}; charset=utf-8` });
  const other = alternative && {
    path,
    form: alternative,
    type: alternative.type,
    unchanged,
    found: found(alternative.type),
    alternative: undefined,
  };
  return { path, form: read, unchanged, found: found('application/json'), alternative: other };
}

function commonHeaders(vary: string): string {
  return headerLines({
    'Cache-Control': 'private, no-cache',
    Vary: vary,
    'Access-Control-Allow-Origin': '*',
  });
}

function endOf({ revokedAt, expiresAt }: { revokedAt: string | null; expiresAt: string | null }): number {
  if (revokedAt !== null) return Number.NEGATIVE_INFINITY;
  return expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
}

/** V8 keeps a long text as long as a part of it is used: a key must not hold on to its whole request. */
function copyOf(part: string): string {
  return Buffer.from(part, 'latin1').toString('latin1');
}

/** A path up to and with its last slash. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
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

type Prepared = { body: string; headers: string };
