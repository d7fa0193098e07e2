/**
 * The one cache of what is read by key or by a secret link: rights and responses, the least recently used out first.
 * A change invalidates everything of its family and nothing of other families.
 *
 * The cache does not know whether it has been notified of every change: a handler asks the feed first.
 */
import { LRUCache } from 'lru-cache';

/** The body is its UTF-8 bytes as a latin1 string, which needs one byte for each and no encoding when it is sent. */
export type CachedResponse = { etag: string; body: string };

/** The values of one kind. A value of another kind is never found, whatever name a client sends. */
export type Part<Value> = { find(name: string): Value | undefined; set(name: string, value: Value): void };

/** With more changed families than this, everything is invalidated instead. */
const MAX_CHANGED_FAMILIES = 10_000;
/** A value that takes a larger part of the memory would push out too many others. */
const MAX_PART_OF_MEMORY = 1 / 64;
/** Memory of a response besides its body: its names, its ETag and its place in the cache (decision 58). */
const RESPONSE_BYTES = 300;

export class Cache {
  hits = 0;
  misses = 0;
  readonly #values: LRUCache<string, object>;
  readonly #responses: Part<CachedResponse & { asOf: number }>;
  /** The number of the last change, of any family. */
  #lastChange = 0;
  readonly #lastChangeByFamily = new Map<string, number>();
  /** The number of the last change that invalidated everything. */
  #lastFullInvalidation = 0;

  constructor(maxBytes: number) {
    this.#values = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes * MAX_PART_OF_MEMORY),
    });
    this.#responses = this.part('response', ({ body }) => RESPONSE_BYTES + body.length);
  }

  /** `kind` is one word and is used once: it decides the type of the values. */
  part<Value extends object>(kind: string, bytesOf: (value: Value) => number): Part<Value> {
    return {
      find: (name) => this.#values.get(`${kind} ${name}`) as Value | undefined,
      set: (name, value) => void this.#values.set(`${kind} ${name}`, value, { size: bytesOf(value) }),
    };
  }

  /** The `asOf` of data whose read from the database starts now: the data includes at least these changes. */
  get now(): number {
    return this.#lastChange;
  }

  isCurrent(family: string, asOf: number): boolean {
    return asOf >= this.#lastFullInvalidation && asOf >= (this.#lastChangeByFamily.get(family) ?? 0);
  }

  /** Undefined also for a response that a change has overtaken while it was read. */
  findResponse(family: string, resource: string, argument: string): CachedResponse | undefined {
    const response = this.#responses.find(`${family} ${resource} ${argument}`);
    return response && this.isCurrent(family, response.asOf) ? response : undefined;
  }

  addResponse(
    family: string,
    asOf: number,
    resource: string,
    argument: string,
    { etag, body }: CachedResponse,
  ): void {
    this.#responses.set(`${family} ${resource} ${argument}`, { asOf, etag, body });
  }

  invalidate(family: string): void {
    this.#lastChange += 1;
    this.#lastChangeByFamily.set(family, this.#lastChange);
    if (this.#lastChangeByFamily.size > MAX_CHANGED_FAMILIES) this.invalidateAll();
  }

  /** What is out of date is replaced when it is read again, or is the next to be pushed out. */
  invalidateAll(): void {
    this.#lastChange += 1;
    this.#lastFullInvalidation = this.#lastChange;
    this.#lastChangeByFamily.clear();
  }

  get size(): { values: number; bytes: number } {
    return { values: this.#values.size, bytes: this.#values.calculatedSize };
  }
}
