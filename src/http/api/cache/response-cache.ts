/**
 * What is kept of families that were asked for lately: who may read, and their answers as ready bytes; of
 * the latest in memory, of many more on the shelf. A change makes everything of its family out of date
 * and nothing of another. Decides nothing about whether word of changes can be trusted: the door asks the
 * feed first.
 */
import { KeyTable } from './key-table.ts';
import type { DiskCache } from './disk-cache.ts';

/** The body is kept as its UTF-8 bytes, one to a character: little memory, and no encoding when it is sent. */
export type CachedResponse = { name: string; etag: string; body: string };

type CachedAnswers = { asOf: number; list: CachedResponse[] };

/** Once memory is full, one in so many found on the shelf moves there: whoever is asked for often is soon among them. */
const PROMOTION_RATE = 16;
/** Beyond so many changed families it is simpler to start afresh. */
const MOST_CHANGED = 10_000;

/** The plans and lists of two weeks, and two recipes: what a kitchen's screens ask for again and again. */
const MOST_ANSWERS = 6;
/** A book of a recipe would push out a hundred plans. */
const MOST_BODY = 32_000;

export class ResponseCache {
  hits = 0;
  misses = 0;
  /** Hits that were on the shelf. */
  shelfHits = 0;
  readonly keys = new KeyTable();
  readonly #answers: TwoGenerationLru<CachedAnswers>;
  readonly #shelf: DiskCache;
  /** The number of the last change, and of each family's own. */
  #changes = 0;
  readonly #changed = new Map<string, number>();
  #everyoneChanged = 0;

  constructor(mostBytes: number, shelf: DiskCache) {
    this.#shelf = shelf;
    this.#answers = new TwoGenerationLru(mostBytes, ({ list }) =>
      list.reduce((sum, { body }) => sum + body.length, 300),
    );
  }

  /** To be asked before reading from the database: what is read then is as of this change, or later. */
  get now(): number {
    return this.#changes;
  }

  isCurrent(family: string, asOf: number): boolean {
    return asOf >= this.#everyoneChanged && asOf >= (this.#changed.get(family) ?? 0);
  }

  findAnswer(family: string, name: string): CachedResponse | undefined {
    const kept = this.#answers.get(family);
    if (kept !== undefined && this.isCurrent(family, kept.asOf)) {
      const answer = kept.list.find((each) => each.name === name);
      if (answer) return answer;
    }
    return this.#findShelved(family, name);
  }

  #findShelved(family: string, name: string): CachedResponse | undefined {
    const text = this.#shelf.get(`${family} ${name}`);
    if (text === undefined) return undefined;
    const first = text.indexOf('\n');
    const second = text.indexOf('\n', first + 1);
    const asOf = Number(text.slice(0, first));
    if (!this.isCurrent(family, asOf)) return undefined;
    this.shelfHits += 1;
    const answer = { name, etag: text.slice(first + 1, second), body: text.slice(second + 1) };
    if (this.#answers.hasRoom || this.shelfHits % PROMOTION_RATE === 0) this.#remember(family, asOf, answer);
    return answer;
  }

  addAnswer(family: string, asOf: number, answer: CachedResponse): void {
    // Something changed while it was read: it was good for one answer only.
    if (!this.isCurrent(family, asOf) || answer.body.length > MOST_BODY) return;
    this.#shelf.put(`${family} ${answer.name}`, `${asOf}\n${answer.etag}\n${answer.body}`);
    if (this.#answers.hasRoom) this.#remember(family, asOf, answer);
  }

  #remember(family: string, asOf: number, answer: CachedResponse): void {
    const kept = this.#answers.get(family);
    if (kept === undefined || !this.isCurrent(family, kept.asOf)) {
      this.#answers.set(family, { asOf, list: [answer] });
      return;
    }
    const others = kept.list.filter(({ name }) => name !== answer.name);
    this.#answers.set(family, { asOf: kept.asOf, list: [...others.slice(1 - MOST_ANSWERS), answer] });
  }

  forget(family: string): void {
    this.#changes += 1;
    this.#changed.set(family, this.#changes);
    if (this.#changed.size > MOST_CHANGED) this.forgetAll();
  }

  forgetAll(): void {
    this.#changes += 1;
    this.#everyoneChanged = this.#changes;
    this.#changed.clear();
    this.#answers.clear();
  }

  get size(): { keys: number; families: number; bytes: number } {
    return { keys: this.keys.size, families: this.#answers.size, bytes: this.#answers.weight };
  }
}

/**
 * A map that stays within a weight. Two generations instead of a list in order of use: when the young
 * one is full it becomes the old one, and the old one goes, but for what has become young again by
 * being asked for.
 */
class TwoGenerationLru<Value> {
  readonly #most: number;
  readonly #weigh: (value: Value) => number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();
  #youngWeight = 0;
  #oldWeight = 0;

  constructor(most: number, weigh: (value: Value) => number) {
    this.#most = most;
    this.#weigh = weigh;
  }

  get(name: string): Value | undefined {
    const young = this.#young.get(name);
    if (young !== undefined) return young;
    const old = this.#old.get(name);
    if (old !== undefined) this.set(name, old);
    return old;
  }

  set(name: string, value: Value): void {
    const before = this.#young.get(name);
    const weight = this.#weigh(value);
    const change = weight - (before === undefined ? 0 : this.#weigh(before));
    if ((this.#youngWeight + change) * 2 > this.#most) {
      this.#old = this.#young;
      this.#oldWeight = this.#youngWeight;
      this.#young = new Map();
      this.#youngWeight = weight;
    } else this.#youngWeight += change;
    this.#old.delete(name);
    this.#young.set(name, value);
  }

  /** Whether nothing had to go yet. */
  get hasRoom(): boolean {
    return this.#old.size === 0;
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
    this.#youngWeight = 0;
    this.#oldWeight = 0;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get weight(): number {
    return this.#youngWeight + this.#oldWeight;
  }
}
