/** Automatic planning: each due week is planned once and around existing meals, also after failures. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { ALLERGENS, DIETS } from '#domain/food/food.ts';
import { type Meals, mealsIn } from '#domain/plan/plan.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { Language } from '#languages/language.ts';
import { findTranslation } from '#cookbook/translations.ts';
import { OPERATOR } from '#storage/actor.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { openStore, SERVER_TIMEOUT_MS, type Store } from '#storage/store.ts';
import { findPreferences, findPreferencesVersion } from '#storage/tables/plan/preferences.ts';
import { accepted } from '#test/support/accepted.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, week, PREFERENCES } from '#test/support/world.ts';
import { heldPlanner } from '#test/support/held-planner.ts';
import { sharedPlannerThread } from '#test/support/planner-thread.ts';
import { startService } from '#test/support/service.ts';
import { freshStore, KINDS, type Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { AutoPlanning } from './auto-planning.ts';
import { changeFamily } from '#actions/account/families.ts';
import { PlannerPool } from './planner-pool.ts';
import { putMeal, removePlan } from '#actions/plan/plans.ts';
import { changePreferences } from '#actions/plan/preferences.ts';

/** A Wednesday. */
const NOW = Date.parse('2026-11-11T12:00:00Z');
const SATURDAY = { day: 'Saturday', hour: 8 } as const;
const NEXT_WEEK = '2026-11-16';

