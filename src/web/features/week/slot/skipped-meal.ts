/** The meal that somebody is skipping. `skipMeal` opens the dialog on the week page. */
import { createStore, useStore } from '#web/base/store.ts';
import type { SlotContent } from '#web/meals/plan-commands.ts';

const skipped = createStore<SlotContent | undefined>(undefined);

/** `filled`: the slot as the person sees it. */
export function skipMeal(filled: SlotContent): void {
  skipped.set(filled);
}

export function endSkip(): void {
  skipped.set(undefined);
}

export function useSkippedMeal(): SlotContent | undefined {
  return useStore(skipped, (filled) => filled);
}
