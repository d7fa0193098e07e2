/** Cached weeks: ordering of responses, refetching, stale state, rate limits. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Plan } from '#domain/plan/plan.ts';
import type { Week } from '#domain/week/week.ts';
import { ApiError } from '#web/base/api.ts';
import { CachedValues } from './cached-values.ts';
import type { CachedValue } from '#web/data/database.ts';
import { isOutdated } from './plan-store.ts';

const WEEK = '2026-11-09' as Week;
const plan = (version: number): Plan => ({ id: 'p', week: WEEK, version, meals: {} });

/** The test resolves the requests, in any order. */
function openWeeks(cached?: CachedValue<Plan | null>) {
  const requests: PromiseWithResolvers<Plan | null>[] = [];
  /** The number of the family's last change, as the server says with each response. */
  const server = { changeId: 0 };
  const weeks = new CachedValues<Plan | null>({
    storage: { find: async () => cached, put: async () => {} },
    async fetch() {
      const request = Promise.withResolvers<Plan | null>();
      requests.push(request);
      const value = await request.promise;
      return { value, changeId: server.changeId };
    },
    isOutdated,
    onChange() {},
  });
  return { weeks, requests, server, version: () => weeks.stateOf(WEEK).value?.version };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a late, older plan is not shown, and the week is fetched again', async () => {
  const { weeks, requests, version } = openWeeks();
  weeks.watch(WEEK);
  void weeks.take(WEEK, plan(7), weeks.now());
  requests[0]?.resolve(plan(6));
  await settled();
  strictEqual(version(), 7);
  strictEqual(requests.length, 2);
});

test('a missing plan is ignored if it was requested before the plan existed', async () => {
  const { weeks, requests, version } = openWeeks();
  weeks.watch(WEEK);
  void weeks.take(WEEK, plan(7), weeks.now());
  requests[0]?.resolve(null);
  await settled();
  strictEqual(version(), 7);
  requests[1]?.resolve(null);
  await settled();
  strictEqual(weeks.stateOf(WEEK).value, null);
});

test('a first plan is shown although a later request found none', async () => {
  const { weeks, requests, version } = openWeeks();
  const requestedAt = weeks.now();
  weeks.watch(WEEK);
  requests[0]?.resolve(null);
  await settled();
  void weeks.take(WEEK, plan(1), requestedAt);
  strictEqual(version(), 1);
});

test('a reported change that a response contains is not fetched again', async () => {
  const { weeks, requests, server } = openWeeks();
  server.changeId = 40;
  weeks.watch(WEEK);
  void weeks.refreshAll(40);
  requests[0]?.resolve(plan(7));
  await settled();
  void weeks.refreshAll(40);
  strictEqual(requests.length, 1);
  void weeks.refreshAll(41);
  strictEqual(requests.length, 2);
  void weeks.refreshAll(42);
  requests[1]?.resolve(plan(7));
  await settled();
  strictEqual(requests.length, 3, 'reported during the request, and not in its response');
  requests[2]?.resolve(plan(7));
  await settled();
  strictEqual(requests.length, 3, 'the request was sent after the report');
  // A response to an own change.
  void weeks.take(WEEK, plan(8), weeks.now(), 43);
  void weeks.refreshAll(43);
  strictEqual(requests.length, 3);
});

test('a reported change is fetched if the last request failed', async () => {
  const { weeks, requests, server } = openWeeks();
  server.changeId = 40;
  weeks.watch(WEEK);
  requests[0]?.resolve(plan(7));
  await settled();
  void weeks.refreshAll();
  requests[1]?.reject(new ApiError(0, {}));
  await settled();
  void weeks.refreshAll(40);
  strictEqual(requests.length, 3);
});

test('changes during a request cause one more request after it', async () => {
  const { weeks, requests, version } = openWeeks();
  weeks.watch(WEEK);
  void weeks.refreshAll();
  void weeks.refreshAll();
  requests[0]?.resolve(plan(1));
  await settled();
  strictEqual(requests.length, 2);
  requests[1]?.resolve(plan(2));
  await settled();
  deepStrictEqual([requests.length, version()], [2, 2]);
});

test('the cached week is shown until the response arrives, and is marked as failed without one', async () => {
  const { weeks, requests } = openWeeks({ value: plan(3), seenAtMs: 5 });
  weeks.watch(WEEK);
  await settled();
  deepStrictEqual(weeks.stateOf(WEEK), { value: plan(3), seenAtMs: 5, hasFailed: false });
  requests[0]?.reject(new Error('unreachable'));
  await settled();
  deepStrictEqual(weeks.stateOf(WEEK), { value: plan(3), seenAtMs: 5, hasFailed: true });
});

test('a week that nobody watches is not fetched', async () => {
  const { weeks, requests } = openWeeks();
  const leave = weeks.watch(WEEK);
  requests[0]?.resolve(plan(1));
  await settled();
  leave();
  await weeks.refreshAll();
  strictEqual(requests.length, 1);
});

test('a second watcher of a week causes no request', async () => {
  const { weeks, requests } = openWeeks();
  const leave = weeks.watch(WEEK);
  requests[0]?.resolve(plan(1));
  await settled();
  weeks.watch(WEEK);
  leave();
  strictEqual(requests.length, 1);
  void weeks.refreshAll();
  strictEqual(requests.length, 2);
});

test('an unchanged plan preserves the object identity, so that nothing renders again', async () => {
  const { weeks } = openWeeks();
  void weeks.take(WEEK, plan(1), weeks.now());
  const first = weeks.stateOf(WEEK).value;
  void weeks.take(WEEK, plan(1), weeks.now());
  strictEqual(weeks.stateOf(WEEK).value, first);
  void weeks.take(WEEK, plan(2), weeks.now());
  strictEqual(weeks.stateOf(WEEK).value?.version, 2);
});

test('after 429 the week is not marked as failed, and is fetched again after the Retry-After time', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { weeks, requests, version } = openWeeks({ value: plan(3), seenAtMs: 5 });
  weeks.watch(WEEK);
  await settled();
  requests[0]?.reject(new ApiError(429, { code: 'too-many-requests' }, '3'));
  await settled();
  deepStrictEqual([weeks.stateOf(WEEK).hasFailed, version(), requests.length], [false, 3, 1]);
  t.mock.timers.tick(2_999);
  await settled();
  strictEqual(requests.length, 1);
  t.mock.timers.tick(1);
  await settled();
  requests[1]?.resolve(plan(4));
  await settled();
  deepStrictEqual([requests.length, version()], [2, 4]);
});
