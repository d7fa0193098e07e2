/**
 * Reads everything stored about one family, for the family itself, in sections of JSON. They are read in pages within
 * one snapshot, so they need little memory for any amount of data. Stored JSON is passed on unchanged. Leaves out hashes
 * of secrets, and tables that only speed up reads.
 */
import { type ControlledTransaction, sql } from 'kysely';
import { listApiKeys } from '#storage/tables/keys-and-links/api-keys.ts';
import { readAuditLog } from './tables/audit-log.ts';
import { readAllChanges } from '#storage/tables/plan/changes.ts';
import { listCalendarLinks } from '#storage/tables/keys-and-links/calendar-links.ts';
import { listDisplays } from '#storage/tables/keys-and-links/displays.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { listFamilyIdentities } from '#storage/tables/account/identities.ts';
import { listInvitations } from '#storage/tables/account/invitations.ts';
import { readAllLineAnswers } from '#storage/tables/recipe/line-answers.ts';
import { readAllOperations } from '#storage/tables/shopping-list/list-operations.ts';
import { listListLinks } from '#storage/tables/keys-and-links/list-links.ts';
import { findPantry } from '#storage/tables/shopping-list/pantry.ts';
import { listMembers, listRemovedMembers } from '#storage/tables/account/members.ts';
import { nextTurn } from './paging.ts';
import { readAllPhotoFiles, readAllRecipePhotos } from '#storage/tables/recipe/photos.ts';
import { readAllPlans } from '#storage/tables/plan/plans.ts';
import { listFamilyPasskeys } from '#storage/tables/account/passkeys.ts';
import { listPrices } from '#storage/tables/shopping-list/prices.ts';
import { readAllRecipeNotes } from '#storage/tables/recipe/recipe-notes.ts';
import { readAllRecipeTexts } from '#storage/tables/recipe/recipes.ts';
import { listImports, readAllImportedRecipes, readAllImportParts } from './tables/imports.ts';
import { readAllReplacedRecipes } from './tables/replaced-recipes.ts';
import { readAllRejectedDishes } from '#storage/tables/plan/rejected-dishes.ts';
import type { Db, Schema } from './schema.ts';
import { listSessions } from '#storage/tables/account/sessions.ts';
import { readAllTodos } from '#storage/tables/shopping-list/todos.ts';
import { readAllStars } from '#storage/tables/recipe/stars.ts';
import type { Store } from './store.ts';
import { listWebhooks } from '#storage/tables/keys-and-links/webhooks.ts';
import { findDinnerTime } from '#storage/tables/plan/dinner-times.ts';
import { readAllMenus } from '#storage/tables/plan/menus.ts';
import { readAllWeekExceptions } from '#storage/tables/plan/week-exceptions.ts';
import { findPreferences } from '#storage/tables/plan/preferences.ts';

/**
 * Runs a generator in a snapshot. The caller must read to the end or call `return`, which ends the snapshot.
 * PostgreSQL ends the snapshot when the caller takes longer than `maxIdleMs` for a piece.
 */
export async function readInSnapshot<Piece>(
  { db, kind }: Pick<Store, 'db' | 'kind'>,
  maxIdleMs: number,
  read: (snapshot: Db) => AsyncGenerator<Piece, void>,
): Promise<AsyncGenerator<Piece, void>> {
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
  const pieces = readToEnd(snapshot, read);
  // Starts the generator: only then does `return` run its `finally`, which ends the snapshot.
  await pieces.next();
  return pieces as AsyncGenerator<Piece, void>;
}

/** The first piece is undefined. */
async function* readToEnd<Piece>(
  snapshot: ControlledTransaction<Schema>,
  read: (snapshot: Db) => AsyncGenerator<Piece, void>,
): AsyncGenerator<Piece | undefined, void> {
  try {
    yield undefined;
    for await (const piece of read(snapshot)) {
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

/** All sections as one JSON document, in pieces. */
export function exportFamily(
  store: Pick<Store, 'db' | 'kind'>,
  family: string,
  maxIdleMs: number,
): Promise<AsyncGenerator<string, void>> {
  return readInSnapshot(store, maxIdleMs, (tx) => documentOf(tx, family, SECTION_NAMES));
}

/** A JSON object with these sections. */
export async function* documentOf(
  tx: Db,
  family: string,
  names: readonly SectionName[],
): AsyncGenerator<string, void> {
  let before = '{';
  for (const name of names) {
    yield `${before}"${name}":`;
    yield* SECTIONS[name](tx, family);
    before = ',';
  }
  yield '}';
}

type Section = (tx: Db, family: string) => AsyncGenerator<string, void>;

/** The text of each section, a JSON value, in pieces. */
export const SECTIONS = {
  family: value(async (tx, family) => (await findFamily(tx, family)) ?? null),
  members: value(listMembers),
  sessions: value(listSessions),
  passkeys: value(listFamilyPasskeys),
  identities: value(listFamilyIdentities),
  invitations: value(listInvitations),
  apiKeys: value(listApiKeys),
  plans: rows(readAllPlans),
  recipes: rows(
    readAllRecipeTexts,
    ({ id, version, source }) => `{"id":${JSON.stringify(id)},"version":${version},"source":${source}}`,
  ),
  recipeNotes: rows(readAllRecipeNotes),
  photos: rows(readAllPhotoFiles),
  recipePhotos: rows(readAllRecipePhotos),
  imports: value(listImports),
  importParts: rows(readAllImportParts),
  importedRecipes: rows(readAllImportedRecipes),
  replacedRecipes: rows(readAllReplacedRecipes),
  pantry: value(async (tx, family) => (await findPantry(tx, family))?.entries ?? []),
  prices: value(listPrices),
  lineAnswers: rows(readAllLineAnswers),
  preferences: value(async (tx, family) => (await findPreferences(tx, family))?.preferences ?? null),
  weekExceptions: rows(readAllWeekExceptions),
  menus: rows(readAllMenus),
  stars: rows(readAllStars),
  rejectedDishes: rows(readAllRejectedDishes),
  listOperations: rows(
    readAllOperations,
    ({ week, operation }) => `{"week":${JSON.stringify(week)},"operation":${operation}}`,
  ),
  todos: rows(readAllTodos),
  listLinks: value(listListLinks),
  displays: value(listDisplays),
  calendarLinks: value(listCalendarLinks),
  webhooks: value(listWebhooks),
  dinnerTime: value(async (tx, family) => (await findDinnerTime(tx, family))?.time ?? null),
  removedMembers: value(listRemovedMembers),
  changes: rows(readAllChanges),
  audit: rows(
    readAuditLog,
    ({ detail, ...line }) => `${JSON.stringify(line).slice(0, -1)},"detail":${detail}}`,
  ),
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof SECTIONS;
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

function value(read: (tx: Db, family: string) => Promise<unknown>): Section {
  return async function* section(tx, family) {
    yield JSON.stringify(await read(tx, family));
  };
}

/** An array of all rows, one a line; each page is a piece. */
function rows<Row>(
  read: (tx: Db, family: string) => AsyncIterable<Row[]>,
  text: (row: Row) => string = (row) => JSON.stringify(row),
): Section {
  return async function* section(tx, family) {
    let before = '[';
    for await (const page of read(tx, family)) {
      yield before + page.map(text).join(',\n');
      before = ',\n';
    }
    // Without rows the bracket is not open yet.
    yield before === '[' ? '[]' : ']';
  };
}
