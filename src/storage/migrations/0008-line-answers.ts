/** What members say about ingredient lines that the parser does not understand. */
import { sql } from 'kysely';
import type { Tx } from '#storage/schema.ts';
import type { Kind } from '#storage/store.ts';

export async function up({ schema }: Tx, kind: Kind): Promise<void> {
  await schema
    .createTable('line_answers')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    // Sorted by code points, as SQLite sorts text.
    .addColumn('words', kind === 'postgres' ? sql`text collate "C"` : sql`text`, (c) => c.notNull())
    .addColumn('food_id', 'text')
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('line_answers_key', ['family_id', 'words'])
    .execute();
}
