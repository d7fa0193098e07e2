/** Saves a part of the preferences. If somebody else saves at the same time, the change is applied to theirs. */
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { SavedPreferences } from '#http/endpoints/plan/preferences.ts';
import { ApiError } from '#web/base/api.ts';
import { loadPreferences, savePreferences } from './preferences-queries.ts';

type Change = (preferences: Preferences) => Preferences;

export async function savePart({ version, preferences }: SavedPreferences, change: Change): Promise<void> {
  try {
    await savePreferences({ version, preferences: change(preferences) });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'stale-preferences')) throw error;
    const current = error.body.current as SavedPreferences;
    await savePreferences({ version: current.version, preferences: change(current.preferences) });
  }
}

export async function dismissSteps(): Promise<void> {
  await savePart(await loadPreferences(), (preferences) => ({
    ...preferences,
    start: { ...preferences.start, isDismissed: true },
  }));
}
