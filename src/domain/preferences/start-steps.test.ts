import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PREFERENCES, type Preferences, withSlotSettings } from './preferences.ts';
import { openSteps } from './start-steps.ts';

const eaters = [{ id: 'mia', name: 'Mia', diets: [], allergens: [], dislikes: [] }];

for (const [what, changes, steps] of [
  ['a new family has both steps before it', {}, ['eaters', 'slots']],
  ['an eater does the first step', { eaters }, ['slots']],
  ['keeping the default slots does the second step', { start: { hasChosenSlots: true } }, ['eaters']],
  ['other slots do the second step', withoutSunday(), ['eaters']],
  ['dismissed steps do not come back', { start: { isDismissed: true } }, []],
] satisfies [string, Partial<Preferences>, string[]][]) {
  test(what, () => deepStrictEqual(openSteps({ ...DEFAULT_PREFERENCES, ...changes }), steps));
}

function withoutSunday(): Partial<Preferences> {
  return withSlotSettings(DEFAULT_PREFERENCES, { day: 'Sunday', slot: 'dinner' }, undefined);
}
