/** The input of the planner: what a family has served, starred and refused, and what is in its pantry. */
import { deepStrictEqual, fail, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { replacePlan } from '#actions/plan/plans.ts';
import { getFoods } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import type { Meals } from '#domain/plan/plan.ts';
import { fraction, fractionNumber } from '#domain/quantity/fraction.ts';
import { findGrams } from '#domain/quantity/quantity.ts';
import { refuse } from '#domain/refusal.ts';
import { savePantry } from '#storage/tables/shopping-list/pantry.ts';
import { savePreferences } from '#storage/tables/plan/preferences.ts';
import { saveRejectedDish } from '#storage/tables/plan/rejected-dishes.ts';
import { saveRecipeNote } from '#storage/tables/recipe/recipe-notes.ts';
import { saveStar } from '#storage/tables/recipe/stars.ts';
import { OPERATOR } from '#storage/actor.ts';
import type { Store } from '#storage/store.ts';
import { accepted } from '#test/support/accepted.ts';
import { freshStore, KINDS, type Scope } from '#test/support/store.ts';
import { EATER, makeWorld, PREFERENCES, REJECTED_ON, week } from '#test/support/world.ts';
import type { PlannerPool } from './planner-pool.ts';
import type { Job } from './planner-worker.ts';
import { proposeWeek } from './planning.ts';

const NOW_MS = Date.parse('2026-11-11T12:00:00Z');
const NEXT_WEEK = week('2026-11-16');

/** The task that the planner gets. */
async function readTask(store: Store, family: string, monday = NEXT_WEEK): Promise<Job['task']> {
  const jobs: Job[] = [];
  const run: PlannerPool['run'] = ({ job }) => {
    jobs.push(job);
    return Promise.resolve(refuse('planner-busy'));
  };
  const context = { db: store.db, planner: { run }, nowMs: NOW_MS, client: 'automatic' as const };
  const options = { seed: 0, locked: [], avoided: [], fixedMeals: 'own' as const };
  await proposeWeek(context, family, monday, options);
  const [job] = jobs;
  if (!job) throw new Error('The planner got no job.');
  return job.task;
}

async function makeFamily(scope: Scope, kind: (typeof KINDS)[number]) {
  const store = await freshStore(scope, kind);
  return { store, ...(await makeWorld({ store, clock: { nowMs: NOW_MS } })) };
}

/** A dish that others were merged into. */
function mergedDish(): { id: string; former: string } {
  const merged = getRecipes().recipes.find(({ formerIds }) => formerIds.length > 0);
  return { id: merged?.id ?? '', former: merged?.formerIds[0] ?? '' };
}

for (const kind of KINDS) {
  test(`${kind}: counts the whole weeks from a refusal to the Monday of the week, at least 0`, async (t) => {
    const { store, family, recipe, member } = await makeFamily(t, kind);
    const dates = { today: '2026-11-11', sixDays: '2026-11-10', week: '2026-11-09', later: '2026-11-18' };
    await store.db.transaction().execute(async (tx) => {
      for (const [recipeId, rejectedOn] of Object.entries({ ...dates, constructor: '2026-10-05' })) {
        await saveRejectedDish(tx, family, { recipeId, rejectedOn, createdBy: member.id });
      }
    });
    const { rejectedWeeksAgo } = await readTask(store, family);
    const { weeks } = Temporal.PlainDate.from(REJECTED_ON).until(NEXT_WEEK, { largestUnit: 'weeks' });
    deepStrictEqual(rejectedWeeksAgo, {
      [recipe]: weeks,
      today: 0,
      sixDays: 0,
      week: 1,
      later: 0,
      constructor: 6,
    });
    strictEqual((await readTask(store, family, week('2026-11-30'))).rejectedWeeksAgo['today'], 2);
  });

  test(`${kind}: a dish is wanted until a meal of another week has it`, async (t) => {
    const { store, family, recipe } = await makeFamily(t, kind);
    const { id, former } = mergedDish();
    const isRejected = async () => recipe in (await readTask(store, family)).rejectedWeeksAgo;
    ok(await isRejected());
    const wantedSince = { [former]: '2026-11-05', [recipe]: '2026-11-11', long: '2026-05-01' };
    await store.db.transaction().execute(async (tx) => {
      for (const [recipeId, soonSince] of Object.entries(wantedSince))
        await saveRecipeNote(tx, family, { recipeId, note: '', tags: [], soonSince });
    });
    ok(!(await isRejected()), 'rejected before or after, it is wanted now');
    const context = { store, actor: OPERATOR, nowMs: NOW_MS };
    const serve = async (monday: string, day: 'Monday' | 'Friday', recipeId: string) => {
      const meals: Meals = { [day]: { dinner: { description: 'Served', recipeId } } };
      accepted(await replacePlan(context, { family, week: week(monday), version: 'any' }, meals));
    };
    const wanted = async () => (await readTask(store, family)).wanted.toSorted();
    await serve('2026-11-02', 'Monday', id);
    deepStrictEqual(await wanted(), [id, recipe].toSorted(), 'eaten before it was wanted');
    await serve(NEXT_WEEK, 'Friday', id);
    deepStrictEqual(await wanted(), [id, recipe].toSorted(), 'the week is planned again');
    await serve('2026-11-30', 'Friday', former);
    deepStrictEqual(await wanted(), [recipe]);
  });

  test(`${kind}: weighs the pantry, if all entries of a food have a weight`, async (t) => {
    const { store, family } = await makeFamily(t, kind);
    const entries = [
      { foodId: 'rice', quantityText: '500 g' },
      { foodId: 'rice', quantityText: '1 kg', bestBefore: '2026-11-20' },
      { foodId: 'onion', quantityText: '2' },
      { foodId: 'butter', quantityText: '250 g' },
      { foodId: 'butter' },
      { foodId: 'no-such-food', quantityText: '1 kg' },
    ];
    await store.db.transaction().execute((tx) => savePantry(tx, family, { version: 2, entries }));
    const { pantry } = await readTask(store, family);
    const [rice, onion, ...others] = pantry;
    deepStrictEqual(rice, { foodId: 'rice', bestBefore: '2026-11-20', grams: 1_500 });
    const grams = findGrams(
      { amount: fraction(2), unit: 'piece' },
      getFoods().find('onion')?.weights ?? fail(),
    );
    deepStrictEqual(onion, { foodId: 'onion', bestBefore: undefined, grams: grams && fractionNumber(grams) });
    deepStrictEqual(others, [
      { foodId: 'butter', bestBefore: undefined },
      { foodId: 'no-such-food', bestBefore: undefined },
    ]);
  });

  test(`${kind}: counts a dish that was merged into another as that one`, async (t) => {
    const { store, family, recipe, member } = await makeFamily(t, kind);
    const { id, former } = mergedDish();
    await store.db.transaction().execute(async (tx) => {
      await saveStar(tx, family, { eaterId: EATER, recipeId: former, stars: 2 });
      await saveRejectedDish(tx, family, {
        recipeId: former,
        rejectedOn: '2026-11-02',
        createdBy: member.id,
      });
      await saveRejectedDish(tx, family, { recipeId: id, rejectedOn: '2026-10-05', createdBy: member.id });
    });
    const context = { store, actor: OPERATOR, nowMs: NOW_MS };
    const serve = async (monday: string, meals: Meals) =>
      accepted(await replacePlan(context, { family, week: week(monday), version: 'any' }, meals));
    await serve('2026-10-26', { Monday: { dinner: { description: 'Served', recipeId: id } } });
    await serve('2026-11-02', { Monday: { dinner: { description: 'Served', recipeId: former } } });
    const weekly = {
      day: 'Friday',
      slot: 'dinner',
      meal: { description: 'Weekly', recipeId: former },
    } as const;
    await store.db.transaction().execute((tx) => {
      const preferences = { ...PREFERENCES, recurring: [weekly] };
      return savePreferences(tx, family, { version: 2, preferences, dueAt: null, language: 'en' });
    });
    await serve(NEXT_WEEK, { Monday: { dinner: { description: 'Planned', recipeId: former } } });
    const { preferences, existingMeals, servedWeeksAway, rejectedWeeksAgo, stars } = await readTask(
      store,
      family,
    );
    strictEqual(existingMeals.Monday?.dinner?.recipeId, id);
    strictEqual(preferences.recurring[0]?.meal.recipeId, id);
    deepStrictEqual(servedWeeksAway, { [id]: 2 });
    strictEqual(rejectedWeeksAgo[id], 2);
    strictEqual(Object.hasOwn(rejectedWeeksAgo, former), false);
    deepStrictEqual(stars, { [EATER]: { [recipe]: 5, [id]: 2 } });
  });
}
