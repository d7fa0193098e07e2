/** For the cookbook: the family's own recipes, operations on shopping lists, the pantry, the units. */
import { sql } from 'kysely';
import type { Tx } from '#storage/schema.ts';
import type { Kind } from '#storage/store.ts';

export async function up({ schema }: Tx, kind: Kind): Promise<void> {
  /** Text sorted by code points, as SQLite sorts it and as results are merged with the cookbook's. */
  const orderedText = kind === 'postgres' ? sql`text collate "C"` : sql`text`;

  await schema
    .alterTable('families')
    .addColumn('units', 'text', (c) => c.notNull().defaultTo('metric'))
    .execute();

  await schema
    .createTable('recipes')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('id', orderedText, (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('title_words', orderedText, (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('card', 'text', (c) => c.notNull())
    .addColumn('catalogue', 'text', (c) => c.notNull())
    // The last column, because it is long: a search does not read it.
    .addColumn('source', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recipes_key', ['family_id', 'id'])
    .execute();

  await schema
    .createTable('list_operations')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('op_id', 'text', (c) => c.notNull())
    .addColumn('week', 'text', (c) => c.notNull())
    .addColumn('arrival', 'bigint', (c) => c.notNull())
    .addColumn('operation', 'text', (c) => c.notNull())
    // An operation counts once, even if it is sent again to another list.
    .addPrimaryKeyConstraint('list_operations_key', ['family_id', 'op_id'])
    .execute();
  await schema
    .createIndex('list_operations_by_arrival')
    .on('list_operations')
    .columns(['family_id', 'week', 'arrival'])
    .execute();

  await schema
    .createTable('pantries')
    .addColumn('family_id', 'text', (c) =>
      c.primaryKey().notNull().references('families.id').onDelete('cascade'),
    )
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('entries', 'text', (c) => c.notNull())
    .execute();
}
