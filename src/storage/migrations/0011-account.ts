/**
 * When and where a session was used and last proven. The confirmation of a member's address, and the language of mails
 * to them. Existing sessions count as not proven.
 */
import type { Tx } from '#storage/schema.ts';

export async function up({ schema }: Tx): Promise<void> {
  await schema.alterTable('sessions').addColumn('proven_at', 'text').execute();
  await schema.alterTable('sessions').addColumn('seen_at', 'text').execute();
  await schema
    .alterTable('sessions')
    .addColumn('address', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await schema.alterTable('members').addColumn('email_confirmed_at', 'text').execute();
  await schema.alterTable('members').addColumn('language', 'text').execute();
}
