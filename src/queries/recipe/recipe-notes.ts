/** What a family has written about recipes. */
import { currentRecipeId } from '#cookbook/recipes.ts';
import {
  NO_NOTE,
  type OwnTags,
  type RecipeNote,
  type RecipeNotes,
  withTags,
} from '#domain/recipe/recipe-note.ts';
import type { Db } from '#storage/schema.ts';
import { readAllRecipeNotes } from '#storage/tables/recipe/recipe-notes.ts';

/** By recipe. The notes of a dish that was merged into another are with the other. */
export async function readRecipeNotes(db: Db, family: string): Promise<RecipeNotes> {
  const notes: { [recipeId: string]: RecipeNote } = {};
  for await (const stored of readAllRecipeNotes(db, family)) {
    for (const { recipeId, ...note } of stored) {
      const id = currentRecipeId(recipeId);
      notes[id] = joinNotes([notes[id] ?? NO_NOTE, note]);
    }
  }
  return notes;
}

export async function readOwnTags(db: Db, family: string): Promise<OwnTags> {
  return ownTagsIn(await readRecipeNotes(db, family));
}

export function ownTagsIn(notes: RecipeNotes): OwnTags {
  return new Map(Object.entries(notes).flatMap(([id, { tags }]) => (tags.length > 0 ? [[id, tags]] : [])));
}

export function joinNotes(notes: readonly RecipeNote[]): RecipeNote {
  const texts = notes.map(({ note }) => note).filter((note) => note !== '');
  const [soonSince, frozenSince] = (['soonSince', 'frozenSince'] as const).map((said) =>
    notes
      .flatMap((note) => note[said] ?? [])
      .toSorted()
      .at(-1),
  );
  return {
    note: [...new Set(texts)].join('\n'),
    tags: withTags(
      [],
      notes.flatMap(({ tags }) => tags),
    ),
    ...(soonSince !== undefined && { soonSince }),
    ...(frozenSince !== undefined && { frozenSince }),
  };
}
