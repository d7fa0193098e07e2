/** The first steps of a family after sign-up: who eats, and which meals are planned. */
import { hasChosenSlots, type Preferences } from './preferences.ts';

export const START_STEPS = ['eaters', 'slots'] as const;
export type StartStep = (typeof START_STEPS)[number];

/** The steps that the family has neither done nor dismissed, in their order. */
export function openSteps(preferences: Preferences): StartStep[] {
  if (preferences.start?.isDismissed) return [];
  const isDone = { eaters: preferences.eaters.length > 0, slots: hasChosenSlots(preferences) };
  return START_STEPS.filter((step) => !isDone[step]);
}
