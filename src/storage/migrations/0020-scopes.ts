/** What an API key may do. The keys that exist only read, and so do those that a server of the previous release makes. */
import type { Tx } from '#storage/schema.ts';

export async function up({ schema }: Tx): Promise<void> {
  await schema
    .alterTable('api_keys')
    .addColumn('scopes', 'text', (c) => c.notNull().defaultTo('plans:read lists:read recipes:read'))
    .execute();
}
