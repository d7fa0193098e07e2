/**
 * An approximate LRU cache with a bound on the total weight of its values. It has two generations instead of a
 * list in order of use: when the young generation is full it becomes the old one and the old one is dropped.
 * A value of the old generation that is read moves to the young one.
 */
export class TwoGenerationLru<Value> {
  readonly #maxWeight: number;
  readonly #weigh: (value: Value) => number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();
  #youngWeight = 0;
  #oldWeight = 0;

  constructor(maxWeight: number, weigh: (value: Value) => number) {
    this.#maxWeight = maxWeight;
    this.#weigh = weigh;
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: Value): void {
    const before = this.#young.get(key);
    const weight = this.#weigh(value);
    const change = weight - (before === undefined ? 0 : this.#weigh(before));
    if ((this.#youngWeight + change) * 2 > this.#maxWeight) {
      this.#old = this.#young;
      this.#oldWeight = this.#youngWeight;
      this.#young = new Map();
      this.#youngWeight = weight;
    } else this.#youngWeight += change;
    this.#old.delete(key);
    this.#young.set(key, value);
  }

  /** Whether the first generation is not full yet. */
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
