/**
 * A fair queue for work that one machine does for many clients: the client that used least goes first.
 *
 * Each item counts for one or more groups, such as a network and a family. What an item costs is charged to
 * all of its groups and halves every `halfLifeMs`. The next item is the one whose most charged group is
 * charged least; among equals the other groups decide, then age. So neither many items of one group nor many
 * groups within a larger one delay the others. The queue is bounded: when it is full, the group with most
 * items loses its newest.
 */

export type Group = {
  name: string;
  /** How many items of this group may wait and run at once. */
  limit: number;
};

type Entry<Item> = { item: Item; groups: readonly Group[]; sinceMs: number };
type Charge = { amount: number; atMs: number };

/** After so many half-lives nothing is left of a charge. */
const FORGOTTEN_HALF_LIVES = 10;

export class FairQueue<Item> {
  readonly #limit: number;
  readonly #halfLifeMs: number;
  /** Oldest first. */
  #waiting: Entry<Item>[] = [];
  readonly #running = new Map<Item, Entry<Item>>();
  readonly #charges = new Map<string, Charge>();
  #sweptAtMs = 0;

  constructor({ limit, halfLifeMs }: { limit: number; halfLifeMs: number }) {
    this.#limit = limit;
    this.#halfLifeMs = halfLifeMs;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get running(): number {
    return this.#running.size;
  }

  /**
   * Adds an item. Returns the item that is refused or loses its place: this one, another one, or none. `sinceMs`: its age,
   * if it was in the queue before.
   */
  add(item: Item, groups: readonly Group[], nowMs: number, sinceMs = nowMs): Item | undefined {
    const counts = this.#counts();
    if (groups.some(({ name, limit }) => (counts.get(name) ?? 0) >= limit)) return item;
    const at = this.#waiting.findLastIndex((entry) => entry.sinceMs <= sinceMs) + 1;
    this.#waiting.splice(at, 0, { item, groups, sinceMs });
    if (this.#waiting.length <= this.#limit) return undefined;
    const loser = this.#largest(nowMs);
    this.#waiting = this.#waiting.filter((entry) => entry !== loser);
    return loser.item;
  }

  /** The next item; it runs until `finish`. */
  take(nowMs: number): Item | undefined {
    const entry = this.#next(nowMs)?.entry;
    if (!entry) return undefined;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== entry);
    this.#running.set(entry.item, entry);
    return entry.item;
  }

  /** What the most charged group of the next item has used lately. */
  nextCharge(nowMs: number): number {
    return this.#next(nowMs)?.charges[0] ?? 0;
  }

  #next(nowMs: number): { entry: Entry<Item>; charges: number[] } | undefined {
    let next: { entry: Entry<Item>; charges: number[] } | undefined;
    for (const entry of this.#waiting) {
      const charges = this.#chargesOf(entry, nowMs);
      if (!next || compare(charges, next.charges) < 0) next = { entry, charges };
    }
    return next;
  }

  /** Charges a running item's groups; a negative amount corrects an estimate. */
  charge(item: Item, amount: number, nowMs: number): void {
    this.chargeGroups(this.#running.get(item)?.groups ?? [], amount, nowMs);
  }

  /** For work that was done outside the queue. */
  chargeGroups(groups: readonly Group[], amount: number, nowMs: number): void {
    if (nowMs - this.#sweptAtMs >= this.#halfLifeMs) this.#sweep(nowMs);
    for (const { name } of groups) {
      this.#charges.set(name, { amount: Math.max(0, this.#charged(name, nowMs) + amount), atMs: nowMs });
    }
  }

  finish(item: Item): void {
    this.#running.delete(item);
  }

  /** Removes a waiting item. Returns whether it was still waiting. */
  remove(item: Item): boolean {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((entry) => entry.item !== item);
    return this.#waiting.length < before;
  }

  /** Empties the queue. */
  removeAll(): Item[] {
    return this.#waiting.splice(0).map(({ item }) => item);
  }

  #counts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { groups } of [...this.#waiting, ...this.#running.values()]) {
      for (const { name } of groups) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return counts;
  }

  /** The newest waiting item of the group with most items; among equal groups, of the most charged one. */
  #largest(nowMs: number): Entry<Item> {
    const counts = this.#counts();
    const ranked = this.#waiting.map((entry) => ({
      entry,
      counts: descending(entry.groups.map(({ name }) => counts.get(name) ?? 0)),
      charges: this.#chargesOf(entry, nowMs),
    }));
    return ranked.reduce((first, second) =>
      (compare(second.counts, first.counts) || compare(second.charges, first.charges)) >= 0 ? second : first,
    ).entry;
  }

  #chargesOf({ groups }: Entry<Item>, nowMs: number): number[] {
    return descending(groups.map(({ name }) => this.#charged(name, nowMs)));
  }

  #charged(name: string, nowMs: number): number {
    const charge = this.#charges.get(name);
    return charge ? charge.amount * 0.5 ** ((nowMs - charge.atMs) / this.#halfLifeMs) : 0;
  }

  #sweep(nowMs: number): void {
    this.#sweptAtMs = nowMs;
    for (const [name, { atMs }] of this.#charges) {
      if (nowMs - atMs >= FORGOTTEN_HALF_LIVES * this.#halfLifeMs) this.#charges.delete(name);
    }
  }
}

function descending(numbers: number[]): number[] {
  return numbers.toSorted((first, second) => second - first);
}

/** By the first number that differs. */
function compare(first: readonly number[], second: readonly number[]): number {
  for (let at = 0; at < Math.max(first.length, second.length); at += 1) {
    const difference = (first[at] ?? 0) - (second[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
