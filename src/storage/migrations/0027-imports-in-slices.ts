/** An import is stored in slices: its state, and what each slice has placed, so that it can be continued and undone. */
import type { Tx } from '#storage/schema.ts';

export async function up(tx: Tx): Promise<void> {
  const { schema } = tx;
  for (const column of ['content_hash', 'state', 'run'])
    await schema
      .alterTable('imports')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(column === 'state' ? 'complete' : ''))
      .execute();
  await schema
    .createTable('import_parts')
    .addColumn('family_id', 'text', (c) => c.notNull())
    .addColumn('import_id', 'text', (c) => c.notNull())
    .addColumn('part', 'bigint', (c) => c.notNull())
    .addColumn('meals', 'integer', (c) => c.notNull())
    .addColumn('placed', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('import_parts_key', ['family_id', 'import_id', 'part'])
    .addForeignKeyConstraint(
      'import_parts_import',
      ['family_id', 'import_id'],
      'imports',
      ['family_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  await schema
    .createTable('replaced_recipes')
    .addColumn('family_id', 'text', (c) => c.notNull())
    .addColumn('import_id', 'text', (c) => c.notNull())
    .addColumn('recipe_id', 'text', (c) => c.notNull())
    .addColumn('source_key', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('version_before', 'integer', (c) => c.notNull())
    .addColumn('source_before', 'text')
    .addColumn('has_new_photo', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('replaced_recipes_key', ['family_id', 'import_id', 'recipe_id'])
    .addForeignKeyConstraint(
      'replaced_recipes_recipe',
      ['family_id', 'recipe_id'],
      'recipes',
      ['family_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'replaced_recipes_import',
      ['family_id', 'import_id'],
      'imports',
      ['family_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  await schema
    .createIndex('replaced_recipes_by_recipe')
    .on('replaced_recipes')
    .columns(['family_id', 'recipe_id'])
    .execute();
  await schema.alterTable('imports').dropColumn('placed').execute();
}
