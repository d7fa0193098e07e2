/** What is different in one week: versions, guests' data, and the servings of meals that are planned already. */
import { deepStrictEqual, doesNotMatch, match, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { DayException } from '#domain/preferences/week-exceptions.ts';
import { DEFAULT_PREFERENCES } from '#domain/preferences/preferences.ts';
import type { Day } from '#domain/week/week.ts';
import { GuestRetention } from '#jobs/guest-retention.ts';
import { exportFamily } from '#storage/export.ts';
import { findPlan, savePlan } from '#storage/tables/plan/plans.ts';
import { savePreferences } from '#storage/tables/plan/preferences.ts';
import { readWeekExceptions } from '#storage/tables/plan/week-exceptions.ts';
import type { Store } from '#storage/store.ts';
import { eater } from '#test/planner/small-week.ts';
import { freshStore, KINDS } from '#test/support/store.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, week } from '#test/support/world.ts';
import { changeDayException } from './week-exceptions.ts';

const AT = week('2026-11-16');
const NOW_MS = Date.parse('2026-11-19T12:00:00Z');
const ben = { id: 'guest', name: 'Benedikt', diets: ['vegan' as const], allergens: ['peanuts' as const] };

async function familyOf(store: Store) {
  const { family, member } = await makeWorld({ store, clock: { nowMs: NOW_MS } });
  const change = async (
    day: Day,
    exception: DayException,
    { version, nowMs = NOW_MS }: { version?: number; nowMs?: number } = {},
  ) => {
    const seen = version ?? (await readWeekExceptions(store.db, family, AT)).version;
    return changeDayException({ store, actor: member.id, nowMs }, family, {
      week: AT,
      day,
      version: seen,
      exception,
    });
  };
  const preferences = { ...DEFAULT_PREFERENCES, eaters: [eater('Ann'), eater('Bob')] };
  await store.db
    .transaction()
    .execute((tx) => savePreferences(tx, family, { version: 1, preferences, dueAt: null, language: 'en' }));
  return { family, change, read: () => readWeekExceptions(store.db, family, AT) };
}

const meal = (servings?: number) => ({
  description: 'Dal',
  ...(servings && { servings }),
  generated: true as const,
});

for (const kind of KINDS) {
  test(`${kind}: a day is changed only over the version of the week that was seen`, async (t) => {
    const store = await freshStore(t, kind);
    const { family, change, read } = await familyOf(store);
    strictEqual(await change('Saturday', { note: 'Party', slots: {} }, { version: 0 }), undefined);
    const { version, exceptions } = await read();
    deepStrictEqual(exceptions, { Saturday: { note: 'Party', slots: {} } });
    const before = await dump(store, family);
    for (const stale of [0, version - 1, version + 1])
      deepStrictEqual(await change('Sunday', { slots: {} }, { version: stale }), { refused: 'stale-week' });
    deepStrictEqual(await dump(store, family), before);
    // A week that is as usual again keeps its version, so that a late change over an earlier one is refused.
    strictEqual(await change('Saturday', { slots: {} }), undefined);
    deepStrictEqual((await read()).exceptions, {});
    deepStrictEqual(await change('Sunday', { slots: {} }, { version: 0 }), { refused: 'stale-week' });
  });

  test(`${kind}: planned meals of the day get a serving for each guest, and lose it when the guest stays away`, async (t) => {
    const store = await freshStore(t, kind);
    const { family, change } = await familyOf(store);
    const meals = { Saturday: { lunch: meal(), dinner: meal(2) }, Sunday: { dinner: meal(4) } };
    await store.db
      .transaction()
      .execute((tx) => savePlan(tx, family, { id: 'p', week: AT, version: 1, meals }, 0));
    const servings = async () => {
      const { Saturday, Sunday } = (await findPlan(store.db, family, AT))?.meals ?? {};
      return [Saturday?.lunch?.servings, Saturday?.dinner?.servings, Sunday?.dinner?.servings];
    };
    await change('Saturday', { slots: { dinner: { guests: [ben, { ...ben, id: 'another' }] } } });
    deepStrictEqual(await servings(), [undefined, 4, 4]);
    await change('Saturday', { slots: { dinner: { guests: [ben], away: ['Ann'] } } });
    deepStrictEqual(await servings(), [undefined, 2, 4]);
    await change('Saturday', { slots: {} });
    deepStrictEqual(await servings(), [undefined, 2, 4]);
    strictEqual((await findPlan(store.db, family, AT))?.meals.Saturday?.dinner?.generated, true);
  });

  test(`${kind}: guests' data are deleted a week after their day, from the database and from exports`, async (t) => {
    const store = await freshStore(t, kind);
    const { family, change, read } = await familyOf(store);
    await change('Friday', { slots: { dinner: { guests: [ben] } } });
    await change('Saturday', { slots: { dinner: { guests: [ben], minutes: 20 } } });
    const clock = { nowMs: NOW_MS };
    const retention = new GuestRetention({ store, clock: () => clock.nowMs, onFailure() {} });
    const deleteAt = (instant: string) => {
      clock.nowMs = Date.parse(instant);
      return retention.deleteOld();
    };
    // The family lives in UTC. Friday is 20 November.
    // The guest of the week before.
    strictEqual(await deleteAt('2026-11-26T23:59:59Z'), 1);
    strictEqual(await deleteAt('2026-11-27T00:00:00Z'), 1);
    const anonymous = { id: 'guest', diets: [], allergens: [] };
    deepStrictEqual((await read()).exceptions, {
      Friday: { slots: { dinner: { guests: [anonymous] } } },
      Saturday: { slots: { dinner: { minutes: 20, guests: [ben] } } },
    });
    match(JSON.stringify(await dump(store)), /Benedikt|peanuts/);
    strictEqual(await deleteAt('2026-11-28T00:00:00Z'), 1);
    strictEqual(await deleteAt('2026-11-29T00:00:00Z'), 0);
    const exported = (await Array.fromAsync(await exportFamily(store, family, 1_000))).join('');
    // With the audit log, and what undoes changes.
    doesNotMatch(JSON.stringify(await dump(store)) + exported, /Benedikt|peanuts/);
    // Nobody describes a guest of that day again.
    await change('Friday', { slots: { dinner: { guests: [ben] } } }, { nowMs: clock.nowMs });
    deepStrictEqual((await read()).exceptions.Friday, { slots: { dinner: { guests: [anonymous] } } });
    await retention.stop();
  });
}
