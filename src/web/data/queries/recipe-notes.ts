/** The pages' interface to the note store: hooks that read notes and tags with unsent changes, and the change. */
import { useEffect, useMemo } from 'react';
import {
  NO_NOTE,
  type NoteChange,
  type RecipeNote,
  type RecipeNotes,
  tagKey,
} from '#domain/recipe/recipe-note.ts';
import { ApiError } from '#web/base/api.ts';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { createMemberStore } from '#web/data/stores/member-store.ts';
import { openNoteStore, withPendingNotes } from '#web/data/stores/note-store.ts';
import { plans } from '#web/data/sync.ts';

/** Shows why the server refused a change; set by the page that shows notes. */
let report: (error: ApiError) => void = () => {};

const notes = createMemberStore((account, onChange) =>
  openNoteStore(account, onChange, ({ status, code, detail }) =>
    report(new ApiError(status, { code, detail })),
  ),
);

/** Opens the note store, which sends pending changes. */
export const startNoteSync = notes.start;

const NONE: RecipeNotes = {};
const NO_CHANGES: readonly NoteChange[] = [];

/** By recipe, refetched after changes of the family while a page shows them. */
export function useRecipeNotes(): RecipeNotes {
  const { t } = useTranslation();
  const store = notes.useCurrent();
  const saved = notes.useSelected(() => store?.saved() ?? NONE);
  const pending = notes.useSelected(() => store?.pending() ?? NO_CHANGES);
  const events = plans.useCurrent();
  useEffect(() => events?.onChanged((changeId) => store?.refresh(changeId)), [events, store]);
  useEffect(() => store?.watch(), [store]);
  useEffect(() => {
    report = (error) => showToast({ kind: 'bad', text: problemText(t, error) });
  }, [t]);
  return useMemo(() => withPendingNotes(saved, pending), [saved, pending]);
}

export function useRecipeNote(recipeId: string): RecipeNote {
  return useRecipeNotes()[recipeId] ?? NO_NOTE;
}

/** The recipes that the family wants soon, the first wanted first. */
export function useWantedRecipes(): string[] {
  const all = useRecipeNotes();
  return useMemo(() => {
    const found = Object.entries(all).flatMap(([id, { soonSince }]) => (soonSince ? { id, soonSince } : []));
    return found
      .toSorted((first, second) => first.soonSince.localeCompare(second.soonSince))
      .map(({ id }) => id);
  }, [all]);
}

/** All tags of the family, each once, sorted. */
export function useFamilyTags(): string[] {
  const all = useRecipeNotes();
  return useMemo(() => {
    const byKey = new Map<string, string>();
    for (const { tags } of Object.values(all)) for (const tag of tags) byKey.set(tagKey(tag), tag);
    return [...byKey.values()].toSorted((first, second) => first.localeCompare(second));
  }, [all]);
}

/** Shows the change at once, and sends it until the server has it. */
export function changeNote(change: NoteChange): void {
  notes.current()?.change(change);
}
