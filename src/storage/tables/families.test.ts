/** Every storage function with another family's id: it finds and changes nothing. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { indexRecipe } from '#queries/recipe-search.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, RECIPE, week, WEEK } from '#test/support/world.ts';
import { freshStore, KINDS } from '#test/support/store.ts';
import { findApiKey, listApiKeys, updateApiKey } from './api-keys.ts';
import { readAuditLog, readLastChangeOf } from './audit-log.ts';
import { deleteChangesBefore, deleteOldestChanges, hasChange, readAllChanges } from './changes.ts';
import { deleteDisplay, listDisplays, listDisplayTokenHashes, updateDisplay } from './displays.ts';
import { exportFamily } from '#storage/export.ts';
import { deleteFamily, findFamily, updateFamily } from './families.ts';
import {
  deleteInvitation,
  deleteInvitationsOf,
  listInvitations,
  listOpenInvitations,
} from './invitations.ts';
import {
  findLiveOperations,
  findTickedItemsBefore,
  foldLists,
  foldBatch,
  prepareStep,
  readItemVersions,
  readListSize,
} from './list-state.ts';
import { findOperationIds, findOperations, readAllOperations } from './list-operations.ts';
import { findPantry } from './pantry.ts';
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
} from './plans.ts';
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
  readAllRecipeTexts,
  readRecipeBytes,
  searchRecipes,
  updateRecipe,
  updateRecipeIndex,
} from './recipes.ts';
import { deletePrice, readPrices } from './prices.ts';
import type { Tx } from '#storage/schema.ts';
import {
  deleteOldestSessions,
  deleteSession,
  deleteSessionsOf,
  listSessions,
  listSessionsOf,
  listSessionTokenHashes,
} from './sessions.ts';
import { countOtherStars, deleteStar, deleteStarsFor, deleteStarsOfOthers, readAllStars } from './stars.ts';
import { findPreferences, findPreferencesVersion, advanceDueAt, setDueAt } from './preferences.ts';

const clock = { nowMs: 0 };

for (const kind of KINDS) {
  test(`${kind}: a family cannot find or change another family's rows`, async (t) => {
    const store = await freshStore(t, kind);
    const mine = await makeWorld({ store, clock });
    const { db } = store;
    const stranger = 'a family that has nothing';
    const at = week(WEEK);
    const before = await dump(store);

    strictEqual(await findMember(db, stranger, mine.owner.id), undefined);
    strictEqual(await findApiKey(db, stranger, mine.key), undefined);
    strictEqual(await findPlan(db, stranger, at), undefined);
    strictEqual(await findPlanText(store, stranger, at), undefined);
    strictEqual(await findFamily(db, stranger), undefined);
    strictEqual(await findPasswordHash(db, stranger, mine.owner.id), undefined);
    const [made] = before.changes as { id: string }[];
    strictEqual(await hasChange(db, stranger, made?.id ?? ''), false);
    strictEqual(await readLastChangeOf(db, stranger), 0);
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
    for (const list of lists) deepStrictEqual(await list(db, stranger), [], list.name);
    strictEqual(await findRecipe(db, stranger, mine.recipe), undefined);
    strictEqual(await countRecipes(db, stranger), 0);
    strictEqual(await readRecipeBytes(db, stranger), 0);
    strictEqual(await readPlanBytes(db, stranger), 0);
    const pages = [
      readAllRecipeTexts,
      readAllPlans,
      readAuditLog,
      readAllChanges,
      readAllOperations,
      readAllStars,
    ];
    for (const read of pages)
      deepStrictEqual(await Array.fromAsync<unknown>(read(db, stranger)), [], read.name);
    const star = { eaterId: '', recipeId: '' };
    strictEqual(await countOtherStars(db, stranger, star), 0);
    strictEqual(await findRecipesFingerprint(db, stranger), '0-0');
    deepStrictEqual(await findFirstRecipeTexts(db, stranger, [mine.recipe]), []);
    deepStrictEqual(await listRecipeTags(db, stranger), []);
    strictEqual((await listRecipeTags(db, mine.family)).length, 1);
    deepStrictEqual(await findPlansBetween(db, stranger, at, at), []);
    strictEqual(await findPreferences(db, stranger), undefined);
    strictEqual(await findPreferencesVersion(db, stranger), 0);
    deepStrictEqual(await findRecipes(db, stranger, [mine.recipe]), []);
    deepStrictEqual(await findRecipeIds(db, stranger, [mine.recipe]), []);
    const search = { prefixes: [], cardTokens: [], catalogueVersion: '', after: undefined, limit: 10 };
    deepStrictEqual(await searchRecipes(db, stranger, search), []);
    strictEqual((await searchRecipes(db, mine.family, search)).length, 1);
    deepStrictEqual(await findWeeksWithRecipe(db, stranger, 'shakshuka', at), []);
    deepStrictEqual(await findOperations(db, stranger, at), []);
    const [done] = before.list_operations as { op_id: string }[];
    deepStrictEqual(await findOperationIds(db, stranger, [done?.op_id ?? '']), new Set());
    deepStrictEqual(await findLiveOperations(db, stranger, at), []);
    deepStrictEqual(await readItemVersions(db, stranger, at), new Map());
    const nothing = { operations: 0, bytes: 0, added: 0, familyBytes: 0 };
    deepStrictEqual(await readListSize(db, stranger, at), nothing);
    const undo = { opId: 'undo', kind: 'undo', undoes: [done?.op_id ?? ''] } as const;
    const { undone } = await prepareStep(db, stranger, at, [{ operation: undo, arrival: 1 }]);
    strictEqual(undone.size, 0);
    const weeks = { since: at, limit: 9 };
    deepStrictEqual(await findTickedItemsBefore(db, stranger, week('2026-11-16'), weeks), []);
    await foldLists(store, stranger, at, at);
    strictEqual(await findPantry(db, stranger), undefined);
    deepStrictEqual(await readPrices(db, stranger), new Map());
    deepStrictEqual(await listSessionsOf(db, stranger, mine.owner.id, 0), []);
    deepStrictEqual(await listSessionTokenHashes(db, stranger, 0), []);
    deepStrictEqual(await listDisplayTokenHashes(db, stranger, 0), []);
    deepStrictEqual(await listOpenInvitations(db, stranger, 0), []);
    const exported = (await Array.fromAsync(await exportFamily(store, stranger, 1_000))).join('');
    const { family, wishes, ...rest } = JSON.parse(exported);
    deepStrictEqual([family, wishes], [null, null]);
    for (const [name, rows] of Object.entries(rest)) deepStrictEqual(rows, [], name);

    const [{ due_at } = {}] = before.wishes as { due_at?: string }[];
    const [session] = before.sessions as { token_hash: string }[];
    const own = { id: mine.recipe, version: mine.version + 1, source: RECIPE };
    const index = await indexRecipe(own);
    const stored = { ...own, version: mine.version, catalogueVersion: index.catalogueVersion };
    const plan = { id: 'x', week: at, version: mine.version + 1, meals: {} };
    const changes: [(tx: Tx) => Promise<unknown>, unknown][] = [
      [(tx) => updateFamily(tx, stranger, { name: 'Stolen' }), false],
      [(tx) => deleteFamily(tx, stranger), false],
      [(tx) => updateMember(tx, stranger, mine.third.id, { role: 'owner' }), undefined],
      [(tx) => deleteMember(tx, stranger, mine.third.id), undefined],
      [(tx) => updateApiKey(tx, stranger, mine.key, { revokedAt: 'now' }), undefined],
      [(tx) => deleteInvitation(tx, stranger, mine.invitation), false],
      [(tx) => deleteInvitationsOf(tx, stranger, mine.owner.id), 0],
      [(tx) => recordRemoval(tx, stranger, mine.owner.id, 0), undefined],
      [(tx) => deleteSession(tx, stranger, session?.token_hash ?? ''), undefined],
      [(tx) => deleteSessionsOf(tx, stranger, mine.owner.id), undefined],
      [(tx) => deleteOldestSessions(tx, stranger, mine.owner.id, 0), false],
      [(tx) => updateDisplay(tx, stranger, mine.display, { lastSeenAt: 'now' }), undefined],
      [(tx) => deleteDisplay(tx, stranger, mine.display), false],
      [(tx) => deletePrice(tx, stranger, 'rice'), false],
      [(tx) => foldBatch(tx, stranger, at), undefined],
      [(tx) => deleteChangesBefore(tx, stranger, 1), undefined],
      [(tx) => deleteOldestChanges(tx, stranger, 1), undefined],
      [(tx) => savePlan(tx, stranger, plan, mine.version), false],
      [(tx) => updateRecipe(tx, stranger, own, index, mine.version), false],
      [(tx) => updateRecipeIndex(tx, stranger, stored, index), undefined],
      [(tx) => deleteRecipe(tx, stranger, mine.recipe), false],
      [(tx) => deletePlan(tx, stranger, at, mine.version), false],
      [(tx) => setDueAt(tx, stranger, 'now'), undefined],
      [(tx) => advanceDueAt(tx, stranger, String(due_at), null), false],
      [(tx) => deleteStar(tx, stranger, { eaterId: 'anna', recipeId: mine.recipe }), undefined],
      [(tx) => deleteStarsFor(tx, stranger, mine.recipe), undefined],
      [(tx) => deleteStarsOfOthers(tx, stranger, []), undefined],
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
