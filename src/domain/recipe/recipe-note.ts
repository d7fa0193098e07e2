/**
 * What a family says about a recipe of the cookbook or its own: a note, tags, that it wants the dish soon, and that it has
 * frozen the dish. Changes say what was seen, so that those made without network lose nothing that others wrote meanwhile. Applying a change twice is
 * the same as once.
 */
import { normalize } from '#domain/text/unicode.ts';

export type RecipeNote = {
  readonly note: string;
  readonly tags: readonly string[];
  /** The date on which the family said that it wants the dish soon. */
  readonly soonSince?: string | undefined;
  /** The date on which the family put the dish in the freezer. */
  readonly frozenSince?: string | undefined;
};
export type RecipeNotes = { readonly [recipeId: string]: RecipeNote };

/** A family's own tags, by recipe. */
export type OwnTags = ReadonlyMap<string, readonly string[]>;

export type NoteChange = {
  readonly recipeId: string;
  /** The text that was seen, and the new one. */
  readonly note?: { readonly before: string; readonly after: string } | undefined;
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
  /** Null if the dish is not wanted soon any more. */
  readonly soonSince?: string | null | undefined;
  /** Null if the dish is not in the freezer any more. */
  readonly frozenSince?: string | null | undefined;
};

export const NO_NOTE: RecipeNote = { note: '', tags: [] };
export const MAX_NOTE_LENGTH = 2_000;
export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 40;

export function applyNoteChange(current: RecipeNote, change: NoteChange): RecipeNote {
  const { note, addTags = [], removeTags = [] } = change;
  const { soonSince = current.soonSince, frozenSince = current.frozenSince } = change;
  const removed = new Set(removeTags.map(tagKey));
  const tags = current.tags.filter((tag) => !removed.has(tagKey(tag)));
  return {
    note: note ? mergeNote(current.note, note) : current.note,
    tags: withTags(tags, addTags),
    ...(soonSince && { soonSince }),
    ...(frozenSince && { frozenSince }),
  };
}

/** Each tag once, whatever its case. */
export function withTags(tags: readonly string[], added: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of [...tags, ...added]) if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag);
  return [...byKey.values()].slice(0, MAX_TAGS);
}

export function tagKey(tag: string): string {
  return normalize(tag, 'NFC').toLowerCase();
}

export function hasTag({ tags }: RecipeNote, tag: string): boolean {
  return tags.some((given) => tagKey(given) === tagKey(tag));
}

export function isEmptyNote({ note, tags, soonSince, frozenSince }: RecipeNote): boolean {
  return note === '' && tags.length === 0 && soonSince === undefined && frozenSince === undefined;
}

/** Somebody else may have changed the note meanwhile: then both stay, each line once. */
function mergeNote(current: string, { before, after }: { before: string; after: string }): string {
  if (current === before) return after;
  const lines = current.split('\n');
  const added = after.split('\n').filter((line) => !lines.includes(line));
  const merged = [...(current === '' ? [] : lines), ...added].join('\n').trim();
  return merged.length <= MAX_NOTE_LENGTH ? merged : after;
}
