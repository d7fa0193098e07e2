/** The meal at which somebody eats something else. `askWhatElse` opens the dialog on the week page. */
import type { Meal } from '#domain/plan/plan.ts';
import { createStore, useStore } from '#web/base/store.ts';
import type { SlotContent } from '#web/meals/plan-commands.ts';

export type SomethingElse = {
  filled: SlotContent & { meal: Meal };
  /** Of whom it is known already. */
  eaterIds: readonly string[];
};

const asked = createStore<SomethingElse | undefined>(undefined);

/** `filled`: the slot as the person sees it. */
export function askWhatElse(filled: SomethingElse['filled'], eaterIds: readonly string[]): void {
  asked.set({ filled, eaterIds });
}

export function endWhatElse(): void {
  asked.set(undefined);
}

export function useWhatElse(): SomethingElse | undefined {
  return useStore(asked, (question) => question);
}
