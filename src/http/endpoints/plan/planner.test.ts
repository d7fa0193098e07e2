/** Proposals, alternatives and accepting a week through the routes, on both databases. */
import { deepStrictEqual, notStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setPremium } from '#actions/account/families.ts';
import { copyPlan, moveMeal, putMeal, replacePlan, swapPlaces } from '#actions/plan/plans.ts';
import { PlannerPool } from '#jobs/planning/planner-pool.ts';
import { type Meal, mealAt, type Meals, type Place, type Plan } from '#domain/plan/plan.ts';
import { acceptedMeal, type Proposal } from '#domain/proposal/proposal.ts';
import type { Refusal } from '#domain/refusal.ts';
import { type Day, DAYS } from '#domain/week/week.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { OPERATOR } from '#storage/actor.ts';
import { accepted } from '#test/support/accepted.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, RECIPE, WEEK, week, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { heldPlanner } from '#test/support/held-planner.ts';
import { type Reply, type Service, signUp, startService } from '#test/support/service.ts';
import { ONE_KIND } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';

const NEXT_WEEK = '2026-11-16';
type Proposed = { proposal: Proposal; basis: string; plan: Plan | null };

/** The edits that accept a proposal, as the web app sends them. */
function acceptance({ proposal, plan, basis }: Proposed) {
  const edits = proposal.meals.flatMap((proposed) => {
    const { day, slot } = proposed;
    const before = mealAt(plan?.meals ?? {}, proposed) ?? null;
    const meal = acceptedMeal(proposed) ?? null;
    return [{ week: proposal.week, day, slot, before, after: meal }];
  });
  return { id: randomUUID(), edits, basis };
}

function target({ family }: World, at = NEXT_WEEK) {
  return { family, week: week(at), version: 'any' } as const;
}

