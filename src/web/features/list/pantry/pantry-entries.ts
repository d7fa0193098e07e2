/** The entries of the pantry as they are sent, and how a change finds its entry after earlier changes were saved. */
import type { PantryEntry } from '#http/endpoints/shopping-list/list-schemas.ts';

export type EntryInput = { foodId?: string; line?: string; quantityText?: string; bestBefore?: string };
export type ChangeEntries = (entries: EntryInput[]) => EntryInput[];

export function toInput({ foodId, quantityText, bestBefore }: PantryEntry): EntryInput {
  return { foodId, ...(quantityText && { quantityText }), ...(bestBefore && { bestBefore }) };
}

/** Changes the entry that is at `index` of the shown entries. If it is gone when the change is sent, nothing changes. */
export function changeEntry(
  shown: readonly EntryInput[],
  index: number,
  part: Pick<EntryInput, 'quantityText' | 'bestBefore'>,
): ChangeEntries {
  return withEntry(shown, index, (entries, at) => entries.with(at, { ...entries[at], ...part }));
}

export function removeEntry(shown: readonly EntryInput[], index: number): ChangeEntries {
  return withEntry(shown, index, (entries, at) => entries.toSpliced(at, 1));
}

/** Finds the entry by its food, since an index is wrong as soon as an earlier change has removed another entry. */
function withEntry(
  shown: readonly EntryInput[],
  index: number,
  change: (entries: EntryInput[], at: number) => EntryInput[],
): ChangeEntries {
  const seen = shown[index];
  const isSameFood = (entry: EntryInput) => entry.foodId === seen?.foodId;
  const earlier = shown.slice(0, index).filter(isSameFood).length;
  return (entries) => {
    const same = [...entries.keys()].filter((at) => isSameFood(entries[at] ?? {}));
    // Entries of one food differ in amount and date. After its amount was changed, only the order tells them apart.
    const at = same.find((index) => isEqual(entries[index], seen)) ?? same[earlier];
    return at === undefined ? entries : change(entries, at);
  };
}

function isEqual(first: EntryInput | undefined, second: EntryInput | undefined): boolean {
  return first?.quantityText === second?.quantityText && first?.bestBefore === second?.bestBefore;
}
