/** Webhook endpoints, their deliveries, and the time of `dinner.today`. */
import type { Tx } from '#storage/schema.ts';

export async function up({ schema }: Tx): Promise<void> {
  await schema
    .createTable('webhooks')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('types', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('old_secret', 'text')
    .addColumn('old_secret_until', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('last_change', 'bigint', (c) => c.notNull())
    .addColumn('off_at', 'text')
    .addColumn('off_reason', 'text')
    .addColumn('failing_since', 'text')
    .addColumn('blocked_until', 'text')
    .addColumn('claimed_until', 'text')
    .addPrimaryKeyConstraint('webhooks_key', ['family_id', 'id'])
    .execute();
  await schema
    .createTable('webhook_deliveries')
    .addColumn('family_id', 'text', (c) => c.notNull())
    .addColumn('webhook_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('attempted_at', 'text')
    .addColumn('outcome', 'text')
    .addColumn('due_at', 'text')
    .addPrimaryKeyConstraint('webhook_deliveries_key', ['family_id', 'webhook_id', 'id'])
    .addForeignKeyConstraint(
      'webhook_deliveries_webhook',
      ['family_id', 'webhook_id'],
      'webhooks',
      ['family_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await schema.createIndex('webhook_deliveries_due').on('webhook_deliveries').column('due_at').execute();
  await schema
    .createTable('dinner_times')
    .addColumn('family_id', 'text', (c) =>
      c.primaryKey().notNull().references('families.id').onDelete('cascade'),
    )
    .addColumn('time', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addColumn('sent_on', 'text')
    .execute();
  await schema.createIndex('dinner_times_due').on('dinner_times').column('due_at').execute();
}
