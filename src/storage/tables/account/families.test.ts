/** Every storage function with another family's id: it finds and changes nothing. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { indexRecipe } from '#queries/recipe/recipe-search.ts';
import { dump } from '#test/support/snapshot.ts';
import { ANSWERED_LINE, makeWorld, RECIPE, week, WEEK } from '#test/support/world.ts';
import { freshStore, KINDS, type Scope } from '#test/support/store.ts';
import type { Kind } from '#storage/store.ts';
import { findApiKey, listApiKeys, updateApiKey } from '#storage/tables/keys-and-links/api-keys.ts';
import { readAuditLog, readLastChangeOf } from '#storage/tables/audit-log.ts';
import {
  deleteChangesBefore,
  deleteOldestChanges,
  hasChange,
  readAllChanges,
} from '#storage/tables/plan/changes.ts';
import {
  deleteDisplay,
  listDisplays,
  listDisplayTokenHashes,
  updateDisplay,
} from '#storage/tables/keys-and-links/displays.ts';
import { exportFamily } from '#storage/export.ts';
import { ALL_ACCESS, countAccess, endAccess } from './access.ts';
import { deleteFamily, findFamily, updateFamily } from './families.ts';
import { deleteInvitation, listInvitations, listOpenInvitations } from './invitations.ts';
import {
  findLiveOperations,
  findTickedItemsBefore,
  prepareStep,
  readItemVersions,
  readListSize,
} from '#storage/tables/shopping-list/list-state.ts';
import {
  findOperationIds,
  findOperations,
  readAllOperations,
} from '#storage/tables/shopping-list/list-operations.ts';
import {
  countOtherLineAnswers,
  deleteLineAnswer,
  findLineAnswers,
  findLineAnswersFingerprint,
  readAllLineAnswers,
} from '#storage/tables/recipe/line-answers.ts';
import { findPantry } from '#storage/tables/shopping-list/pantry.ts';
import {
  deleteMember,
  findMember,
  findPasswordHash,
  listMembers,
  listRemovedMembers,
  recordRemoval,
  updateMember,
} from './members.ts';
import {
  deletePlan,
  findPlan,
  findPlansBetween,
  findPlanText,
  findWeeksWithRecipe,
  listPlanWeeks,
  readAllPlans,
  readPlanBytes,
  savePlan,
} from '#storage/tables/plan/plans.ts';
import {
  countRecipes,
  deleteRecipe,
  findRecipe,
  findRecipeIds,
  findRecipes,
  findRecipesFingerprint,
  findFirstRecipeTexts,
  listRecipeVersions,
  listRecipeTags,
  markIndexesOutdated,
  readAllRecipeTexts,
  readRecipeBytes,
  updateRecipe,
  updateRecipeIndex,
} from '#storage/tables/recipe/recipes.ts';
import { findRecipeNotes, readAllRecipeNotes, readNoteBytes } from '#storage/tables/recipe/recipe-notes.ts';
import { findRecipeCards, searchRecipes } from '#storage/tables/recipe/recipe-search.ts';
import { deletePrice, readPrices } from '#storage/tables/shopping-list/prices.ts';
import type { Tx } from '#storage/schema.ts';
import {
  deleteOldestSessions,
  deleteSession,
  listSessions,
  listSessionsOf,
  listSessionTokenHashes,
} from './sessions.ts';
import {
  deleteOldestRejectedDishes,
  deleteRejectedDishes,
  findRejectedOn,
  readAllRejectedDishes,
} from '#storage/tables/plan/rejected-dishes.ts';
import { deleteMenu, findMenu, measureMenus, readAllMenus } from '#storage/tables/plan/menus.ts';
import {
  countOtherStars,
  deleteStar,
  deleteStarsFor,
  deleteStarsOfOthers,
  readAllStars,
} from '#storage/tables/recipe/stars.ts';
import {
  deleteWeekExceptions,
  findLastExceptionsVersion,
  readAllWeekExceptions,
  readExceptionsBytes,
  readWeekExceptions,
} from '#storage/tables/plan/week-exceptions.ts';
import {
  findPreferences,
  findPreferencesVersion,
  advanceDueAt,
  setDueAt,
} from '#storage/tables/plan/preferences.ts';

const clock = { nowMs: 0 };
const STRANGER = 'a family that has nothing';

/** A family with rows in every table, and the contents of the database. */
async function familyWithRows(scope: Scope, kind: Kind) {
  const store = await freshStore(scope, kind);
  const mine = await makeWorld({ store, clock });
  return { store, db: store.db, mine, before: await dump(store), at: week(WEEK) };
}

