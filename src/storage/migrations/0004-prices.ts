/** Food prices that a family sets itself. */
import type { Tx } from '#storage/schema.ts';

export async function up({ schema }: Tx): Promise<void> {
  await schema
    .createTable('prices')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('food_id', 'text', (c) => c.notNull())
    .addColumn('cents_per_kg', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('prices_key', ['family_id', 'food_id'])
    .execute();
}
