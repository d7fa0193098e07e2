/** The actions on plans: every kind of change, stale versions, concurrent changes, and the audit line of each. */
import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Meal, type Place, type Plan, PUBLIC_SLOTS } from '#domain/plan/plan.ts';
import type { Refusal } from '#domain/refusal.ts';
import { DAYS } from '#domain/week/week.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { OPERATOR } from '#storage/actor.ts';
import { accepted } from '#test/support/accepted.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, week, WEEK } from '#test/support/world.ts';
import { NOW } from '#test/support/api-family.ts';
import { freshStore, KINDS } from '#test/support/store.ts';
import { clearMeal, copyPlan, moveMeal, putMeal, removePlan, replacePlan, swapPlaces } from './plans.ts';

const EMPTY_WEEK = '2026-11-16';
const place = (day: Place['day'], slot: Place['slot']): Place => ({ day, slot });
const pie: Meal = { description: 'Pie' };

for (const kind of KINDS) {
  describe(`${kind}: plans`, async () => {
    const service = { store: await freshStore({ after }, kind), clock: { nowMs: NOW } };
    const { store } = service;

    /** A family with a plan of two meals, and a context for changes by its member. */
    async function family() {
      const world = await makeWorld(service);
      const context = { store, actor: world.member.id, nowMs: service.clock.nowMs };
      const target = (version: number, at = WEEK) => ({ family: world.family, week: week(at), version });
      const planOf = (at = WEEK) => findPlan(store.db, world.family, week(at));
      const audit = async () => (await dump(store, world.family)).audit ?? [];
      return { ...world, context, target, planOf, audit };
    }

    test('put, change, move, swap, clear, replace, copy and delete each store the plan and one audit line', async () => {
      const { context, target, planOf, audit, ...world } = await family();
      let { version } = world;
      const dal: Meal = { description: 'Dal', kind: 'leftovers' };
      const soup: Meal = { description: 'Soup' };
      const step = async (work: () => Promise<Plan | Refusal>, meals: unknown, action: string) => {
        const lines = (await audit()).length;
        const plan = accepted(await work());
        deepStrictEqual(plan.meals, meals);
        deepStrictEqual(await planOf(plan.week), plan);
        ok(plan.version > version);
        ({ version } = plan);
        const now = (await audit()) as { action: string; actor: string; seq: number }[];
        strictEqual(now.length, lines + 1);
        deepStrictEqual(
          { action: now.at(-1)?.action, actor: now.at(-1)?.actor, seq: now.at(-1)?.seq },
          { action, actor: world.member.id, seq: version },
        );
      };
      const start = { Monday: { dinner: dal }, Tuesday: { lunch: soup } };
      const shakshuka: Meal = { description: 'Pie', recipeId: 'shakshuka' };
      const breakfast = place('Monday', 'breakfast');
      await step(
        () => putMeal(context, target(version), breakfast, shakshuka),
        { Monday: { breakfast: shakshuka, dinner: dal }, Tuesday: { lunch: soup } },
        'plan.put',
      );
      await step(
        () => putMeal(context, target(version), breakfast, { description: 'Cake' }),
        { Monday: { breakfast: { description: 'Cake' }, dinner: dal }, Tuesday: { lunch: soup } },
        'plan.put',
      );
      await step(() => clearMeal(context, target(version), breakfast), start, 'plan.clear');
      await step(
        () => moveMeal(context, target(version), place('Monday', 'dinner'), place('Sunday', 'dinner')),
        { Tuesday: { lunch: soup }, Sunday: { dinner: dal } },
        'plan.move',
      );
      await step(
        () => swapPlaces(context, target(version), place('Sunday', 'dinner'), place('Tuesday', 'lunch')),
        { Tuesday: { lunch: dal }, Sunday: { dinner: soup } },
        'plan.swap',
      );
      await step(
        () => replacePlan(context, target(version), { Sunday: {}, Monday: { dinner: soup, lunch: dal } }),
        { Monday: { lunch: dal, dinner: soup } },
        'plan.replace',
      );
      const before = version;
      await step(
        () => copyPlan(context, target(0, EMPTY_WEEK), week(WEEK)),
        { Monday: { lunch: dal, dinner: soup } },
        'plan.copy',
      );
      const lines = (await audit()).length;
      strictEqual(await removePlan(context, target(before)), undefined);
      strictEqual((await audit()).length, lines + 1);
      strictEqual(await planOf(), undefined);
    });

    test('preserves the kind of a meal that is moved, swapped or copied, not of one that is replaced', async () => {
      const { context, target, version } = await family();
      const dal: Meal = { description: 'Dal', kind: 'leftovers' };
      const soup: Meal = { description: 'Soup' };
      const out: Meal = { description: 'Pie', kind: 'eating-out' };
      const [sunday, tuesday] = [place('Sunday', 'dinner'), place('Tuesday', 'lunch')];
      const moved = accepted(await moveMeal(context, target(version), place('Monday', 'dinner'), sunday));
      const swapped = accepted(await swapPlaces(context, target(moved.version), sunday, tuesday));
      const put = accepted(await putMeal(context, target(swapped.version), place('Friday', 'lunch'), out));
      const all = { Tuesday: { lunch: dal }, Friday: { lunch: out }, Sunday: { dinner: soup } };
      deepStrictEqual(put.meals, all);
      deepStrictEqual(accepted(await copyPlan(context, target(0, EMPTY_WEEK), week(WEEK))).meals, all);
      const plain = accepted(await putMeal(context, target(put.version), tuesday, { description: 'Dal' }));
      deepStrictEqual(plain.meals.Tuesday, { lunch: { description: 'Dal' } });
    });

    test('refuses an impossible change without an audit line', async () => {
      const { context, target, audit, version } = await family();
      const lines = await audit();
      const [full, other, empty] = [
        place('Monday', 'dinner'),
        place('Tuesday', 'lunch'),
        place('Friday', 'lunch'),
      ];
      const refusals: [Promise<unknown>, string][] = [
        [moveMeal(context, target(version), empty, full), 'slot-empty'],
        [moveMeal(context, target(version), full, other), 'slot-taken'],
        [swapPlaces(context, target(version), full, empty), 'slot-empty'],
        [clearMeal(context, target(version), empty), 'slot-empty'],
        [copyPlan(context, target(version), week('2020-01-06')), 'not-found'],
        [removePlan(context, target(0, EMPTY_WEEK)), 'not-found'],
      ];
      for (const [outcome, refused] of refusals) deepStrictEqual(await outcome, { refused });
      deepStrictEqual(await audit(), lines);
    });

    test('refuses a new plan more than ten years away; an existing one can always be changed', async () => {
      const { context, target, family: id, audit, version } = await family();
      const lines = await audit();
      const operator = { store, actor: OPERATOR, nowMs: service.clock.nowMs };
      for (const at of ['0001-01-01', '2016-10-31', '2036-11-17', '9999-12-27']) {
        const outcomes = [
          await replacePlan(context, target(0, at), {}),
          await putMeal(context, target(0, at), place('Monday', 'dinner'), pie),
          await copyPlan(context, target(0, at), week(WEEK)),
          await replacePlan(operator, { family: id, week: week(at), version: 'any' }, {}),
        ];
        for (const outcome of outcomes) deepStrictEqual(outcome, { refused: 'week-out-of-range' }, at);
      }
      deepStrictEqual(await audit(), lines);
      for (const at of ['2016-11-07', '2036-11-10']) accepted(await replacePlan(context, target(0, at), {}));
      const later = { ...operator, nowMs: Date.parse('2046-11-12T12:00:00Z') };
      const old = accepted(await putMeal(later, target(version), place('Friday', 'lunch'), pie));
      strictEqual(await removePlan(later, target(old.version)), undefined);
    });

    test('refuses a stale version and returns the current plan, or null without one', async () => {
      const { context, target, planOf, audit, version } = await family();
      const current = await planOf();
      const lines = await audit();
      const friday = place('Friday', 'lunch');
      for (const stale of [0, version - 1, version + 1, Number.MAX_SAFE_INTEGER]) {
        const refusal = { refused: 'stale-plan', current };
        deepStrictEqual(await putMeal(context, target(stale), friday, pie), refusal);
        deepStrictEqual(await removePlan(context, target(stale)), refusal);
      }
      const none = await putMeal(context, target(version, EMPTY_WEEK), friday, pie);
      deepStrictEqual(none, { refused: 'stale-plan', current: null });
      deepStrictEqual(await audit(), lines);
    });

    test('a plan that was deleted and created again accepts no version of the old one', async () => {
      const { context, target, version } = await family();
      strictEqual(await removePlan(context, target(version)), undefined);
      const again = accepted(await replacePlan(context, target(0), {}));
      notStrictEqual(again.version, version);
      const refused = await putMeal(context, target(version), place('Friday', 'lunch'), pie);
      deepStrictEqual(refused, { refused: 'stale-plan', current: again });
    });

    test('of two members who create the same plan concurrently, one succeeds and the other gets that plan', async () => {
      const { context, target, family: id } = await family();
      for (const at of ['2027-01-04', '2027-01-11', '2027-01-18', '2027-01-25']) {
        const outcomes = await Promise.all(
          DAYS.slice(0, 2).map((day) =>
            putMeal(context, target(0, at), place(day, 'dinner'), { description: day }),
          ),
        );
        const winners = outcomes.filter((outcome) => !('refused' in outcome));
        const losers = outcomes.filter((outcome) => 'refused' in outcome);
        strictEqual(winners.length, 1);
        deepStrictEqual(losers, [{ refused: 'stale-plan', current: winners[0] }]);
        const rows = (await dump(store, id)).plans as Plan[];
        strictEqual(rows.filter((plan) => plan.week === at).length, 1);
      }
    });

    test('stores a hundred concurrent changes that retry when stale', async () => {
      const { context, family: id, audit } = await family();
      const lines = (await audit()).length;
      // Five weeks with twenty slots each: each change has its own slot, and twenty compete for each plan.
      const weeks = ['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22', '2027-03-01'].map(week);
      const jobs = weeks.flatMap((at) =>
        DAYS.flatMap((day) =>
          PUBLIC_SLOTS.map((slot) => ({ at, place: { day, slot }, text: `${at} ${day} ${slot}` })),
        ).slice(1),
      );
      strictEqual(jobs.length, 100);
      await Promise.all(
        jobs.map(async ({ at, place, text }) => {
          for (let version = 0; ;) {
            const outcome = await putMeal(context, { family: id, week: at, version }, place, {
              description: text,
            });
            if (!('refused' in outcome)) return;
            strictEqual(outcome.refused, 'stale-plan');
            version = outcome.current?.version ?? 0;
          }
        }),
      );
      const rows = (await dump(store, id)).plans as { meals: string }[];
      const stored = rows.map(({ meals }) => meals).join('');
      deepStrictEqual(
        jobs.filter(({ text }) => !stored.includes(`"${text}"`)),
        [],
      );
      strictEqual((await audit()).length, lines + jobs.length);
    });

    test('a failed change stores neither the plan nor its audit line', async () => {
      const { context, target, version } = await family();
      const before = await dump(store);
      const notified: string[] = [];
      const listen = (family: string) => notified.push(family);
      store.changes.on('change', listen);
      // Fails when the plan is written, after its audit line.
      const unwritable = {
        toJSON(): never {
          throw new Error('refused');
        },
      };
      const meal = { description: 'Dal', servings: unwritable as never };
      const failed = await putMeal(context, target(version), place('Friday', 'lunch'), meal).catch(String);
      store.changes.off('change', listen);
      strictEqual(failed, 'Error: refused');
      deepStrictEqual(await dump(store), before);
      deepStrictEqual(notified, []);
      accepted(await putMeal(context, target(version), place('Friday', 'lunch'), pie));
    });
  });
}