for (const kind of KINDS) {
  describe(`${kind}: automatic planning`, async () => {
    const store = await freshStore({ after }, kind);
    const planner = quickPlanner({ after });
    // No family of an earlier test is due.
    beforeEach(() =>
      store.db.transaction().execute((tx) => tx.updateTable('preferences').set({ due_at: null }).execute()),
    );

    /** The automatic planning of one server, and its clock. */
    const startPlanning = (at: string, parts: { store?: Store; planner?: PlannerPool } = {}) => {
      const clock = { nowMs: Date.parse(at) };
      const failures: unknown[] = [];
      const onFailure = (error: unknown) => void failures.push(error);
      const planning = new AutoPlanning({ store, planner, clock: () => clock.nowMs, onFailure, ...parts });
      return { planning, clock, failures };
    };
    const linesOf = async (family: string) =>
      ((await dump(store, family)).audit as { action: string; actor: string; detail: string }[]).filter(
        ({ action }) => action === 'plan.generate',
      );
    const plannedMeals = async (family: string, at: string): Promise<Meals | undefined> =>
      (await findPlan(store.db, family, week(at)))?.meals;
    const dueOf = async (family: string) => (await findPreferences(store.db, family))?.dueAt;

    test('plans the next week once when it is due, around the existing meals', async () => {
      const { family } = await familyWith(store, {});
      const context = { store, actor: OPERATOR, nowMs: NOW };
      const own = { description: 'Grandma cooks' };
      const generated = { description: 'Accepted before', generated: true as const };
      const target = { family, week: week(NEXT_WEEK), version: 'any' } as const;
      accepted(await putMeal(context, target, { day: 'Monday', slot: 'dinner' }, own));
      await store.db.transaction().execute((tx) =>
        tx
          .updateTable('plans')
          .set({
            meals: JSON.stringify({
              Monday: { dinner: own },
              Tuesday: { dinner: { description: generated.description } },
            }),
            details: '{"Tuesday":{"dinner":{"generated":true}}}',
          })
          .where('family_id', '=', family)
          .where('week', '=', week(NEXT_WEEK))
          .execute(),
      );
      strictEqual(await dueOf(family), '2026-11-14T08:00:00.000Z');

      const { planning, clock } = startPlanning('2026-11-14T07:59:59.999Z');
      await planning.planDueWeeks();
      deepStrictEqual(await linesOf(family), []);
      clock.nowMs += 1;
      await planning.planDueWeeks();
      await planning.planDueWeeks();
      const meals = (await plannedMeals(family, NEXT_WEEK)) ?? {};
      deepStrictEqual(meals.Monday, { dinner: own });
      deepStrictEqual(meals.Tuesday, { dinner: generated });
      const added = mealsIn(meals).filter(({ description }) => !/Grandma|before/.test(description));
      strictEqual(added.length, 7);
      for (const meal of added) deepStrictEqual([meal.generated, typeof meal.recipeId], [true, 'string']);
      const lines = await linesOf(family);
      deepStrictEqual(
        lines.map(({ actor, detail }) => [actor, JSON.parse(detail)]),
        [['planner', { week: NEXT_WEEK }]],
      );
      strictEqual(await dueOf(family), '2026-11-21T08:00:00.000Z');
    });

    test('two servers that poll at the same time plan each week once', async (t) => {
      const other = await openStore(store.location, SERVER_TIMEOUT_MS);
      t.after(() => other.close());
      const families: string[] = [];
      for (let n = 0; n < 3; n += 1) families.push((await familyWith(store, {})).family);
      const nowMs = Date.parse('2026-11-14T09:00:00Z');
      for (const each of [store, other])
        await startService(t, { store: each, nowMs, planner: quickPlanner(t), autoPlanningIntervalMs: 20 });
      // Planner threads have the lowest priority on a busy machine.
      await until(
        'all weeks are planned',
        async () => (await Promise.all(families.map(linesOf))).every((lines) => lines.length > 0),
        120_000,
      );
      // When this poll finds nothing due, the slower server has finished too.
      const { planning } = startPlanning('2026-11-14T09:00:00Z');
      await planning.planDueWeeks();
      for (const family of families) {
        strictEqual((await linesOf(family)).length, 1);
        strictEqual(await dueOf(family), '2026-11-21T08:00:00.000Z');
      }
    });

    test('two polls at once store one plan and drop the other', async (t) => {
      const { family } = await familyWith(store, {});
      const at = '2026-11-14T09:00:00Z';
      const polls = [startPlanning(at), startPlanning(at, { planner: quickPlanner(t) })];
      await Promise.all(polls.map(({ planning }) => planning.planDueWeeks()));
      strictEqual((await linesOf(family)).length, 1);
      for (const { failures } of polls) deepStrictEqual(failures, []);
    });

    test('does not plan a week again that another server planned and a person removed', async (t) => {
      const { family } = await familyWith(store, {});
      const { planner: held, release } = heldPlanner(t);
      const slow = startPlanning('2026-11-14T09:00:00Z', { planner: held });
      const polling = slow.planning.planDueWeeks();
      await until('planning has started', () => held.running > 0);
      await startPlanning('2026-11-14T09:00:00Z').planning.planDueWeeks();
      const target = { family, week: week(NEXT_WEEK), version: 'any' } as const;
      strictEqual(await removePlan({ store, actor: OPERATOR, nowMs: NOW }, target), undefined);
      release();
      await polling;
      strictEqual(await plannedMeals(family, NEXT_WEEK), undefined);
      strictEqual((await linesOf(family)).length, 1);
      strictEqual(await dueOf(family), '2026-11-21T08:00:00.000Z');
    });

    test('another server plans the week of a server that was stopped while it planned', async (t) => {
      const { family } = await familyWith(store, {});
      const { planner: held } = heldPlanner(t);
      const { planning } = startPlanning('2026-11-14T09:00:00Z', { planner: held });
      const polling = planning.planDueWeeks();
      await until('planning has started', () => held.running > 0);
      const stopped = planning.stop();
      await held.stop();
      await Promise.all([stopped, polling]);
      deepStrictEqual(await linesOf(family), []);
      await startPlanning('2026-11-14T09:00:30Z').planning.planDueWeeks();
      strictEqual((await linesOf(family)).length, 1);
    });

    test('does not overwrite a meal that is placed while the week is planned', async (t) => {
      const { family } = await familyWith(store, {});
      const { planner: held, release } = heldPlanner(t);
      const { planning } = startPlanning('2026-11-14T09:00:00Z', { planner: held });
      const polling = planning.planDueWeeks();
      await until('planning has started', () => held.running > 0);
      const own = { description: 'Grandma cooks' };
      const target = { family, week: week(NEXT_WEEK), version: 'any' } as const;
      const place = { day: 'Thursday', slot: 'dinner' } as const;
      accepted(await putMeal({ store, actor: OPERATOR, nowMs: NOW }, target, place, own));
      deepStrictEqual(await linesOf(family), []);
      release();
      await polling;
      const meals = (await plannedMeals(family, NEXT_WEEK)) ?? {};
      deepStrictEqual(meals.Thursday, { dinner: own });
      strictEqual(mealsIn(meals).filter(({ generated }) => generated).length, 8);
      strictEqual((await linesOf(family)).length, 1);
    });

    test('uses preferences that change while the week is planned', async (t) => {
      const { family } = await familyWith(store, {});
      const { planner: held, release } = heldPlanner(t);
      const { planning } = startPlanning('2026-11-14T09:00:00Z', { planner: held });
      const polling = planning.planDueWeeks();
      await until('planning has started', () => held.running > 0);
      await setPreferences(store, family, { slotSettings: { Friday: { dinner: { servings: 2 } } } });
      release();
      await polling;
      deepStrictEqual(Object.keys((await plannedMeals(family, NEXT_WEEK)) ?? {}), ['Friday']);
    });

    test('stores no plan if no dish fits, and is due again a week later', async () => {
      const eater = { id: 'anna', name: 'Anna', allergens: [...ALLERGENS], diets: [...DIETS], dislikes: [] };
      const slotSettings = { Monday: { dinner: { servings: 2, minutes: 5 } } };
      const { family } = await familyWith(store, { eaters: [eater], slotSettings });
      const { preferences: _before, ...before } = await dump(store, family);
      await startPlanning('2026-11-14T09:00:00Z').planning.planDueWeeks();
      const { preferences: _after, ...rest } = await dump(store, family);
      deepStrictEqual(rest, before);
      strictEqual(await dueOf(family), '2026-11-21T08:00:00.000Z');
    });

    test('a due time that has passed stays due if preferences or the time zone change', async () => {
      const { family } = await familyWith(store, {});
      const nowMs = Date.parse('2026-11-14T08:00:10Z');
      await setPreferences(store, family, { restWeeks: 4 }, { nowMs });
      await changeFamily({ store, actor: OPERATOR, nowMs }, family, { timeZone: 'Europe/Berlin' });
      strictEqual(await dueOf(family), '2026-11-14T08:00:00.000Z');
      await setPreferences(store, family, { autoPlan: { day: 'Sunday', hour: 20 } }, { nowMs });
      strictEqual(await dueOf(family), '2026-11-15T19:00:00.000Z');
      await setPreferences(store, family, { autoPlan: undefined }, { nowMs });
      strictEqual(await dueOf(family), null);
    });

    // The rest does not depend on the database.
    if (kind !== 'sqlite') return;

    test('names the dishes in the language in which the preferences were saved', async () => {
      const { family } = await familyWith(store, {});
      await setPreferences(store, family, {}, { language: 'de' });
      const { planning } = startPlanning('2026-11-14T09:00:00Z');
      await planning.planDueWeeks();
      const meals = mealsIn((await plannedMeals(family, NEXT_WEEK)) ?? {});
      const titles = meals.map(({ recipeId = '' }) => findTranslation(recipeId, 'de')?.title);
      // The family's own recipes have one title.
      ok(titles.filter((title) => title !== undefined).length > 4);
      for (const [at, { description }] of meals.entries())
        strictEqual(description, titles[at] ?? description);
    });

    const downtimes = [
      {
        endsAt: '2026-11-18T12:00:00Z',
        weeks: [NEXT_WEEK],
        due: '2026-11-21T08:00:00.000Z',
        why: 'in the middle of that week',
      },
      {
        endsAt: '2026-11-23T12:00:00Z',
        weeks: ['2026-11-23'],
        due: '2026-11-28T08:00:00.000Z',
        why: 'in the week after',
      },
      {
        endsAt: '2027-11-24T12:00:00Z',
        weeks: ['2027-11-22'],
        due: '2027-11-27T08:00:00.000Z',
        why: 'a year later',
      },
    ];
    for (const { endsAt, weeks, due, why } of downtimes) {
      test(`plans the current or next week after downtime that ends ${why}`, async () => {
        const { family } = await familyWith(store, {});
        await startPlanning(endsAt).planning.planDueWeeks();
        deepStrictEqual(
          (await linesOf(family)).map(({ detail }) => (JSON.parse(detail) as { week: string }).week),
          weeks,
        );
        strictEqual(await dueOf(family), due);
      });
    }

    test('the due time follows the time zone of the family, also at clock changes', async () => {
      const { family } = await familyWith(store, {}, 'Europe/Berlin');
      strictEqual(await dueOf(family), '2026-11-14T07:00:00.000Z');
      const context = { store, actor: OPERATOR, nowMs: NOW };
      strictEqual(await changeFamily(context, family, { timeZone: 'Australia/Sydney' }), undefined);
      strictEqual(await dueOf(family), '2026-11-13T21:00:00.000Z');
      // Lord Howe Island moves its clock forward by half an hour at two o'clock on that Sunday.
      const nowMs = Date.parse('2026-10-03T12:00:00Z');
      const moved = await changeFamily({ ...context, nowMs }, family, { timeZone: 'Australia/Lord_Howe' });
      strictEqual(moved, undefined);
      await setPreferences(store, family, { autoPlan: { day: 'Sunday', hour: 2 } }, { nowMs });
      strictEqual(await dueOf(family), '2026-10-03T15:30:00.000Z');
      await startPlanning('2026-10-03T15:30:00Z').planning.planDueWeeks();
      deepStrictEqual(
        (await linesOf(family)).map(({ detail }) => (JSON.parse(detail) as { week: string }).week),
        ['2026-10-05'],
      );
      strictEqual(await dueOf(family), '2026-10-10T15:00:00.000Z');
    });

    test('gives up a week after ten failures and schedules the next one', async (t) => {
      const { family } = await familyWith(store, {});
      const failingPlanner = new PlannerPool({
        size: 1,
        startWorker: () => new Worker('process.exit()', { eval: true }),
      });
      t.after(() => failingPlanner.stop());
      const { planning, failures } = startPlanning('2026-11-14T09:00:00Z', { planner: failingPlanner });
      for (let poll = 1; poll < 10; poll += 1) await planning.planDueWeeks();
      strictEqual(await dueOf(family), '2026-11-14T08:00:00.000Z');
      await planning.planDueWeeks();
      strictEqual(failures.length, 10);
      strictEqual(await dueOf(family), '2026-11-21T08:00:00.000Z');
      deepStrictEqual(await linesOf(family), []);
      ok(!(await plannedMeals(family, NEXT_WEEK)));
    });
  });
}

