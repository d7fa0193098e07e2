/** Which of two answers is the newer, whatever order they come in. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Plan } from '#domain/plan/plan.ts';
import type { Week } from '#domain/week/week.ts';
import { ApiError } from '#web/api.ts';
import { CachedWeeks } from './cached-weeks.ts';
import type { CachedWeek } from './database.ts';
import { isOutdated } from './plan-store.ts';

const WEEK = '2026-11-09' as Week;
const plan = (version: number): Plan => ({ id: 'p', week: WEEK, version, meals: {} });

/** Weeks whose questions the test answers itself, in any order. */
function open(cached?: CachedWeek<Plan | null>) {
  const asked: PromiseWithResolvers<Plan | null>[] = [];
  const weeks = new CachedWeeks<Plan | null>({
    storage: { findWeek: async () => cached, putWeek: async () => {} },
    fetchWeek() {
      const question = Promise.withResolvers<Plan | null>();
      asked.push(question);
      return question.promise;
    },
    isOutdated,
    onChange() {},
  });
  return { weeks, asked, version: () => weeks.stateOf(WEEK).value?.version };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('an older plan that comes late is not shown, and is asked for again', async () => {
  const { weeks, asked, version } = open();
  weeks.watch(WEEK);
  void weeks.take(WEEK, plan(7), weeks.now());
  asked[0]?.resolve(plan(6));
  await settled();
  strictEqual(version(), 7);
  strictEqual(asked.length, 2);
});

test('no plan, asked for before there was one, is no news', async () => {
  const { weeks, asked, version } = open();
  weeks.watch(WEEK);
  void weeks.take(WEEK, plan(7), weeks.now());
  asked[0]?.resolve(null);
  await settled();
  strictEqual(version(), 7);
  asked[1]?.resolve(null);
  await settled();
  strictEqual(weeks.stateOf(WEEK).value, null);
});

test('a first plan is shown although someone asked later and heard of none', async () => {
  const { weeks, asked, version } = open();
  const askedAt = weeks.now();
  weeks.watch(WEEK);
  asked[0]?.resolve(null);
  await settled();
  void weeks.take(WEEK, plan(1), askedAt);
  strictEqual(version(), 1);
});

test('news during a question is asked for after it, once', async () => {
  const { weeks, asked, version } = open();
  weeks.watch(WEEK);
  void weeks.refreshAll();
  void weeks.refreshAll();
  asked[0]?.resolve(plan(1));
  await settled();
  strictEqual(asked.length, 2);
  asked[1]?.resolve(plan(2));
  await settled();
  deepStrictEqual([asked.length, version()], [2, 2]);
});

test('what the device kept is shown until the server answers, and as old when it does not', async () => {
  const { weeks, asked } = open({ value: plan(3), seenAtMs: 5 });
  weeks.watch(WEEK);
  await settled();
  deepStrictEqual(weeks.stateOf(WEEK), { value: plan(3), seenAtMs: 5, hasFailed: false });
  asked[0]?.reject(new Error('away'));
  await settled();
  deepStrictEqual(weeks.stateOf(WEEK), { value: plan(3), seenAtMs: 5, hasFailed: true });
});

test('what nobody looks at is not asked for', async () => {
  const { weeks, asked } = open();
  const leave = weeks.watch(WEEK);
  asked[0]?.resolve(plan(1));
  await settled();
  leave();
  await weeks.refreshAll();
  strictEqual(asked.length, 1);
});

test('whoever looks at a week that is looked at already asks for nothing', async () => {
  const { weeks, asked } = open();
  const leave = weeks.watch(WEEK);
  asked[0]?.resolve(plan(1));
  await settled();
  weeks.watch(WEEK);
  leave();
  strictEqual(asked.length, 1);
  void weeks.refreshAll();
  strictEqual(asked.length, 2);
});

test('the same plan heard again is the same thing, and nothing is drawn anew for it', async () => {
  const { weeks } = open();
  void weeks.take(WEEK, plan(1), weeks.now());
  const first = weeks.stateOf(WEEK).value;
  void weeks.take(WEEK, plan(1), weeks.now());
  strictEqual(weeks.stateOf(WEEK).value, first);
  void weeks.take(WEEK, plan(2), weeks.now());
  strictEqual(weeks.stateOf(WEEK).value?.version, 2);
});

test('asked too often: what is shown is not called old, and is asked for again after the time that was named', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { weeks, asked, version } = open({ value: plan(3), seenAtMs: 5 });
  weeks.watch(WEEK);
  await settled();
  asked[0]?.reject(new ApiError(429, { code: 'too-many-requests' }, '3'));
  await settled();
  deepStrictEqual([weeks.stateOf(WEEK).hasFailed, version(), asked.length], [false, 3, 1]);
  t.mock.timers.tick(2_999);
  await settled();
  strictEqual(asked.length, 1);
  t.mock.timers.tick(1);
  await settled();
  asked[1]?.resolve(plan(4));
  await settled();
  deepStrictEqual([asked.length, version()], [2, 4]);
});
