/**
 * Caches responses of the public API and the rights of API keys. Responses of the most recently used families
 * are in memory, those of many more families are in a disk cache. A change invalidates everything of its
 * family and nothing of other families.
 *
 * The cache does not know whether it has been notified of every change: the handler asks the feed first.
 */
import { KeyTable } from './key-table.ts';
import type { DiskCache } from './disk-cache.ts';
import { TwoGenerationLru } from './two-generation-lru.ts';

/**
 * A response and, within its family, its cache key: the resource and the argument. The body is its UTF-8 bytes
 * as a latin1 string, which needs one byte for each and no encoding when it is sent.
 */
export type CachedResponse = { resource: string; argument: string; etag: string; body: string };

/** The responses of one family, current as of change number `asOf`. */
type FamilyResponses = { asOf: number; responses: CachedResponse[] };

/** When memory is full, promote 1 in 16 disk hits to memory: families that are read often get there soon. */
const PROMOTION_RATE = 16;
/** With more changed families than this, everything is invalidated instead. */
const MAX_CHANGED_FAMILIES = 10_000;
/** In memory: the plans and lists of two weeks and two recipes, which are what the screens of a kitchen poll. */
const MAX_RESPONSES_PER_FAMILY = 6;
/** A larger body would push out many plans. */
const MAX_BODY_BYTES = 32_000;
/** Estimated memory of a family's entry without its bodies. */
const ENTRY_BYTES = 300;

export class ResponseCache {
  hits = 0;
  misses = 0;
  /** The part of `hits` that the disk cache had. */
  diskHits = 0;
  readonly keys = new KeyTable();
  readonly #memory: TwoGenerationLru<FamilyResponses>;
  readonly #disk: DiskCache;
  /** The number of the last change, of any family. */
  #lastChange = 0;
  readonly #lastChangeByFamily = new Map<string, number>();
  /** The number of the last change that invalidated everything. */
  #lastFullInvalidation = 0;

  constructor(maxBytes: number, disk: DiskCache) {
    this.#disk = disk;
    this.#memory = new TwoGenerationLru(maxBytes, ({ responses }) =>
      responses.reduce((sum, { body }) => sum + body.length, ENTRY_BYTES),
    );
  }

  /** The `asOf` of data whose read from the database starts now: the data includes at least these changes. */
  get now(): number {
    return this.#lastChange;
  }

  isCurrent(family: string, asOf: number): boolean {
    return asOf >= this.#lastFullInvalidation && asOf >= (this.#lastChangeByFamily.get(family) ?? 0);
  }

  find(family: string, resource: string, argument: string): CachedResponse | undefined {
    const entry = this.#memory.get(family);
    if (entry !== undefined && this.isCurrent(family, entry.asOf)) {
      for (const response of entry.responses) {
        if (response.argument === argument && response.resource === resource) return response;
      }
    }
    return this.#findOnDisk(family, resource, argument);
  }

  #findOnDisk(family: string, resource: string, argument: string): CachedResponse | undefined {
    const text = this.#disk.get(diskKey(family, resource, argument));
    if (text === undefined) return undefined;
    const asOfEnd = text.indexOf('\n');
    const etagEnd = text.indexOf('\n', asOfEnd + 1);
    const asOf = Number(text.slice(0, asOfEnd));
    if (!this.isCurrent(family, asOf)) return undefined;
    this.diskHits += 1;
    const response = {
      resource,
      argument,
      etag: text.slice(asOfEnd + 1, etagEnd),
      body: text.slice(etagEnd + 1),
    };
    if (this.#memory.hasRoom || this.diskHits % PROMOTION_RATE === 0)
      this.#addToMemory(family, asOf, response);
    return response;
  }

  add(family: string, asOf: number, response: CachedResponse): void {
    const { resource, argument, etag, body } = response;
    // A response that a change has overtaken while it was read is sent once and not cached.
    if (!this.isCurrent(family, asOf) || body.length > MAX_BODY_BYTES) return;
    this.#disk.put(diskKey(family, resource, argument), `${asOf}\n${etag}\n${body}`);
    if (this.#memory.hasRoom) this.#addToMemory(family, asOf, response);
  }

  #addToMemory(family: string, asOf: number, response: CachedResponse): void {
    const entry = this.#memory.get(family);
    if (entry === undefined || !this.isCurrent(family, entry.asOf)) {
      this.#memory.set(family, { asOf, responses: [response] });
      return;
    }
    const others = entry.responses.filter(
      ({ resource, argument }) => resource !== response.resource || argument !== response.argument,
    );
    const responses = [...others.slice(1 - MAX_RESPONSES_PER_FAMILY), response];
    this.#memory.set(family, { asOf: entry.asOf, responses });
  }

  invalidate(family: string): void {
    this.#lastChange += 1;
    this.#lastChangeByFamily.set(family, this.#lastChange);
    if (this.#lastChangeByFamily.size > MAX_CHANGED_FAMILIES) this.invalidateAll();
  }

  invalidateAll(): void {
    this.#lastChange += 1;
    this.#lastFullInvalidation = this.#lastChange;
    this.#lastChangeByFamily.clear();
    this.#memory.clear();
  }

  get size(): { keys: number; families: number; bytes: number } {
    return { keys: this.keys.size, families: this.#memory.size, bytes: this.#memory.weight };
  }
}

function diskKey(family: string, resource: string, argument: string): string {
  return `${family} ${resource} ${argument}`;
}
