/** Identities: accounts at an identity provider (OpenID Connect) with which members sign in. */
import type { Tx } from '#storage/schema.ts';

export async function up({ schema }: Tx): Promise<void> {
  await schema
    .createTable('identities')
    .addColumn('family_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('member_id', 'text', (c) => c.notNull())
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text')
    .addPrimaryKeyConstraint('identities_key', ['family_id', 'id'])
    .addUniqueConstraint('identities_subject', ['issuer', 'subject'])
    .addForeignKeyConstraint(
      'identities_member',
      ['family_id', 'member_id'],
      'members',
      ['family_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
}