for (const kind of ONE_KIND) {
  describe(`${kind}: planning`, async () => {
    const service = await startService({ after, before }, { kind });
    const { store } = service;
    const as = ({ member }: World, method: string, path: string, body?: unknown): Promise<Reply> =>
      send(service, { method, path: `/app/api${path}`, token: member.token, body });
    const context = { store, actor: OPERATOR, nowMs: service.clock.nowMs };
    const propose = async (world: World, more: object = {}, week = NEXT_WEEK): Promise<Proposed> => {
      const { status, body } = await as(world, 'POST', `/weeks/${week}/proposal`, more);
      strictEqual(status, 200, JSON.stringify(body));
      return body;
    };
    const setPreferences = async (world: World, more: Partial<Preferences>): Promise<Reply> => {
      const { version, preferences } = (await as(world, 'GET', '/preferences')).body;
      return as(world, 'PUT', '/preferences', { version, preferences: { ...preferences, ...more } });
    };
    const mealsOf = async (world: World, week = NEXT_WEEK): Promise<Meals | undefined> =>
      (await as(world, 'GET', `/plans/${week}`)).body.plan?.meals;

    test('a new family has default preferences and gets a complete week', async () => {
      const { browser } = await signUp(service);
      const { body } = await browser.call('GET', '/app/api/preferences');
      deepStrictEqual([body.version, body.preferences], [0, JSON.parse(JSON.stringify(DEFAULT_PREFERENCES))]);
      for (const protein of ['fish', 'lentils']) ok(body.tags.proteins.includes(protein));
      ok(body.tags.cuisines.includes('Italian') && !body.tags.proteins.includes('none'));
      const { status, body: made } = await browser.call('POST', `/app/api/weeks/${NEXT_WEEK}/proposal`, {});
      strictEqual(status, 200);
      strictEqual(made.plan, null);
      strictEqual(made.proposal.meals.filter((meal: { kind: string }) => meal.kind === 'cooked').length, 9);
    });

    test('a proposal stores nothing, skips slots with meals, and is the same for the same seed', async () => {
      const world = await makeWorld(service);
      const dinner = { description: 'Grandma cooks' };
      await putMeal(context, target(world), { day: 'Friday', slot: 'dinner' }, dinner);
      const before = await dump(store, world.family);
      const [one, other] = [await propose(world, { seed: 7 }), await propose(world, { seed: 7 })];
      deepStrictEqual(one, other);
      deepStrictEqual(one.plan?.meals, { Friday: { dinner } });
      ok(one.proposal.meals.every(({ day, slot }) => day !== 'Friday' || slot !== 'dinner'));
      strictEqual(one.proposal.meals.length, 8);
      deepStrictEqual(await dump(store, world.family), before);
    });

    test('preserves locked meals and does not propose avoided dishes', async () => {
      const world = await makeWorld(service);
      const { proposal } = await propose(world);
      const cooked = proposal.meals.flatMap((meal) => (meal.kind === 'cooked' ? [meal] : []));
      const [locked, avoided] = cooked as [(typeof cooked)[0], (typeof cooked)[0]];
      const place = ({ day, slot, recipeId }: (typeof cooked)[0]) => ({ day, slot, recipeId });
      const again = await propose(world, {
        seed: 9,
        locked: [{ ...place(locked) }],
        avoided: [avoided.recipeId],
      });
      const at = (wanted: object) =>
        again.proposal.meals.find(
          ({ day, slot }) => JSON.stringify({ day, slot }) === JSON.stringify(wanted),
        );
      const found = [locked, avoided].map(({ day, slot }) => at({ day, slot })) as (typeof cooked)[0][];
      strictEqual(found[0]?.recipeId, locked.recipeId);
      ok(found[1] && found[1].recipeId !== avoided.recipeId);
    });

    test('returns five alternatives for a slot, none of them already in the week', async () => {
      const world = await makeWorld(service);
      const { proposal } = await propose(world);
      const meals = proposal.meals.flatMap((meal) =>
        meal.kind === 'cooked' ? [{ day: meal.day, slot: meal.slot, recipeId: meal.recipeId }] : [],
      );
      const { status, body } = await as(world, 'POST', `/weeks/${NEXT_WEEK}/alternatives`, {
        seed: 1,
        place: { day: 'Friday', slot: 'dinner' },
        meals,
      });
      strictEqual(status, 200, JSON.stringify(body));
      strictEqual(body.alternatives.length, 5);
      const used = new Set(meals.map(({ recipeId }) => recipeId));
      for (const { recipeId } of body.alternatives) ok(!used.has(recipeId), recipeId);
    });

    test('repairs a week from which a meal was removed, stores nothing, and the edits can be accepted once', async () => {
      const world = await makeWorld(service);
      const first = await propose(world);
      strictEqual((await as(world, 'POST', '/changes', acceptance(first))).status, 200);
      const planned = (await mealsOf(world)) ?? {};
      const own = { description: 'Grandma cooks' };
      await putMeal(context, target(world), { day: 'Saturday', slot: 'dinner' }, own);
      const before = await dump(store, world.family);
      const repair = (place: Place) =>
        as(world, 'POST', `/weeks/${NEXT_WEEK}/repair`, { place, meal: mealAt(planned, place) });
      const places = DAYS.slice(0, 4).map((day) => ({ day, slot: 'dinner' }) as const);
      const replies = await Promise.all(places.map(repair));
      deepStrictEqual(await dump(store, world.family), before);
      for (const { status, body } of replies) {
        strictEqual(status, 200, JSON.stringify(body));
        ok(body.edits.length <= 2 && body.spoiledGrams.after <= body.spoiledGrams.before);
        ok(body.edits.every(({ day, slot }: Place) => `${day} ${slot}` !== 'Saturday dinner'));
      }
      const changing = replies.findIndex(({ body }) => body.edits.length > 0);
      const place = places[changing] as Place;
      const { edits, basis } = (replies[changing] as Reply).body;
      const drop = { week: NEXT_WEEK, ...place, before: mealAt(planned, place), after: null };
      const all = [drop, ...edits.map(({ reasons: _reasons, ...edit }: { reasons: unknown }) => edit)];
      const accept = () => as(world, 'POST', '/changes', { id: randomUUID(), edits: all, basis });
      strictEqual((await accept()).status, 200);
      const repaired = (await mealsOf(world)) ?? {};
      for (const edit of edits) deepStrictEqual(mealAt(repaired, edit), edit.after);
      strictEqual((await accept()).status, 409);
    });

    test('an accepted week becomes the plan, without planner fields in the public API; planning again replaces only generated meals', async () => {
      const world = await makeWorld(service);
      await setPremium({ store, actor: OPERATOR, nowMs: 0 }, world.family, 'forever');
      const made = await send(service, {
        method: 'POST',
        path: '/app/api/keys',
        token: world.owner.token,
        body: { name: 'display' },
      });
      const served = async () => {
        const headers = { 'x-api-key': made.body.key };
        return (await fetch(`${service.url}/api/meal-plans/v1/next`, { headers })).text();
      };
      const first = await propose(world);
      const accepted = await as(world, 'POST', '/changes', acceptance(first));
      strictEqual(accepted.status, 200, JSON.stringify(accepted.body));
      const title = first.proposal.meals.flatMap((meal) => (meal.kind === 'cooked' ? [meal.title] : []))[0];
      await until('the API serves it', async () => (await served()).includes(String(title)), 1_000);
      ok(!/generated|servings|kind/.test(await served()));

      deepStrictEqual((await propose(world)).proposal.meals, first.proposal.meals);
      const own = { description: 'Grandma cooks' };
      await putMeal(context, target(world), { day: 'Monday', slot: 'dinner' }, own);
      const second = await propose(world, { seed: 3 });
      ok(second.proposal.meals.every(({ day }) => day !== 'Monday'));
      strictEqual(second.proposal.meals.length, 8);
      strictEqual((await as(world, 'POST', '/changes', acceptance(second))).status, 200);
      deepStrictEqual((await mealsOf(world))?.Monday, { dinner: own });
    });

    test('a meal that a person puts, moves, swaps or copies no longer counts as generated', async () => {
      const world = await makeWorld(service);
      const made = await as(world, 'POST', '/changes', acceptance(await propose(world)));
      let { meals }: Plan = made.body.plans[NEXT_WEEK];
      const act = async (outcome: Promise<Plan | Refusal>) => void ({ meals } = accepted(await outcome));
      strictEqual(origins(meals), 'true true true true true true true');
      const more = { ...(meals.Monday?.dinner as Meal), servings: 3 };
      await act(putMeal(context, target(world), dinner('Monday'), more));
      strictEqual(origins(meals), 'own true true true true true true');
      await act(swapPlaces(context, target(world), dinner('Tuesday'), dinner('Wednesday')));
      strictEqual(origins(meals), 'own own own true true true true');
      const lunch = { day: 'Thursday', slot: 'lunch' } as const;
      await act(moveMeal(context, target(world), dinner('Thursday'), lunch));
      deepStrictEqual(
        [meals.Thursday?.lunch?.generated, origins(meals)],
        [undefined, 'own own own none true true true'],
      );
      const other = { ...meals, Friday: { dinner: { ...meals.Friday?.dinner, description: 'Changed' } } };
      await act(replacePlan(context, target(world), other));
      strictEqual(origins(meals), 'own own own none own true true');
      await act(copyPlan(context, target(world, '2026-11-23'), week(NEXT_WEEK)));
      strictEqual(origins(meals), 'own own own none own own own');
    });

    test('of two members who accept a week concurrently, one succeeds and the other gets 409 with that week', async () => {
      const world = await makeWorld(service);
      const proposals = await Promise.all([propose(world, { seed: 1 }), propose(world, { seed: 2 })]);
      const replies = await Promise.all(
        proposals.map((proposal) => as(world, 'POST', '/changes', acceptance(proposal))),
      );
      const [winner, loser] = replies.toSorted((first, second) => first.status - second.status) as [
        Reply,
        Reply,
      ];
      deepStrictEqual([winner.status, loser.status, loser.body.code], [200, 409, 'conflict']);
      deepStrictEqual(loser.body.plans, winner.body.plans);
      deepStrictEqual(await mealsOf(world), winner.body.plans[NEXT_WEEK].meals);
      const accepted = replies.indexOf(winner);
      const expected = proposals[accepted]?.proposal.meals.map((meal) => acceptedMeal(meal)?.recipeId);
      deepStrictEqual(
        proposals[accepted]?.proposal.meals.map(
          (place) => mealAt(winner.body.plans[NEXT_WEEK].meals, place)?.recipeId,
        ),
        expected,
      );
    });

    const changes: [string, (world: World) => Promise<Reply>][] = [
      ['a change of preferences', (world) => setPreferences(world, { restWeeks: 9 })],
      ['a new recipe', (world) => as(world, 'POST', '/recipes', RECIPE)],
      ['a deleted recipe', (world) => as(world, 'DELETE', `/recipes/${world.recipe}`)],
      [
        'a changed recipe',
        (world) => as(world, 'PUT', `/recipes/${world.recipe}`, { ...RECIPE, version: world.version }),
      ],
    ];
    for (const [what, alter] of changes) {
      test(`after ${what}, a proposal is outdated and nothing of it is stored`, async () => {
        const world = await makeWorld(service);
        const proposed = await propose(world);
        ok((await alter(world)).status < 300);
        const before = await dump(store, world.family);
        const { status, body } = await as(world, 'POST', '/changes', acceptance(proposed));
        deepStrictEqual([status, body.code, body.plans], [409, 'proposal-outdated', { [NEXT_WEEK]: null }]);
        deepStrictEqual(await dump(store, world.family), before);
        strictEqual((await as(world, 'POST', '/changes', acceptance(await propose(world)))).status, 200);
      });
    }

    test('an accepted week can be sent again, also after the preferences changed', async () => {
      const world = await makeWorld(service);
      const accepted = acceptance(await propose(world));
      strictEqual((await as(world, 'POST', '/changes', accepted)).status, 200);
      await setPreferences(world, { restWeeks: 9 });
      strictEqual((await as(world, 'POST', '/changes', accepted)).status, 200);
    });

    test('plans the current week only from today on, and does not repeat dishes of earlier days', async () => {
      const world = await makeWorld(service);
      await setPreferences(world, {
        rules: [{ id: 'r', tag: 'diet:vegan', days: ['Monday'], slots: [], atLeast: 1, isHard: true }],
        recurring: [{ day: 'Tuesday', slot: 'dinner', meal: { description: 'Pizza' } }],
      });
      const { proposal, plan } = await propose(world, {}, WEEK);
      deepStrictEqual(plan?.meals.Monday, { dinner: { description: 'Dal', kind: 'leftovers' } });
      deepStrictEqual([...new Set(proposal.meals.map(({ day }) => day))], DAYS.slice(2));
      deepStrictEqual([proposal.unmet, proposal.offers], [[], []]);

      const [wednesday] = proposal.meals;
      const recipeId = wednesday?.kind === 'cooked' ? wednesday.recipeId : '';
      const before = { description: 'Dal', kind: 'leftovers' };
      const after = { description: 'Eaten', recipeId, generated: true };
      const edits = [{ week: WEEK, day: 'Monday', slot: 'dinner', before, after }];
      strictEqual((await as(world, 'POST', '/changes', { id: randomUUID(), edits })).status, 200);
      const again = (await propose(world, {}, WEEK)).proposal.meals;
      ok(again.every((meal) => meal.kind !== 'cooked' || meal.recipeId !== recipeId));
    });

    test('does not propose a dish within its rest weeks before and after it is served', async () => {
      const world = await makeWorld(service);
      await setPreferences(world, { restWeeks: 1, slotSettings: { Monday: { dinner: { servings: 2 } } } });
      const dish = async () =>
        (await propose(world)).proposal.meals.map((meal) => acceptedMeal(meal)?.recipeId)[0];
      const recipeId = await dish();
      const serve = async (week: string, meals: Meals) => {
        accepted(await replacePlan(context, target(world, week), meals));
      };
      for (const week of ['2026-11-09', '2026-11-23']) {
        await serve(week, { Sunday: { dinner: { description: 'Served', recipeId } } });
        notStrictEqual(await dish(), recipeId, week);
        await serve(week, {});
        strictEqual(await dish(), recipeId, week);
      }
    });

    test('refuses an invalid week, a week too far away, and invalid locks', async () => {
      const world = await makeWorld(service);
      const lock = { day: 'Friday', slot: 'dinner', recipeId: 'shakshuka' };
      const calls: [string, object, number][] = [
        ['/weeks/2026-11-10/proposal', {}, 400],
        [`/weeks/${NEXT_WEEK}/proposal`, { seed: -1 }, 400],
        [`/weeks/${NEXT_WEEK}/proposal`, { seed: 0x1_0000_0000 }, 400],
        [`/weeks/${NEXT_WEEK}/proposal`, { locked: [lock, lock] }, 400],
        [`/weeks/${NEXT_WEEK}/proposal`, { avoided: [lock] }, 400],
        [`/weeks/${NEXT_WEEK}/alternatives`, { meals: [lock] }, 400],
      ];
      for (const [path, body, status] of calls)
        strictEqual((await as(world, 'POST', path, body)).status, status, path);
      const place = { day: 'Friday', slot: 'lunch' };
      for (const [path, body] of [
        ['proposal', {}],
        ['alternatives', { place, meals: [] }],
      ] as const) {
        const far = await as(world, 'POST', `/weeks/2226-11-06/${path}`, body);
        deepStrictEqual([far.status, far.body.code], [400, 'week-out-of-range']);
      }
    });
  });
}

