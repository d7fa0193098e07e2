/**
 * The maker of an invitation, an API key or a display link; the key that replaced a key; the expiry of a display
 * link; and removed members. The makers of existing keys and displays come from the audit log. Existing
 * invitations get none and are void: their makers may have been removed since.
 */
import { sql } from 'kysely';
import type { Tx } from '#storage/schema.ts';
import type { Kind } from '#storage/store.ts';

export async function up(tx: Tx, kind: Kind): Promise<void> {
  const { schema } = tx;
  for (const table of ['invitations', 'api_keys', 'displays']) {
    await schema.alterTable(table).addColumn('made_by', 'text').execute();
  }
  await schema.alterTable('api_keys').addColumn('replaced_by', 'text').execute();
  await schema.alterTable('displays').addColumn('expires_at', 'text').execute();

  await schema
    .createTable('removed_members')
    // No reference to families: the row outlives a deleted family.
    .addColumn('family_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('removed_at', 'text', (c) => c.notNull())
    .execute();

  const detail = kind === 'postgres' ? sql`detail::json` : sql`detail`;
  await sql`
    update api_keys set made_by = made.actor
    from (select family_id, actor, ${detail} ->> 'key' as id from audit where action = 'key.add') as made
    where api_keys.family_id = made.family_id and api_keys.id = made.id
  `.execute(tx);
  await sql`
    update api_keys set made_by = made.actor
    from (select family_id, actor, ${detail} ->> 'to' as id from audit where action = 'key.rotate') as made
    where api_keys.family_id = made.family_id and api_keys.id = made.id
  `.execute(tx);
  await sql`
    update api_keys set replaced_by = rotated.successor
    from (
      select family_id, ${detail} ->> 'key' as id, ${detail} ->> 'to' as successor
      from audit where action = 'key.rotate'
    ) as rotated
    where api_keys.family_id = rotated.family_id and api_keys.id = rotated.id
  `.execute(tx);
  await sql`
    update displays set made_by = made.actor
    from (select family_id, actor, ${detail} ->> 'display' as id from audit where action = 'display.add') as made
    where displays.family_id = made.family_id and displays.id = made.id
  `.execute(tx);
  await sql`
    insert into removed_members (family_id, id, removed_at)
    select family_id, ${detail} ->> 'member', at from audit where action = 'member.remove'
    on conflict do nothing
  `.execute(tx);
}
