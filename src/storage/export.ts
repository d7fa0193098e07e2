/**
 * Exports everything stored about one family, for the family itself, as one JSON document. It is read in pages
 * within one snapshot, so it needs little memory for any amount of data. Stored JSON is passed on unchanged.
 * Leaves out hashes of secrets, and tables that only speed up reads.
 */
import { type ControlledTransaction, sql } from 'kysely';
import { listApiKeys } from './tables/api-keys.ts';
import { readAuditLog } from './tables/audit-log.ts';
import { readAllChanges } from './tables/changes.ts';
import { listDisplays } from './tables/displays.ts';
import { findFamily } from './tables/families.ts';
import { listFamilyIdentities } from './tables/identities.ts';
import { listInvitations } from './tables/invitations.ts';
import { readAllLineAnswers } from './tables/line-answers.ts';
import { readAllOperations } from './tables/list-operations.ts';
import { listListLinks } from './tables/list-links.ts';
import { findPantry } from './tables/pantry.ts';
import { listMembers, listRemovedMembers } from './tables/members.ts';
import { nextTurn } from './paging.ts';
import { readAllPlans } from './tables/plans.ts';
import { listFamilyPasskeys } from './tables/passkeys.ts';
import { listPrices } from './tables/prices.ts';
import { readAllRecipeTexts } from './tables/recipes.ts';
import { readAllRefusals } from './tables/refusals.ts';
import type { Db, Schema } from './schema.ts';
import { listSessions } from './tables/sessions.ts';
import { readAllStars } from './tables/stars.ts';
import type { Store } from './store.ts';
import { findPreferences } from './tables/preferences.ts';

/**
 * Yields the text in pieces. The caller must read to the end or call `return`, which ends the snapshot.
 * PostgreSQL ends the snapshot when the caller takes longer than `maxIdleMs` for a piece.
 */
export async function exportFamily(
  { db, kind }: Pick<Store, 'db' | 'kind'>,
  family: string,
  maxIdleMs: number,
): Promise<AsyncGenerator<string, void>> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    if (kind === 'postgres') {
      await sql`set local idle_in_transaction_session_timeout = ${sql.lit(maxIdleMs)}`.execute(snapshot);
    }
  } catch (error) {
    await end(snapshot);
    throw error;
  }
  const pieces = readToEnd(snapshot, family);
  // Starts the generator: only then does `return` run its `finally`, which ends the snapshot.
  await pieces.next();
  return pieces;
}

async function* readToEnd(
  snapshot: ControlledTransaction<Schema>,
  family: string,
): AsyncGenerator<string, void> {
  try {
    yield '';
    for await (const piece of documentOf(snapshot, family)) {
      yield piece;
      await nextTurn();
    }
  } finally {
    await end(snapshot);
  }
}

/** Nothing was written, so a rollback loses nothing. An error means that the connection is broken and the snapshot over. */
async function end(snapshot: ControlledTransaction<Schema>): Promise<void> {
  await snapshot
    .rollback()
    .execute()
    .catch(() => {});
}

async function* documentOf(tx: Db, family: string): AsyncGenerator<string, void> {
  yield `{"family":${JSON.stringify((await findFamily(tx, family)) ?? null)}`;
  yield `,"members":${JSON.stringify(await listMembers(tx, family))}`;
  yield `,"sessions":${JSON.stringify(await listSessions(tx, family))}`;
  yield `,"passkeys":${JSON.stringify(await listFamilyPasskeys(tx, family))}`;
  yield `,"identities":${JSON.stringify(await listFamilyIdentities(tx, family))}`;
  yield `,"invitations":${JSON.stringify(await listInvitations(tx, family))}`;
  yield `,"apiKeys":${JSON.stringify(await listApiKeys(tx, family))}`;
  yield* arrayOf('plans', readAllPlans(tx, family), (plan) => JSON.stringify(plan));
  yield* arrayOf(
    'recipes',
    readAllRecipeTexts(tx, family),
    ({ id, version, source }) => `{"id":${JSON.stringify(id)},"version":${version},"source":${source}}`,
  );
  yield `,"pantry":${JSON.stringify((await findPantry(tx, family))?.entries ?? [])}`;
  yield `,"prices":${JSON.stringify(await listPrices(tx, family))}`;
  yield* arrayOf('lineAnswers', readAllLineAnswers(tx, family), (answer) => JSON.stringify(answer));
  yield `,"wishes":${JSON.stringify((await findPreferences(tx, family))?.preferences ?? null)}`;
  yield* arrayOf('stars', readAllStars(tx, family), (star) => JSON.stringify(star));
  yield* arrayOf('refusals', readAllRefusals(tx, family), (refusal) => JSON.stringify(refusal));
  yield* arrayOf(
    'listOperations',
    readAllOperations(tx, family),
    ({ week, operation }) => `{"week":${JSON.stringify(week)},"operation":${operation}}`,
  );
  yield `,"listLinks":${JSON.stringify(await listListLinks(tx, family))}`;
  yield `,"displays":${JSON.stringify(await listDisplays(tx, family))}`;
  yield `,"removedMembers":${JSON.stringify(await listRemovedMembers(tx, family))}`;
  yield* arrayOf('changes', readAllChanges(tx, family), (change) => JSON.stringify(change));
  yield* arrayOf(
    'audit',
    readAuditLog(tx, family),
    ({ detail, ...line }) => `${JSON.stringify(line).slice(0, -1)},"detail":${detail}}`,
  );
  yield '}';
}

/** A field of the document with an array of all rows; each page is a piece. */
async function* arrayOf<Row>(
  name: string,
  pages: AsyncIterable<Row[]>,
  text: (row: Row) => string,
): AsyncGenerator<string, void> {
  let before = `,"${name}":[`;
  for await (const rows of pages) {
    yield before + rows.map(text).join(',');
    before = ',';
  }
  // Without rows the bracket is not open yet.
  yield before === ',' ? ']' : `${before}]`;
}
