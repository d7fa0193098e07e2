/** The dishes that a family refused in a proposal, and when. */
import type { Tx } from '#storage/schema.ts';

export async function up({ schema }: Tx): Promise<void> {
  await schema
    .createTable('refusals')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('recipe_id', 'text', (c) => c.notNull())
    .addColumn('refused_on', 'text', (c) => c.notNull())
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('refusals_key', ['family_id', 'recipe_id'])
    .execute();
}
