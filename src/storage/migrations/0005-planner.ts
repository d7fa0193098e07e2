/** For the planner: a family's preferences, the time of its automatic planning, and its eaters' stars for recipes. */
import type { Tx } from '#storage/schema.ts';

export async function up({ schema }: Tx): Promise<void> {
  await schema
    .createTable('wishes')
    .addColumn('family_id', 'text', (c) =>
      c.primaryKey().notNull().references('families.id').onDelete('cascade'),
    )
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('document', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text')
    .execute();
  await schema.createIndex('wishes_by_due').on('wishes').column('due_at').execute();

  await schema
    .createTable('stars')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('eater_id', 'text', (c) => c.notNull())
    .addColumn('recipe_id', 'text', (c) => c.notNull())
    .addColumn('stars', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('stars_key', ['family_id', 'eater_id', 'recipe_id'])
    .execute();
}
