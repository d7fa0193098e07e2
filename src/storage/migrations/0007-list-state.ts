/**
 * The folded state of shopping lists, so that a read does not process all operations of a week, and the tags of
 * own recipes, so that the preferences page does not parse every recipe. Lists are folded when they are next used
 * (storage/tables/shopping-list/list-state.ts), not here: a large database would be locked for too long.
 */
import { sql } from 'kysely';
import type { Tx } from '#storage/schema.ts';
import type { Kind } from '#storage/store.ts';

export async function up(db: Tx, kind: Kind): Promise<void> {
  await addListState(db, kind);
  await addRecipeTags(db, kind);
}

async function addListState({ schema }: Tx, kind: Kind): Promise<void> {
  // A server of the previous release inserts operations without a state: they count as unfolded.
  await schema
    .alterTable('list_operations')
    .addColumn('state', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.dropIndex('list_operations_by_arrival').execute();
  await schema
    .createIndex('list_operations_by_arrival')
    .on('list_operations')
    .columns(['family_id', 'arrival'])
    .execute();
  await schema
    .createIndex('list_operations_by_state')
    .on('list_operations')
    .columns(['family_id', 'week', 'state', 'op_id'])
    .execute();
  await schema
    .createIndex('list_operations_unfolded')
    .on('list_operations')
    .columns(['family_id', 'week', 'arrival'])
    .where(sql.ref('state'), '=', sql.lit(0))
    .execute();

  await schema
    .createTable('lists')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('week', 'text', (c) => c.notNull())
    .addColumn('operations', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('lists_key', ['family_id', 'week'])
    .execute();
  await schema
    .createTable('list_items')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('week', 'text', (c) => c.notNull())
    .addColumn('item_id', orderedText(kind), (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('first_tick', 'bigint')
    .addPrimaryKeyConstraint('list_items_key', ['family_id', 'week', 'item_id'])
    .execute();
  await schema
    .createTable('list_early_undos')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('week', 'text', (c) => c.notNull())
    .addColumn('op_id', 'text', (c) => c.notNull())
    .addColumn('times', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('list_early_undos_key', ['family_id', 'week', 'op_id'])
    .execute();
}

async function addRecipeTags(db: Tx, kind: Kind): Promise<void> {
  const { schema } = db;
  // Recipes are listed by title, a page at a time.
  await schema
    .createIndex('recipes_by_title')
    .on('recipes')
    .columns(['family_id', 'title_words', 'id'])
    .execute();
  // A table of its own: to read a column after `source`, SQLite reads all pages of a long recipe.
  await schema
    .createTable('recipe_tags')
    .addColumn('family_id', 'text', (c) => c.notNull())
    .addColumn('recipe_id', orderedText(kind), (c) => c.notNull())
    .addColumn('protein', 'text', (c) => c.notNull())
    .addColumn('cuisine', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recipe_tags_key', ['family_id', 'recipe_id'])
    .addForeignKeyConstraint(
      'recipe_tags_recipe',
      ['family_id', 'recipe_id'],
      'recipes',
      ['family_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  const field = (name: string) =>
    kind === 'postgres' ? sql`source::json ->> ${sql.lit(name)}` : sql`source ->> ${sql.lit(name)}`;
  await sql`
    insert into recipe_tags (family_id, recipe_id, protein, cuisine)
    select family_id, id, coalesce(${field('protein')}, ''), coalesce(${field('cuisine')}, '') from recipes
  `.execute(db);
}

/** Text sorted by code points, as SQLite sorts it. */
function orderedText(kind: Kind) {
  return kind === 'postgres' ? sql`text collate "C"` : sql`text`;
}
