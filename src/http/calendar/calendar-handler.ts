/**
 * Serves `/calendar/SECRET.ics`, the meals of a family for calendar apps. It comes before the framework, as the public
 * API does: an app asks again and again, and a 304 must cost little.
 *
 * The order of checks is fixed: path, method, link (404), rate limit (429), Premium (402). The secret is in the path,
 * since calendar apps know nothing else, so the path is never logged.
 */
import { recordCalendarSeen } from '#actions/keys-and-links/calendar-links.ts';
import { hashSecret, newId } from '#auth/secret.ts';
import { premiumEndsMs } from '#domain/family/premium.ts';
import { secondsToToken, takeToken } from '#domain/rate-limit/token-bucket.ts';
import { type Week, WeekClock } from '#domain/week/week.ts';
import { readCalendar } from '#queries/plan/calendar.ts';
import { openTranslation } from '#jobs/cookbook-opening.ts';
import { currentWork, withDeadline } from '#storage/deadline.ts';
import { TooMuchWork } from '#storage/work-budget.ts';
import { isOutage } from '#storage/outage.ts';
import type { CalendarSettings } from '#domain/calendar/calendar-settings.ts';
import { findCalendarLink, parseSettings } from '#storage/tables/keys-and-links/calendar-links.ts';
import type { CachedResponse, Part } from '#http/cache.ts';
import { etagOfBytes, matchesEtag } from '#http/headers/etag.ts';
import { type ApiRequest, pathOf } from '#http/server/api-request.ts';
import { problem, type ProblemCode, PROBLEM_TYPE, PROBLEMS } from '#http/problems/problem.ts';
import type { Services } from '#http/services.ts';
import { headerLines, securityHeaders } from '#http/headers/security-headers.ts';

type HandlerServices = Pick<Services, 'store' | 'feed' | 'cache' | 'config' | 'clock' | 'metrics' | 'log'>;

/** A link and its family, current as of change number `asOf`. The tokens are in the cache as API keys are. */
type CachedLink = {
  readonly id: string;
  readonly family: string;
  readonly timeZone: string;
  readonly settings: CalendarSettings;
  readonly origin: string;
  readonly premiumEndsMs: number;
  readonly asOf: number;
  /** Changes with each request: when the token bucket is full again, and the last use that is recorded. */
  readonly use: { fullAtMs: number; seenMs: number };
};

type CalendarRequest = { request: ApiRequest; token: string; startedAt: number };

const ROUTE = '/calendar/{secret}.ics';
const PATH = /^\/calendar\/([0-9A-Za-z]{43})\.ics$/;
const METHODS = headerLines({ Allow: 'GET, HEAD' });
const RETRY_LATER = headerLines({ 'Retry-After': '2' });
/** Of each link. Calendar apps ask some times an hour. None where API keys have no limit either. */
const PER_MINUTE = 20;
/** Requests that may wait for the database; the next one gets 503. */
const MAX_WAITING = 200;
/** Memory of a link in the cache, without its calendar. */
const LINK_BYTES = 1_000;
const HOUR_MS = 3_600_000;

export class CalendarHandler {
  readonly #services: HandlerServices;
  readonly #links: Part<CachedLink>;
  readonly #weeks = new WeekClock();
  readonly #commonHeaders: string;
  readonly #okHeaders: string;
  #waiting = 0;

  constructor(services: HandlerServices) {
    this.#services = services;
    this.#links = services.cache.part('calendar-link', () => LINK_BYTES);
    const security = headerLines(securityHeaders(services.config.publicUrl));
    this.#commonHeaders = headerLines({ 'Cache-Control': 'private, no-cache' }) + security;
    this.#okHeaders = this.#commonHeaders + headerLines({ 'Content-Type': 'text/calendar; charset=utf-8' });
  }

  /** Returns false, without a response, if the path is not that of a calendar. */
  handle(request: ApiRequest): boolean {
    const token = PATH.exec(pathOf(request.url))?.[1];
    if (token === undefined) return false;
    const context = { request, token, startedAt: performance.now() };
    if (request.method === 'GET' || request.method === 'HEAD') this.#read(context);
    else this.#refuse(context, 'method-not-allowed', METHODS);
    return true;
  }

  #read(context: CalendarRequest): void {
    const { cache, feed, clock } = this.#services;
    const nowMs = clock();
    const link = this.#links.find(context.token);
    const isCurrent = link && feed.isCurrent(context.startedAt) && cache.isCurrent(link.family, link.asOf);
    if (!isCurrent) return this.#wait(context, () => this.#load(context, nowMs));
    if (!this.#authorise(context, link, nowMs)) return;
    const week = this.#weeks.weeksAt(nowMs, link.timeZone).current;
    const response = cache.findResponse(link.family, 'calendar', `${link.id} ${week}`);
    if (response) this.#send(context, response);
    else this.#wait(context, () => this.#make(context, link, week));
  }

