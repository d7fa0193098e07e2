/**
 * Groups streams by name and knows the largest group. Adding, removing and finding the largest take constant time.
 */
export class StreamGroups<Member> {
  readonly #groups = new Map<string, Set<Member>>();
  /** The names of the groups of each size. */
  readonly #bySize: Set<string>[] = [];
  #largestSize = 0;

  /** In the order of insertion. */
  groupOf(name: string): ReadonlySet<Member> | undefined {
    return this.#groups.get(name);
  }

  sizeOf(name: string): number {
    return this.#groups.get(name)?.size ?? 0;
  }

  /** Of several largest groups, the one that reached that size first. */
  largest(): ReadonlySet<Member> {
    const [name = ''] = this.#bySize[this.#largestSize] ?? [];
    return this.#groups.get(name) ?? new Set();
  }

  add(name: string, member: Member): void {
    const group = this.#groups.get(name) ?? new Set();
    this.#groups.set(name, group);
    const before = group.size;
    group.add(member);
    this.#move(name, before, group.size);
  }

  remove(name: string, member: Member): void {
    const group = this.#groups.get(name);
    if (!group?.delete(member)) return;
    this.#move(name, group.size + 1, group.size);
    if (group.size === 0) this.#groups.delete(name);
  }

  #move(name: string, before: number, after: number): void {
    this.#bySize[before]?.delete(name);
    if (after > 0) (this.#bySize[after] ??= new Set()).add(name);
    this.#largestSize = Math.max(this.#largestSize, after);
    // One step at most: a group shrinks by one.
    while (this.#largestSize > 0 && !this.#bySize[this.#largestSize]?.size) this.#largestSize -= 1;
  }
}
