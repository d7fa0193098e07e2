/**
 * The calendar links that were read last, with their responses, by token. Verified tokens are here in plain text, in memory
 * only, so that the token of a request need not be hashed by SHA-256. A map finds a text by a hash whose seed is secret, so
 * the time that it takes does not tell how much of a guess is right.
 */
import type { CalendarSettings } from '#domain/calendar/calendar-settings.ts';
import type { Week } from '#domain/week/week.ts';
import { TwoGenerationLru } from '#http/api/cache/two-generation-lru.ts';

export type CachedLink = {
  readonly id: string;
  readonly family: string;
  readonly timeZone: string;
  readonly settings: CalendarSettings;
  readonly origin: string;
  readonly premiumEndsMs: number;
  /** The number of the last change that it includes, like that of a response of the public API. */
  readonly asOf: number;
  /** Changes with each request: when the token bucket is full again, and the last use that is recorded. */
  readonly use: { fullAtMs: number; seenMs: number };
  readonly response: CachedCalendar | undefined;
};

/** `body` is its UTF-8 bytes as a latin1 string; undefined for a large one, of which only the ETag is cached. */
type CachedCalendar = { readonly week: Week; readonly etag: string; readonly body: string | undefined };

const MAX_BYTES = 8_000_000;
/** The meals of about ten weeks. */
const MAX_BODY_BYTES = 128_000;
/** Estimated memory of a link without its response. */
const LINK_BYTES = 1_000;

export class LinkCache {
  readonly #links = new TwoGenerationLru<CachedLink>(
    MAX_BYTES,
    ({ response }) => LINK_BYTES + (response?.body?.length ?? 0),
  );

  find(token: string): CachedLink | undefined {
    return this.#links.get(token);
  }

  set(token: string, link: CachedLink): void {
    const { response } = link;
    const isLarge = response?.body !== undefined && response.body.length > MAX_BODY_BYTES;
    this.#links.set(token, isLarge ? { ...link, response: { ...response, body: undefined } } : link);
  }
}
