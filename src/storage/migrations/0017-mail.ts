/** Mails to send, links that confirm an address, changes of an address, and invitations by mail. */
import type { Tx } from '#storage/schema.ts';

export async function up({ schema }: Tx): Promise<void> {
  await schema.alterTable('members').addColumn('new_email', 'text').execute();
  await schema.alterTable('invitations').addColumn('email', 'text').execute();
  await schema
    .createTable('queued_mails')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('family_id', 'text', (c) => c.references('families.id').onDelete('cascade'))
    .addColumn('member_id', 'text')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('language', 'text')
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addForeignKeyConstraint(
      'queued_mails_member',
      ['family_id', 'member_id'],
      'members',
      ['family_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  await schema.createIndex('queued_mails_by_due').on('queued_mails').columns(['due_at']).execute();
  await schema
    .createIndex('queued_mails_by_member')
    .on('queued_mails')
    .columns(['family_id', 'member_id'])
    .execute();
  await schema
    .createTable('email_links')
    .addColumn('token_hash', 'text', (c) => c.primaryKey().notNull())
    .addColumn('family_id', 'text', (c) => c.notNull())
    .addColumn('member_id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addForeignKeyConstraint(
      'email_links_member',
      ['family_id', 'member_id'],
      'members',
      ['family_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  await schema
    .createIndex('email_links_by_member')
    .on('email_links')
    .columns(['family_id', 'member_id'])
    .execute();
}
