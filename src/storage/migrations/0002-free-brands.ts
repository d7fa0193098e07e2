/** An answer to an ingredient line can also say that the family's brands are free from allergens of others. */
import { sql } from 'kysely';
import type { Tx } from '#storage/schema.ts';

export async function up(tx: Tx): Promise<void> {
  await sql`alter table line_answers add column brands text`.execute(tx);
}