const requestProposal = (service: Service, { member }: World) =>
  send(service, {
    method: 'POST',
    path: `/app/api/weeks/${NEXT_WEEK}/proposal`,
    token: member.token,
    body: {},
  });
const makeWorlds = async (service: Service, count: number): Promise<World[]> => {
  const worlds: World[] = [];
  while (worlds.length < count) worlds.push(await makeWorld(service));
  return worlds;
};

test('of 40 concurrent requests 33 are queued, and the others get 503 with Retry-After', async (t) => {
  const { planner } = heldPlanner(t);
  const service = await startService(t, { planner });
  // A family may have four tasks.
  const worlds = await makeWorlds(service, 10);
  const refused: Reply[] = [];
  const replies = [...worlds, ...worlds, ...worlds, ...worlds].map(async (world) => {
    const reply = await requestProposal(service, world);
    refused.push(reply);
  });
  await until('seven are refused', () => refused.length === 7, 20_000);
  deepStrictEqual([planner.running, planner.waiting], [1, 32]);
  for (const { status, headers, body } of refused) {
    deepStrictEqual([status, headers.get('retry-after'), body.code], [503, '3', 'planner-busy']);
  }
  await planner.stop();
  await Promise.all(replies);
});

test('removes the task of a client that disconnects from the queue', async (t) => {
  const { planner } = heldPlanner(t);
  const service = await startService(t, { planner });
  const [first, second] = await makeWorlds(service, 2);
  ok(first && second);
  const running = requestProposal(service, first);
  await until('the first task runs', () => planner.running === 1);
  const client = new AbortController();
  const request = fetch(`${service.url}/app/api/weeks/${WEEK}/proposal`, {
    method: 'POST',
    headers: {
      origin: service.url,
      cookie: `weekfare-session=${second.owner.token}`,
      'content-type': 'application/json',
    },
    body: '{}',
    signal: client.signal,
  });
  await until('the second task waits', () => planner.waiting === 1);
  client.abort();
  await rejects(request);
  await until('no task waits', () => planner.waiting === 0);
  strictEqual(planner.running, 1);
  await planner.stop();
  await running;
});

