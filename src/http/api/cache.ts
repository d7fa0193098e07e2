/**
 * What is kept in memory of families that were asked for lately: who may read, and their answers as
 * ready text. Kept by family, so that one change forgets everything that depended on it and nothing
 * of another family. Decides nothing about freshness: the door asks the feed first.
 */
import type { KnownFamily } from './read.ts';

/** The body is kept as its UTF-8 bytes, one to a character: half the memory for most text, and no encoding when it is sent. */
export type Answer = { body: string; length: string; etag: string };

export type CachedFamily = KnownFamily & {
  premiumEndsMs: number;
  answers: Map<string, Answer>;
  keys: Set<string>;
};

export type CachedKey = {
  id: string;
  family: CachedFamily;
  /** The key as it was shown and found right. In memory only: hashing it each time would cost more than all the rest. */
  key: string;
  /** The first millisecond in which the key is not valid any more. */
  endsMs: number;
};

type Generation = { keys: Map<string, CachedKey>; families: Map<string, CachedFamily>; bytes: number };

/** About what a family and its key cost beside the text of its answers. */
const OVERHEAD_BYTES = 1_000;

export class FamilyCache {
  /** Grows with everything forgotten, so that a slow reader can tell that its news are old. */
  forgotten = 0;
  hits = 0;
  misses = 0;
  readonly #mostBytes: number;
  // Two generations instead of a list in order of use: when the young one is full it becomes the old
  // one, and the old one goes, but for what was asked for in the meantime and has become young again.
  #young: Generation = emptyGeneration();
  #old: Generation = emptyGeneration();

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  findKey(id: string): CachedKey | undefined {
    const young = this.#young.keys.get(id);
    if (young !== undefined) return young;
    const old = this.#old.keys.get(id);
    if (old !== undefined) this.addKey(old);
    return old;
  }

  findFamily(id: string): CachedFamily | undefined {
    return this.#young.families.get(id) ?? this.#old.families.get(id);
  }

  addKey(key: CachedKey): void {
    const { family } = key;
    family.keys.add(key.id);
    this.#young.keys.set(key.id, key);
    if (!this.#young.families.has(family.id)) {
      this.#young.families.set(family.id, family);
      let bytes = OVERHEAD_BYTES;
      for (const { body } of family.answers.values()) bytes += body.length;
      this.#grow(bytes);
    }
  }

  addAnswer(family: CachedFamily, name: string, answer: Answer): void {
    // Two weeks are asked for; older names are of weeks gone by.
    if (family.answers.size >= 4) family.answers.clear();
    family.answers.set(name, answer);
    this.#grow(answer.body.length);
  }

  forget(familyId: string): void {
    this.forgotten += 1;
    for (const { keys, families } of [this.#young, this.#old]) {
      for (const key of families.get(familyId)?.keys ?? []) keys.delete(key);
      families.delete(familyId);
    }
  }

  forgetAll(): void {
    this.forgotten += 1;
    this.#young = emptyGeneration();
    this.#old = emptyGeneration();
  }

  get size(): { families: number; bytes: number } {
    return {
      families: this.#young.families.size + this.#old.families.size,
      bytes: this.#young.bytes + this.#old.bytes,
    };
  }

  #grow(bytes: number): void {
    this.#young.bytes += bytes;
    if (this.#young.bytes * 2 <= this.#mostBytes) return;
    this.#old = this.#young;
    this.#young = emptyGeneration();
  }
}

function emptyGeneration(): Generation {
  return { keys: new Map(), families: new Map(), bytes: 0 };
}
