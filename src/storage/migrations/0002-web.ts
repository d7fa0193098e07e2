/**
 * For the web app: the details of meals that only the family sees, the device of a session, links for kitchen
 * displays, and the ids of applied changes.
 */
import type { Tx } from '#storage/schema.ts';

export async function up({ schema }: Tx): Promise<void> {
  await schema
    .alterTable('plans')
    .addColumn('details', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
  await schema
    .alterTable('sessions')
    .addColumn('device', 'text', (c) => c.notNull().defaultTo(''))
    .execute();

  await schema
    .createTable('displays')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text')
    .addPrimaryKeyConstraint('displays_key', ['family_id', 'id'])
    .execute();

  await schema
    .createTable('changes')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('made_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('changes_key', ['family_id', 'id'])
    .execute();
  await schema.createIndex('changes_by_age').on('changes').columns(['family_id', 'made_at']).execute();
}
