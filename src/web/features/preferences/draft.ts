/**
 * The unsaved draft of the preferences and the version it started from. It survives a visit to another page.
 * An unchanged draft follows the server.
 */
import { useLayoutEffect, useRef, useState } from 'react';
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { SavedPreferences } from '#http/endpoints/plan/preferences.ts';

type Draft = { base: SavedPreferences; preferences: Preferences };

let unsavedDraft: Draft | undefined;

export function useDraft(saved: SavedPreferences) {
  const [state, setState] = useState<Draft>(() => unsavedDraft ?? startFrom(saved));
  const isChanged = !isSame(state.preferences, state.base.preferences);
  const draft = isChanged || saved.version <= state.base.version ? state : startFrom(saved);
  // The response to a save comes in a later render than the one that sent it.
  const latest = useRef(draft);
  useLayoutEffect(() => void (latest.current = draft), [draft]);
  const set = (next: Draft) => {
    unsavedDraft = isSame(next.preferences, next.base.preferences) ? undefined : next;
    setState(next);
  };
  return {
    ...draft,
    isChanged,
    change: (part: Partial<Preferences>) => set({ ...draft, preferences: { ...draft.preferences, ...part } }),
    /** Discards the changes and starts from a saved version. */
    restart: (base: SavedPreferences) => set(startFrom(base)),
    /** `base` is what the server saved of `sent`. Keeps what was changed while the request was sent. */
    saved: (sent: Preferences, base: SavedPreferences) =>
      set(afterSave(latest.current.preferences, sent, base)),
  };
}

export function afterSave(latest: Preferences, sent: Preferences, base: SavedPreferences): Draft {
  return isSame(latest, sent) ? startFrom(base) : { base, preferences: latest };
}

function startFrom(base: SavedPreferences): Draft {
  return { base, preferences: base.preferences };
}

export function isSame(first: unknown, second: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}
