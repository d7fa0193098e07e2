/** The first steps of a family after sign-up: who eats, and which meals are planned. */
import { DEFAULT_PREFERENCES, type Preferences } from './preferences.ts';

export const START_STEPS = ['eaters', 'slots'] as const;
export type StartStep = (typeof START_STEPS)[number];

/** The steps that the family has neither done nor dismissed, in their order. */
export function openSteps({ eaters, slotSettings, start }: Preferences): StartStep[] {
  if (start?.isDismissed) return [];
  const hasSlots =
    start?.hasChosenSlots ??
    JSON.stringify(slotSettings) !== JSON.stringify(DEFAULT_PREFERENCES.slotSettings);
  return START_STEPS.filter((step) => (step === 'eaters' ? eaters.length === 0 : !hasSlots));
}
