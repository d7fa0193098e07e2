/**
 * What is being said and not saved yet, and against what it was begun. It stays while one looks at
 * another page; what nobody has touched follows the service.
 */
import { useState } from 'react';
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { SavedPreferences } from '#http/app/contract.ts';

type Draft = { seen: SavedPreferences; wishes: Preferences };

let kept: Draft | undefined;

export function useDraft(answer: SavedPreferences) {
  const [state, setState] = useState<Draft>(() => kept ?? begin(answer));
  const isChanged = !isSame(state.wishes, state.seen.wishes);
  const draft = isChanged || answer.version <= state.seen.version ? state : begin(answer);
  const set = (next: Draft) => {
    kept = isSame(next.wishes, next.seen.wishes) ? undefined : next;
    setState(next);
  };
  return {
    ...draft,
    isChanged,
    t: (part: Partial<Preferences>) => set({ ...draft, wishes: { ...draft.wishes, ...part } }),
    /** Goes on from what the service has. */
    restart: (said: SavedPreferences) => set(begin(said)),
  };
}

function begin(seen: SavedPreferences): Draft {
  return { seen, wishes: seen.wishes };
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
