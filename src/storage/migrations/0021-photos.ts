/** Photos of recipes: their files, and which recipe has which. */
import type { Tx } from '#storage/schema.ts';

export async function up({ schema }: Tx): Promise<void> {
  await schema
    .createTable('photos')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('media_type', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('photos_key', ['family_id', 'hash'])
    .execute();
  await schema
    .createTable('recipe_photos')
    .addColumn('family_id', 'text', (c) => c.notNull())
    .addColumn('recipe_id', 'text', (c) => c.notNull())
    .addColumn('small', 'text', (c) => c.notNull())
    .addColumn('large', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recipe_photos_key', ['family_id', 'recipe_id'])
    .addForeignKeyConstraint(
      'recipe_photos_recipe',
      ['family_id', 'recipe_id'],
      'recipes',
      ['family_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'recipe_photos_small',
      ['family_id', 'small'],
      'photos',
      ['family_id', 'hash'],
      (c) => c.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'recipe_photos_large',
      ['family_id', 'large'],
      'photos',
      ['family_id', 'hash'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  for (const size of ['small', 'large']) {
    await schema
      .createIndex(`recipe_photos_by_${size}`)
      .on('recipe_photos')
      .columns(['family_id', size])
      .execute();
  }
}
