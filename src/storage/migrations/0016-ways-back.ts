/** Ways back to an account: reset links and recovery codes; and notices that tell the family of their use. */
import type { Tx } from '#storage/schema.ts';

export async function up({ schema }: Tx): Promise<void> {
  const ofMember = (table: string) =>
    schema
      .createTable(table)
      .addColumn('family_id', 'text', (c) => c.notNull())
      .addColumn('member_id', 'text', (c) => c.notNull())
      .addForeignKeyConstraint(
        `${table}_member`,
        ['family_id', 'member_id'],
        'members',
        ['family_id', 'id'],
        (c) => c.onDelete('cascade'),
      );
  await ofMember('reset_links')
    .addColumn('token_hash', 'text', (c) => c.primaryKey().notNull())
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('reset_links_by_member')
    .on('reset_links')
    .columns(['family_id', 'member_id'])
    .execute();
  await ofMember('recovery_codes')
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['family_id', 'member_id', 'code_hash'])
    .execute();
  await ofMember('notices')
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('notices_key', ['family_id', 'member_id', 'kind', 'about'])
    .execute();
}
