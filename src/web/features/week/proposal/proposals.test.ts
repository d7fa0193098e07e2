/** Which dishes the requests for a proposal keep and avoid. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Place } from '#domain/plan/plan.ts';
import type { ProposedMeal } from '#domain/proposal/proposal.ts';
import type { Day } from '#domain/week/week.ts';
import type { RequestOf } from '#http/app-api.ts';
import {
  choose,
  forget,
  propose,
  proposeElse,
  proposeOthers,
  setLocked,
  translateDishes,
} from './proposals.ts';

type ProposalRequest = NonNullable<RequestOf<'POST /app/api/weeks/:week/proposal'>['body']>;

const WEEK = '2026-11-09';
const dinner = (day: Day): Place => ({ day, slot: 'dinner' });
const MONDAY = dinner('Monday');

function cooked(day: Day, recipeId: string): ProposedMeal {
  const figures = { servings: 4, minutes: 30, activeMinutes: 15, costCents: 500 };
  return { ...dinner(day), kind: 'cooked', recipeId, title: recipeId, ...figures, reasons: [] };
}

const leftovers = (day: Day, of: Day, recipeId: string): ProposedMeal => ({
  ...dinner(day),
  kind: 'leftovers',
  of: dinner(of),
  recipeId,
  title: recipeId,
});
const gap = (day: Day): ProposedMeal => ({
  ...dinner(day),
  kind: 'gap',
  blockingConstraints: { dishes: 0, steps: [] },
});

/** Responds with these weeks, one after the other. Returns the bodies of the requests and the rejected dishes. */
function serve(t: TestContext, ...weeks: ProposedMeal[][]) {
  const bodies: ProposalRequest[] = [];
  const rejectedDishes: unknown[] = [];
  t.after(() => forget(WEEK));
  t.mock.method(globalThis, 'fetch', (path: string, { body }: { body: string }) => {
    if (path === '/app/api/rejected-dishes') {
      rejectedDishes.push(JSON.parse(body));
      return Promise.reject(new Error('rejectedDishes may fail'));
    }
    bodies.push(JSON.parse(body) as ProposalRequest);
    const meals = weeks.shift() ?? [];
    return Promise.resolve(
      Response.json({ proposal: { seed: 0, meals }, basis: '', plan: null, leftOut: [] }),
    );
  });
  return { bodies, rejectedDishes };
}

test('other ideas avoid every dish that was shown, except a kept one', async (t) => {
  const { bodies } = serve(
    t,
    [cooked('Monday', 'a'), cooked('Tuesday', 'b')],
    [cooked('Monday', 'a'), cooked('Tuesday', 'c')],
    [cooked('Monday', 'a'), cooked('Tuesday', 'd')],
  );
  await propose(WEEK);
  setLocked(WEEK, MONDAY, true);
  await proposeOthers(WEEK);
  await proposeOthers(WEEK);
  deepStrictEqual(
    bodies.map(({ locked, avoided }) => [locked, avoided]),
    [
      [[], []],
      [[{ ...MONDAY, recipeId: 'a' }], ['b']],
      [[{ ...MONDAY, recipeId: 'a' }], ['b', 'c']],
    ],
  );
});

test('other ideas start over when too few dishes are left', async (t) => {
  const { bodies } = serve(
    t,
    [cooked('Monday', 'a')],
    [cooked('Monday', 'b')],
    [gap('Monday')],
    [cooked('Monday', 'a')],
  );
  await propose(WEEK);
  await proposeOthers(WEEK);
  await proposeOthers(WEEK);
  deepStrictEqual(
    bodies.map(({ avoided }) => avoided),
    [[], ['a'], ['a', 'b'], ['b']],
  );
});

test('a dish that was replaced is avoided for the whole week, until it is chosen again', async (t) => {
  const { bodies, rejectedDishes } = serve(
    t,
    [cooked('Monday', 'a'), cooked('Tuesday', 'b')],
    [cooked('Monday', 'c'), cooked('Tuesday', 'b')],
    [cooked('Monday', 'c'), cooked('Tuesday', 'a')],
  );
  await propose(WEEK);
  strictEqual((await proposeElse(WEEK, MONDAY))?.kind, 'cooked');
  const figures = {
    title: 'a',
    minutes: 30,
    reasons: [],
    scoreChange: 0,
    costChangeCents: 0,
    minutesChange: 0,
  };
  await choose(WEEK, dinner('Tuesday'), { recipeId: 'a', ...figures });
  deepStrictEqual(
    bodies.map(({ locked, avoided }) => [locked?.map(({ recipeId }) => recipeId), avoided]),
    [
      [[], []],
      [['b'], ['a']],
      [['c', 'a'], []],
    ],
  );
  deepStrictEqual(rejectedDishes, [{ recipeId: 'a' }]);
});

test('another language keeps every dish, with its leftovers, and the refused ones away', async (t) => {
  const week = [cooked('Monday', 'b'), leftovers('Tuesday', 'Monday', 'b'), cooked('Friday', 'c')];
  const { bodies } = serve(t, [cooked('Monday', 'a'), ...week.slice(1)], week, week);
  await propose(WEEK);
  await proposeElse(WEEK, MONDAY);
  await translateDishes(WEEK);
  deepStrictEqual(bodies.at(-1), {
    seed: 0,
    locked: [
      { ...MONDAY, recipeId: 'b', leftoversAt: dinner('Tuesday') },
      { ...dinner('Friday'), recipeId: 'c' },
    ],
    avoided: ['a'],
    placed: [],
  });
});

test('if nothing else fits, the week stays and the dish is not refused', async (t) => {
  const { bodies, rejectedDishes } = serve(
    t,
    [cooked('Monday', 'a')],
    [gap('Monday')],
    [cooked('Monday', 'a')],
  );
  await propose(WEEK);
  strictEqual(await proposeElse(WEEK, MONDAY), undefined);
  await propose(WEEK);
  deepStrictEqual(bodies.at(-1)?.avoided, []);
  deepStrictEqual(rejectedDishes, []);
});

test('something else instead of leftovers does not refuse the dish that they are of', async (t) => {
  const { bodies, rejectedDishes } = serve(
    t,
    [cooked('Monday', 'a'), leftovers('Thursday', 'Monday', 'a')],
    [cooked('Monday', 'a'), cooked('Thursday', 'b')],
  );
  await propose(WEEK);
  await proposeElse(WEEK, dinner('Thursday'));
  deepStrictEqual(bodies[1], { seed: 0, locked: [{ ...MONDAY, recipeId: 'a' }], avoided: [], placed: [] });
  deepStrictEqual(rejectedDishes, []);
});
