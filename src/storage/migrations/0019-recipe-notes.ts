/** What a family writes about recipes: a note, and tags as a JSON array. */
import type { Tx } from '#storage/schema.ts';

export async function up({ schema }: Tx): Promise<void> {
  await schema
    .createTable('recipe_notes')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('recipe_id', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('tags', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recipe_notes_key', ['family_id', 'recipe_id'])
    .execute();
}
