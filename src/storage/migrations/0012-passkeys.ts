/** Passkeys of members, and attempts to sign in that a device has begun and not finished. */
import type { Tx } from '#storage/schema.ts';

export async function up({ schema }: Tx): Promise<void> {
  await schema
    .createTable('passkeys')
    .addColumn('family_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('member_id', 'text', (c) => c.notNull())
    .addColumn('relying_party', 'text', (c) => c.notNull())
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    // 32 bits without a sign, which an integer of PostgreSQL does not hold.
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text')
    .addPrimaryKeyConstraint('passkeys_key', ['family_id', 'id'])
    .addForeignKeyConstraint(
      'passkeys_member',
      ['family_id', 'member_id'],
      'members',
      ['family_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  await schema.createIndex('passkeys_by_member').on('passkeys').columns(['family_id', 'member_id']).execute();

  await schema
    .createTable('sign_in_attempts')
    .addColumn('token_hash', 'text', (c) => c.primaryKey().notNull())
    // Null for a device whose member is not known yet.
    .addColumn('family_id', 'text', (c) => c.references('families.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('bound_to', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('sign_in_attempts_by_expiry')
    .on('sign_in_attempts')
    .column('expires_at')
    .execute();
}
