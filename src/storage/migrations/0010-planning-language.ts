/** The language in which weeks that are planned automatically name their dishes. Null means English. */
import type { Tx } from '#storage/schema.ts';

export async function up({ schema }: Tx): Promise<void> {
  await schema.alterTable('wishes').addColumn('language', 'text').execute();
}