  async #load(context: CalendarRequest, nowMs: number): Promise<void> {
    const { cache, store, config } = this.#services;
    const asOf = cache.now;
    const row = await findCalendarLink(store, hashSecret(context.token));
    if (row === undefined) return this.#refuse(context, 'not-found');
    const link: CachedLink = {
      id: row.id,
      family: row.family,
      timeZone: row.timeZone,
      settings: parseSettings(row.settings),
      origin: config.publicUrl ?? row.origin,
      premiumEndsMs: premiumEndsMs(row.premium),
      asOf,
      use: this.#links.find(context.token)?.use ?? {
        fullAtMs: nowMs,
        seenMs: Date.parse(row.lastSeenAt ?? ''),
      },
    };
    this.#links.set(context.token, link);
    if (!this.#authorise(context, link, nowMs)) return;
    await this.#make(context, link, this.#weeks.weeksAt(nowMs, link.timeZone).current);
  }

  /** Whether this link may be read now; if not, the request has its response. */
  #authorise(context: CalendarRequest, link: CachedLink, nowMs: number): boolean {
    const { use } = link;
    this.#recordSeen(link, nowMs);
    const { premium, rateLimitPerMinute } = this.#services.config;
    const fullAtMs = rateLimitPerMinute === 0 ? nowMs : takeToken(use.fullAtMs, PER_MINUTE, nowMs);
    if (fullAtMs === undefined) {
      const seconds = secondsToToken(use.fullAtMs, PER_MINUTE, nowMs);
      this.#refuse(context, 'rate-limited', headerLines({ 'Retry-After': seconds }));
      return false;
    }
    use.fullAtMs = fullAtMs;
    if (premium === 'everyone' || nowMs < link.premiumEndsMs) return true;
    this.#refuse(context, 'premium-required');
    return false;
  }

  /** At most once an hour for each link. */
  #recordSeen(link: CachedLink, nowMs: number): void {
    const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
    if (link.use.seenMs >= hourMs) return;
    link.use.seenMs = hourMs;
    const { store, log } = this.#services;
    recordCalendarSeen(store, link, hourMs).catch((err: unknown) =>
      log.warn({ err }, 'last use of a calendar link not saved'),
    );
  }

  async #make(context: CalendarRequest, link: CachedLink, week: Week): Promise<void> {
    const { cache, store } = this.#services;
    currentWork()?.chargeTo(link.family);
    // For the names of variants.
    if (link.settings.showsWarnings) await openTranslation(link.settings.language);
    const text = await readCalendar(store.db, link.family, link, week);
    if (text === undefined) return this.#refuse(context, 'not-found');
    const bytes = Buffer.from(text);
    const response = { etag: etagOfBytes(bytes), body: bytes.toString('latin1') };
    cache.addResponse(link.family, link.asOf, 'calendar', `${link.id} ${week}`, response);
    this.#send(context, response);
  }

  #send(context: CalendarRequest, { etag, body }: CachedResponse): void {
    const { ifNoneMatch } = context.request;
    const headers = `ETag: ${etag}\r\n`;
    if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag))
      this.#respond(context, 304, headers + this.#commonHeaders, '');
    else this.#respond(context, 200, `${headers}${this.#okHeaders}Content-Length: ${body.length}\r\n`, body);
  }

  #wait(context: CalendarRequest, work: () => Promise<void>): void {
    if (this.#waiting >= MAX_WAITING) return this.#refuse(context, 'unavailable', RETRY_LATER);
    this.#waiting += 1;
    withDeadline(work)
      .catch((error: unknown) => this.#fail(context, error))
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  #fail(context: CalendarRequest, error: unknown): void {
    const requestId = newId();
    if (error instanceof TooMuchWork) return this.#refuse(context, 'too-much-work', RETRY_LATER);
    const outage = isOutage(error);
    // The feed logs an outage once.
    this.#services.log[outage ? 'debug' : 'error']({ requestId, path: ROUTE, err: error }, 'calendar failed');
    const id = headerLines({ 'X-Request-Id': requestId });
    if (outage) this.#refuse(context, 'unavailable', RETRY_LATER + id);
    else this.#refuse(context, 'internal-error', id);
  }

  #refuse(context: CalendarRequest, code: ProblemCode, moreHeaders = ''): undefined {
    const body = Buffer.from(JSON.stringify(problem(code))).toString('latin1');
    const type = headerLines({ 'Content-Type': PROBLEM_TYPE, 'Content-Length': body.length });
    this.#respond(context, PROBLEMS[code].status, type + this.#commonHeaders + moreHeaders, body);
  }

  #respond({ request, startedAt }: CalendarRequest, status: number, headers: string, body: string): void {
    request.respond(status, headers, body);
    this.#services.metrics.observe(ROUTE, status, performance.now() - startedAt);
  }
}
