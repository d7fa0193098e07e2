/** Notes and tags of recipes, and since when a dish is wanted soon or frozen: of the family's own and the cookbook's. */
import { sql } from 'kysely';
import type { RecipeNote } from '#domain/recipe/recipe-note.ts';
import { readPages } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';

export type StoredNote = { readonly recipeId: string } & RecipeNote;

const PAGE_SIZE = 1_000;

type NoteRow = {
  recipeId: string;
  note: string;
  tags: string;
  soonSince: string | null;
  frozenSince: string | null;
};

function selectNotes(db: Db, family: string) {
  return db
    .selectFrom('recipe_notes')
    .select([
      'recipe_id as recipeId',
      'note',
      'tags',
      'soon_since as soonSince',
      'frozen_since as frozenSince',
    ])
    .where('family_id', '=', family)
    .orderBy('recipe_id');
}

function storedNote({ recipeId, note, tags, soonSince, frozenSince }: NoteRow): StoredNote {
  return {
    recipeId,
    note,
    tags: JSON.parse(tags) as string[],
    ...(soonSince !== null && { soonSince }),
    ...(frozenSince !== null && { frozenSince }),
  };
}

/** All notes, sorted by recipe, a page at a time. */
export async function* readAllRecipeNotes(db: Db, family: string): AsyncGenerator<StoredNote[]> {
  const pages = readPages<NoteRow>(PAGE_SIZE, (after, limit) =>
    selectNotes(db, family)
      .where('recipe_id', '>', after?.recipeId ?? '')
      .limit(limit)
      .execute(),
  );
  for await (const rows of pages) yield rows.map(storedNote);
}

export async function findRecipeNotes(
  db: Db,
  family: string,
  recipeIds: readonly string[],
): Promise<StoredNote[]> {
  const rows = await selectNotes(db, family).where('recipe_id', 'in', recipeIds).execute();
  return rows.map(storedNote);
}

/** The stored size of the family's notes. */
export async function readNoteBytes(db: Db, family: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('recipe_notes')
    .select(
      sql<number | null>`sum(octet_length(note) + octet_length(tags) + coalesce(octet_length(soon_since), 0)
        + coalesce(octet_length(frozen_since), 0))`.as('bytes'),
    )
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

export function noteBytes({ note, tags, soonSince = '', frozenSince = '' }: RecipeNote): number {
  const texts = Buffer.byteLength(note) + Buffer.byteLength(JSON.stringify(tags));
  return texts + soonSince.length + frozenSince.length;
}

export async function saveRecipeNote(
  db: Db,
  family: string,
  { recipeId, note, tags, soonSince, frozenSince }: StoredNote,
): Promise<void> {
  const dates = { soon_since: soonSince ?? null, frozen_since: frozenSince ?? null };
  const stored = { note, tags: JSON.stringify(tags), ...dates };
  await db
    .insertInto('recipe_notes')
    .values({ family_id: family, recipe_id: recipeId, ...stored })
    .onConflict((conflict) => conflict.columns(['family_id', 'recipe_id']).doUpdateSet(stored))
    .execute();
}

export async function deleteRecipeNotes(db: Db, family: string, recipeIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('recipe_notes')
    .where('family_id', '=', family)
    .where('recipe_id', 'in', recipeIds)
    .execute();
}