for (const kind of KINDS) {
  test(`${kind}: a family cannot read another family's members, keys, plans and export`, async (t) => {
    const { store, db, mine, before, at } = await familyWithRows(t, kind);
    strictEqual(await findMember(db, STRANGER, mine.owner.id), undefined);
    strictEqual(await findApiKey(db, STRANGER, mine.key), undefined);
    strictEqual(await findPlan(db, STRANGER, at), undefined);
    strictEqual(await findPlanText(store, STRANGER, at), undefined);
    strictEqual(await findFamily(db, STRANGER), undefined);
    strictEqual(await findPasswordHash(db, STRANGER, mine.owner.id), undefined);
    const [made] = before.changes as { id: string }[];
    strictEqual(await hasChange(db, STRANGER, made?.id ?? ''), false);
    strictEqual(await readLastChangeOf(db, STRANGER), 0);
    const lists = [
      listMembers,
      listApiKeys,
      listSessions,
      listDisplays,
      listInvitations,
      listRemovedMembers,
      listRecipeVersions,
      listPlanWeeks,
    ];
    for (const list of lists) deepStrictEqual(await list(db, STRANGER), [], list.name);
    strictEqual(await readPlanBytes(db, STRANGER), 0);
    deepStrictEqual(await findPlansBetween(db, STRANGER, at, at), []);
    strictEqual(await findPreferences(db, STRANGER), undefined);
    strictEqual(await findPreferencesVersion(db, STRANGER), 0);
    deepStrictEqual(await readWeekExceptions(db, STRANGER, at), { version: 0, exceptions: {} });
    strictEqual(await findLastExceptionsVersion(db, STRANGER), 0);
    strictEqual(await readExceptionsBytes(db, STRANGER), 0);
    const pages = [
      readAllRecipeTexts,
      readAllPlans,
      readAuditLog,
      readAllChanges,
      readAllOperations,
      readAllStars,
      readAllRecipeNotes,
      readAllRejectedDishes,
      readAllWeekExceptions,
      readAllMenus,
      readAllLineAnswers,
    ];
    for (const read of pages)
      deepStrictEqual(await Array.fromAsync<unknown>(read(db, STRANGER)), [], read.name);
    deepStrictEqual(await listSessionsOf(db, STRANGER, mine.owner.id, 0), []);
    deepStrictEqual(await listSessionTokenHashes(db, STRANGER, 0), []);
    deepStrictEqual(await listDisplayTokenHashes(db, STRANGER, 0), []);
    deepStrictEqual(await listOpenInvitations(db, STRANGER, 0), []);
    const exported = (await Array.fromAsync(await exportFamily(store, STRANGER, 1_000))).join('');
    const { family, preferences, dinnerTime, ...rest } = JSON.parse(exported);
    deepStrictEqual([family, preferences, dinnerTime], [null, null, null]);
    for (const [name, rows] of Object.entries(rest)) deepStrictEqual(rows, [], name);
    deepStrictEqual(await dump(store), before);
  });

  test(`${kind}: a family cannot read another family's recipes and lists`, async (t) => {
    const { store, db, mine, before, at } = await familyWithRows(t, kind);
    strictEqual(await findRecipe(db, STRANGER, mine.recipe), undefined);
    strictEqual(await countRecipes(db, STRANGER), 0);
    strictEqual(await readRecipeBytes(db, STRANGER), 0);
    const star = { eaterId: '', recipeId: '' };
    strictEqual(await countOtherStars(db, STRANGER, star), 0);
    strictEqual(await findRejectedOn(db, STRANGER, mine.recipe), undefined);
    strictEqual(await findMenu(db, STRANGER, mine.menu), undefined);
    deepStrictEqual(await measureMenus(db, STRANGER), { count: 0, bytes: 0 });
    strictEqual(await findRecipesFingerprint(db, STRANGER), '0-0');
    deepStrictEqual(await findFirstRecipeTexts(db, STRANGER, [mine.recipe]), []);
    deepStrictEqual(await listRecipeTags(db, STRANGER), []);
    strictEqual((await listRecipeTags(db, mine.family)).length, 1);
    deepStrictEqual(await findRecipes(db, STRANGER, [mine.recipe]), []);
    deepStrictEqual(await findRecipeIds(db, STRANGER, [mine.recipe]), []);
    const search = {
      titleWords: '',
      prefixes: [],
      mentions: [],
      filter: {},
      catalogueVersion: '',
      after: undefined,
      limit: 10,
    };
    deepStrictEqual(await searchRecipes(db, STRANGER, search), []);
    deepStrictEqual(await findRecipeCards(db, STRANGER, [mine.recipe]), []);
    deepStrictEqual(await findRecipeNotes(db, STRANGER, [mine.recipe]), []);
    strictEqual(await readNoteBytes(db, STRANGER), 0);
    strictEqual((await searchRecipes(db, mine.family, search)).length, 1);
    deepStrictEqual(await findWeeksWithRecipe(db, STRANGER, 'shakshuka', at), []);
    deepStrictEqual(await findOperations(db, STRANGER, at), []);
    const [done] = before.list_operations as { op_id: string }[];
    deepStrictEqual(await findOperationIds(db, STRANGER, [done?.op_id ?? '']), new Set());
    deepStrictEqual(await findLiveOperations(db, STRANGER, at), []);
    deepStrictEqual(await readItemVersions(db, STRANGER, at), new Map());
    const nothing = { operations: 0, bytes: 0, added: 0, settings: 0, familyBytes: 0 };
    deepStrictEqual(await readListSize(db, STRANGER, at), nothing);
    const undo = { opId: 'undo', kind: 'undo', undoes: [done?.op_id ?? ''] } as const;
    const { undone } = await prepareStep(db, STRANGER, at, [{ operation: undo, arrival: 1 }]);
    strictEqual(undone.size, 0);
    const weeks = { since: at, limit: 9 };
    deepStrictEqual(await findTickedItemsBefore(db, STRANGER, week('2026-11-16'), weeks), []);
    strictEqual(await findPantry(db, STRANGER), undefined);
    deepStrictEqual(await readPrices(db, STRANGER), new Map());
    deepStrictEqual(await findLineAnswers(db, STRANGER, [ANSWERED_LINE]), new Map());
    strictEqual((await findLineAnswers(db, mine.family, [ANSWERED_LINE])).size, 1);
    strictEqual(await findLineAnswersFingerprint(db, STRANGER), '0-0');
    strictEqual(await countOtherLineAnswers(db, STRANGER, ''), 0);
    deepStrictEqual(await countAccess(db, STRANGER, mine.owner.id, 0), {});
    deepStrictEqual(await dump(store), before);
  });

  test(`${kind}: a family cannot change another family's rows`, async (t) => {
    const { store, db, mine, before, at } = await familyWithRows(t, kind);
    const [{ due_at } = {}] = before.preferences as { due_at?: string }[];
    const [session] = before.sessions as { token_hash: string }[];
    const own = { id: mine.recipe, version: mine.version + 1, source: RECIPE };
    const index = await indexRecipe(db, mine.family, own);
    const stored = { ...own, version: mine.version, catalogueVersion: index.catalogueVersion };
    const plan = { id: 'x', week: at, version: mine.version + 1, meals: {} };
    const changes: [(tx: Tx) => Promise<unknown>, unknown][] = [
      [(tx) => updateFamily(tx, STRANGER, { name: 'Stolen' }), false],
      [(tx) => deleteFamily(tx, STRANGER), false],
      [(tx) => updateMember(tx, STRANGER, mine.third.id, { role: 'owner' }), undefined],
      [(tx) => deleteMember(tx, STRANGER, mine.third.id), undefined],
      [(tx) => updateApiKey(tx, STRANGER, mine.key, { revokedAt: 'now' }), undefined],
      [(tx) => deleteInvitation(tx, STRANGER, mine.invitation), false],
      [(tx) => recordRemoval(tx, STRANGER, mine.owner.id, 0), undefined],
      [(tx) => deleteSession(tx, STRANGER, session?.token_hash ?? ''), undefined],
      [(tx) => endAccess(tx, STRANGER, { member: mine.owner.id, kinds: ALL_ACCESS }, 0), undefined],
      [(tx) => deleteOldestSessions(tx, STRANGER, mine.owner.id, 0), false],
      [(tx) => updateDisplay(tx, STRANGER, mine.display, { lastSeenAt: 'now' }), undefined],
      [(tx) => deleteDisplay(tx, STRANGER, mine.display), false],
      [(tx) => deletePrice(tx, STRANGER, 'rice'), false],
      [(tx) => deleteLineAnswer(tx, STRANGER, ANSWERED_LINE), false],
      [async (tx) => (await markIndexesOutdated(tx, STRANGER, 'title')).length, 0],
      [(tx) => deleteChangesBefore(tx, STRANGER, 1), undefined],
      [(tx) => deleteOldestChanges(tx, STRANGER, 1), undefined],
      [(tx) => savePlan(tx, STRANGER, plan, mine.version), false],
      [(tx) => updateRecipe(tx, STRANGER, own, index, mine.version), false],
      [(tx) => updateRecipeIndex(tx, STRANGER, stored, index), undefined],
      [(tx) => deleteRecipe(tx, STRANGER, mine.recipe), false],
      [(tx) => deletePlan(tx, STRANGER, at, mine.version), false],
      [(tx) => setDueAt(tx, STRANGER, 'now'), undefined],
      [(tx) => advanceDueAt(tx, STRANGER, String(due_at), null), false],
      [(tx) => deleteStar(tx, STRANGER, { eaterId: 'anna', recipeId: mine.recipe }), undefined],
      [(tx) => deleteStarsFor(tx, STRANGER, mine.recipe), undefined],
      [(tx) => deleteStarsOfOthers(tx, STRANGER, []), undefined],
      [(tx) => deleteWeekExceptions(tx, STRANGER, at), undefined],
      [(tx) => deleteMenu(tx, STRANGER, mine.menu), undefined],
      [(tx) => deleteRejectedDishes(tx, STRANGER, [mine.recipe]), undefined],
      [(tx) => deleteOldestRejectedDishes(tx, STRANGER, 0), undefined],
    ];
    for (const [work, expected] of changes) {
      strictEqual(await db.transaction().execute(work), expected, String(work));
      deepStrictEqual(await dump(store), before, String(work));
    }
  });

  test(`${kind}: deleting a family deletes all of its rows except audit lines and removed members, and no others`, async (t) => {
    const store = await freshStore(t, kind);
    const mine = await makeWorld({ store, clock });
    const other = await makeWorld({ store, clock });
    const others = await dump(store, other.family);
    const { audit, removed_members } = await dump(store, mine.family);
    strictEqual(await store.db.transaction().execute((tx) => deleteFamily(tx, mine.family)), true);
    const { audit: auditAfter, removed_members: removed, ...rest } = await dump(store, mine.family);
    deepStrictEqual([auditAfter, removed], [audit, removed_members]);
    for (const [table, rows] of Object.entries(rest)) deepStrictEqual(rows, [], table);
    deepStrictEqual(await dump(store, other.family), others);
  });
}
