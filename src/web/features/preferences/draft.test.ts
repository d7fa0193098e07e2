/** The draft of the preferences after a save. */
import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PREFERENCES } from '#domain/preferences/preferences.ts';
import { afterSave } from './draft.ts';

const SENT = { ...DEFAULT_PREFERENCES, restWeeks: 3 };
/** The server stores preferences in its own form. */
const BASE = { version: 2, preferences: { ...SENT, cuisines: ['Thai'] } };

test('starts from the saved version if nothing was changed since', () => {
  deepStrictEqual(afterSave(structuredClone(SENT), SENT, BASE), {
    base: BASE,
    preferences: BASE.preferences,
  });
});

test('keeps what was changed between the request and its response, on the saved version', () => {
  const latest = { ...SENT, restWeeks: 4 };
  deepStrictEqual(afterSave(latest, SENT, BASE), { base: BASE, preferences: latest });
});