/** Stops the search before its first move: any week will do here. */
function quickPlanner(scope: Scope): PlannerPool {
  const planner = new PlannerPool({ size: 1, deadlineMs: 0, startWorker: () => sharedPlannerThread() });
  scope.after(() => planner.stop());
  return planner;
}

async function setPreferences(
  store: Store,
  family: string,
  more: Partial<Preferences>,
  { nowMs = NOW, language = 'en' }: { nowMs?: number; language?: Language } = {},
): Promise<void> {
  const version = await findPreferencesVersion(store.db, family);
  const { preferences } = (await findPreferences(store.db, family)) ?? { preferences: PREFERENCES };
  const changed = { version, preferences: { ...preferences, ...more }, language };
  strictEqual(await changePreferences({ store, actor: OPERATOR, nowMs }, family, changed), undefined);
}

/** A family whose next week is due on Saturday. */
async function familyWith(store: Store, more: Partial<Preferences>, timeZone = 'UTC') {
  const world = await makeWorld({ store, clock: { nowMs: NOW } });
  await changeFamily({ store, actor: OPERATOR, nowMs: NOW }, world.family, { timeZone });
  // First without a due time, so that it is calculated again.
  await setPreferences(store, world.family, { autoPlan: undefined });
  await setPreferences(store, world.family, { eaters: [], autoPlan: SATURDAY, ...more });
  return world;
}
