/** Menus that a family saves, and the dates on which it said that it wants a dish soon, and that it has frozen one. */
import { sql } from 'kysely';
import type { Tx } from '#storage/schema.ts';

export async function up(tx: Tx): Promise<void> {
  await sql`alter table recipe_notes add column soon_since text`.execute(tx);
  await sql`alter table recipe_notes add column frozen_since text`.execute(tx);
  await sql`create table menus (
    family_id text not null references families (id) on delete cascade,
    id text not null,
    name text not null,
    version bigint not null,
    document text not null,
    primary key (family_id, id)
  )`.execute(tx);
}
