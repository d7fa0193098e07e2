/** The first schema: families, members, sessions, invitations, API keys, plans, the audit log. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#storage/schema.ts';
import type { Kind } from '#storage/store.ts';

export async function up({ schema }: Tx, kind: Kind): Promise<void> {
  await createAccounts(schema, kind);
  await createApiKeys(schema, kind);
  await createPlansAndAudit(schema, kind);
}

type Schema = Tx['schema'];

async function createAccounts(schema: Schema, kind: Kind): Promise<void> {
  await schema
    .createTable('families')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .addColumn('premium', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .$call(clusteredFor(kind))
    .execute();

  await schema
    .createTable('members')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('members_key', ['family_id', 'id'])
    .execute();

  await schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (c) => c.primaryKey().notNull())
    .addColumn('family_id', 'text', (c) => c.notNull())
    .addColumn('member_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addForeignKeyConstraint(
      'sessions_member',
      ['family_id', 'member_id'],
      'members',
      ['family_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  await schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute();
  await schema.createIndex('sessions_by_member').on('sessions').columns(['family_id', 'member_id']).execute();

  await schema
    .createTable('invitations')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('invitations_key', ['family_id', 'id'])
    .execute();
}

async function createApiKeys(schema: Schema, kind: Kind): Promise<void> {
  await schema
    .createTable('api_keys')
    // Unique across families: the public part of the key, by which it is found.
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('key_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('revoked_at', 'text')
    .addUniqueConstraint('api_keys_of_family', ['family_id', 'id'])
    .$call(clusteredFor(kind))
    .execute();

  await schema
    .createTable('key_uses')
    .addColumn('key_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('family_id', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text', (c) => c.notNull())
    .addForeignKeyConstraint('key_uses_key', ['family_id', 'key_id'], 'api_keys', ['family_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .$call(clusteredFor(kind))
    .execute();
}

async function createPlansAndAudit(schema: Schema, kind: Kind): Promise<void> {
  await schema
    .createTable('plans')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('week', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('meals', 'text', (c) => c.notNull())
    // One plan per family and week.
    .addPrimaryKeyConstraint('plans_key', ['family_id', 'week'])
    .execute();

  await schema
    .createTable('audit')
    .addColumn('seq', kind === 'postgres' ? 'bigserial' : 'integer', (c) =>
      kind === 'postgres' ? c.primaryKey() : c.primaryKey().autoIncrement(),
    )
    .addColumn('family_id', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('audit_by_family').on('audit').columns(['family_id', 'seq']).execute();
}

/** For small rows that are read by their key: without a rowid SQLite needs one search instead of two. */
function clusteredFor(kind: Kind) {
  return <Builder extends { modifyEnd(end: RawBuilder<unknown>): Builder }>(table: Builder): Builder =>
    kind === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table;
}
