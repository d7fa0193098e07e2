/** The eater who is a member. An eater of a family is at most one member; null is not compared. */
import type { Tx } from '#storage/schema.ts';

export async function up({ schema }: Tx): Promise<void> {
  await schema.alterTable('members').addColumn('eater_id', 'text').execute();
  await schema
    .createIndex('members_by_eater')
    .on('members')
    .columns(['family_id', 'eater_id'])
    .unique()
    .execute();
}
