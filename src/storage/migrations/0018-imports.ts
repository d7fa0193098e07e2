/** Imports of recipes from other apps, so that a file is imported once and an import can be undone. */
import type { Tx } from '#storage/schema.ts';

export async function up({ schema }: Tx): Promise<void> {
  await schema
    .createTable('imports')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('made_at', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('placed', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('imports_key', ['family_id', 'id'])
    .execute();
  await schema
    .createTable('imported_recipes')
    .addColumn('family_id', 'text', (c) => c.notNull())
    .addColumn('recipe_id', 'text', (c) => c.notNull())
    .addColumn('import_id', 'text', (c) => c.notNull())
    .addColumn('source_key', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('imported_recipes_key', ['family_id', 'recipe_id'])
    .addUniqueConstraint('imported_recipes_source', ['family_id', 'source_key'])
    .addForeignKeyConstraint(
      'imported_recipes_recipe',
      ['family_id', 'recipe_id'],
      'recipes',
      ['family_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'imported_recipes_import',
      ['family_id', 'import_id'],
      'imports',
      ['family_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  await schema
    .createIndex('imported_recipes_by_import')
    .on('imported_recipes')
    .columns(['family_id', 'import_id'])
    .execute();
}
