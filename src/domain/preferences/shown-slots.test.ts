import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PREFERENCES, plannedSlots } from './preferences.ts';
import { shownSlots } from './shown-slots.ts';

test('a family that has not chosen its slots, or plans none, sees breakfast, lunch and dinner', () => {
  deepStrictEqual(shownSlots(undefined), ['breakfast', 'lunch', 'dinner']);
  deepStrictEqual(shownSlots([]), ['breakfast', 'lunch', 'dinner']);
});

test('a family sees the slots that it plans on some day', () => {
  const slotSettings = { Monday: { dinner: {} }, Friday: {}, Sunday: { snack: {}, lunchbox: {} } };
  const planned = plannedSlots({ ...DEFAULT_PREFERENCES, slotSettings });
  deepStrictEqual(planned, ['lunchbox', 'snack', 'dinner']);
  deepStrictEqual(shownSlots(planned), planned);
});

test('a slot with a meal is shown', () => {
  const meals = { Sunday: { snack: { description: 'Cake' } } };
  deepStrictEqual(shownSlots(['dinner'], meals), ['snack', 'dinner']);
  deepStrictEqual(shownSlots(['dinner'], { Sunday: {} }), ['dinner']);
  deepStrictEqual(shownSlots(undefined, meals), ['breakfast', 'lunch', 'snack', 'dinner']);
});
