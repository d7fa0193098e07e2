/** Exceptions of weeks: who eats, guests, minutes and notes of single days. */
import { sql } from 'kysely';
import type { Tx } from '#storage/schema.ts';

export async function up(tx: Tx): Promise<void> {
  await sql`create table week_exceptions (
    family_id text not null references families (id) on delete cascade,
    week text not null,
    version bigint not null,
    document text not null,
    guests_end_on text,
    primary key (family_id, week)
  )`.execute(tx);
  await sql`create index week_exceptions_by_guests_end on week_exceptions (guests_end_on)`.execute(tx);
}
