/** Wishes: the date on which a family said that it wants a dish soon. */
import { sql } from 'kysely';
import type { Tx } from '#storage/schema.ts';

export async function up(tx: Tx): Promise<void> {
  await sql`alter table recipe_notes add column soon_since text`.execute(tx);
}