test('reads do not wait for 20 proposals', async (t) => {
  const planner = new PlannerPool({ size: 1 });
  const service = await startService(t, { planner });
  const families = await makeWorlds(service, 5);
  const worlds = [...families, ...families, ...families, ...families];
  const replies = Promise.allSettled(worlds.map((world) => requestProposal(service, world)));
  await until('all tasks are queued', () => planner.running + planner.waiting === 20);
  for (const { member } of worlds) {
    const read = await send(service, { method: 'GET', path: `/app/api/plans/${WEEK}`, token: member.token });
    strictEqual(read.status, 200);
  }
  ok(planner.waiting > 0, 'twenty reads took longer than twenty proposals');
  await planner.stop();
  await replies;
});

test('returns 503 when a planner thread is killed, and plans the next week', async (t) => {
  const { planner, workers, release } = heldPlanner(t);
  const service = await startService(t, { planner });
  const world = await makeWorld(service);
  const lost = requestProposal(service, world);
  await until('the task runs', () => planner.running === 1);
  await workers[0]?.terminate();
  const { status, headers, body } = await lost;
  deepStrictEqual([status, body.code], [503, 'unavailable']);
  ok(Number(headers.get('retry-after')) > 0);
  release();
  strictEqual((await requestProposal(service, world)).status, 200);
  strictEqual(workers.length, 2);
});

/** For each dinner of the week: `true` if generated, `own` or `none`. */
function origins(some: Meals): string {
  return DAYS.map((day) => (some[day]?.dinner ? (some[day].dinner.generated ?? 'own') : 'none')).join(' ');
}

function dinner(day: Day): Place {
  return { day, slot: 'dinner' };
}
