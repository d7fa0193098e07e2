/** Changes as the web app sends them: applied once, atomically, and only over the meals that the client saw. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setPremium } from '#actions/account/families.ts';
import { type Meal, type Plan, SLOTS } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import { OPERATOR } from '#storage/actor.ts';
import { openStore, SERVER_TIMEOUT_MS } from '#storage/store.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, WEEK, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { type Reply, startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';

const NEXT_WEEK = '2026-11-16';
const DAY_MS = 86_400_000;
/** A dish with chicken, and a variant with tofu. */
const KATSU = 'chicken-katsu-with-cabbage';
const dal: Meal = { description: 'Dal', kind: 'leftovers' };
const soup: Meal = { description: 'Soup' };
const pie: Meal = { description: 'Pie', recipeId: 'shakshuka', kind: 'eating-out' };

const at = (place: string, before: Meal | null, after: Meal | null, week = WEEK) => {
  const [day = '', slot = ''] = place.split(' ');
  return { week, day, slot, before, after };
};
type Edit = ReturnType<typeof at>;
const reverted = (edits: Edit[]) =>
  edits.map(({ before, after, ...place }) => ({ ...place, before: after, after: before }));

const INVALID_MEALS = [
  {},
  { description: '' },
  { description: '  ' },
  { description: 'x'.repeat(501) },
  { description: 'a\u0000b' },
  { description: 7 },
  { description: 'Pie', recipeId: '' },
  { description: 'Pie', recipeId: 'r'.repeat(65) },
  { description: 'Pie', recipeId: null },
  { description: 'Pie', kind: 'cooked' },
  { description: 'Pie', more: 1 },
];

for (const kind of KINDS) {
  describe(`${kind}: changes`, async () => {
    const service = await startService({ after, before }, { kind });
    const { store, clock } = service;
    const change = (
      { member }: World,
      edits: unknown,
      id: unknown = randomUUID(),
      server = service,
    ): Promise<Reply> =>
      send(server, { method: 'POST', path: '/app/api/changes', token: member.token, body: { id, edits } });
    const planOf = async ({ member }: World, week = WEEK): Promise<Plan | null> => {
      const path = `/app/api/plans/${week}`;
      return (await send(service, { method: 'GET', path, token: member.token })).body.plan;
    };
    const linesOf = async ({ family }: World) =>
      ((await dump(store, family)).audit ?? []) as { seq: number; action: string; actor: string }[];

    test('applies and reverts put, mark, clear, move, swap and copy', async () => {
      const world = await makeWorld(service);
      const first = await planOf(world);
      const steps: Edit[][] = [
        [at('Friday lunch', null, pie)],
        [at('Tuesday lunch', soup, { ...soup, kind: 'leftovers' })],
        [at('Monday dinner', dal, null)],
        [at('Monday dinner', dal, null), at('Sunday dinner', null, dal)],
        [at('Monday dinner', dal, soup), at('Tuesday lunch', soup, dal)],
        [at('Monday dinner', null, dal, NEXT_WEEK), at('Tuesday lunch', null, soup, NEXT_WEEK)],
        [at('Monday dinner', dal, null), at('Friday dinner', null, dal, NEXT_WEEK)],
      ];
      for (const edits of steps) {
        const made = await change(world, edits);
        strictEqual(made.status, 200, JSON.stringify(made.body));
        const weeks = [...new Set(edits.map(({ week }) => week))];
        deepStrictEqual(Object.keys(made.body.plans), weeks);
        for (const week of weeks) deepStrictEqual(await planOf(world, week), made.body.plans[week]);
        for (const { week, day, slot, after } of edits) {
          deepStrictEqual(made.body.plans[week].meals[day]?.[slot] ?? null, after);
        }
        strictEqual((await change(world, reverted(edits))).status, 200);
        deepStrictEqual((await planOf(world))?.meals, first?.meals);
      }
    });

    test('a change has one audit line per week, whose number is the version of the plan', async () => {
      const world = await makeWorld(service);
      const before = await linesOf(world);
      const edits = [at('Friday lunch', null, pie), at('Friday lunch', null, pie, NEXT_WEEK)];
      const { body } = await change(world, edits);
      const lines = (await linesOf(world)).slice(before.length);
      deepStrictEqual(
        lines.map(({ seq, action, actor }) => [seq, action, actor]),
        [WEEK, NEXT_WEEK].map((week) => [body.plans[week].version, 'plan.change', world.member.id]),
      );
      ok(!JSON.stringify(lines).includes('Pie'));
    });

    test('an edit without effect creates neither a plan nor an audit line', async () => {
      const world = await makeWorld(service);
      const before = await linesOf(world);
      const edits = [at('Friday lunch', null, null, NEXT_WEEK), at('Tuesday lunch', soup, soup)];
      const { status, body } = await change(world, edits);
      deepStrictEqual([status, body.plans[NEXT_WEEK]], [200, null]);
      deepStrictEqual(await linesOf(world), before);
    });

    test('a change that is sent again returns the current plans and changes nothing', async () => {
      const world = await makeWorld(service);
      const id = randomUUID();
      const edits = [at('Friday lunch', null, pie)];
      strictEqual((await change(world, edits, id)).status, 200);
      strictEqual((await change(world, reverted(edits))).status, 200);
      const before = await dump(store);
      const now = await planOf(world);
      for (const same of [id, id.toUpperCase()]) {
        const again = await change(world, edits, same);
        deepStrictEqual([again.status, again.body.plans[WEEK]], [200, now]);
      }
      deepStrictEqual(await dump(store), before);
    });

    test('applies a change that is sent twenty times concurrently once', async () => {
      const world = await makeWorld(service);
      const before = (await linesOf(world)).length;
      const id = randomUUID();
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => change(world, [at('Friday lunch', null, pie)], id)),
      );
      deepStrictEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
      strictEqual(new Set(replies.map(({ body }) => JSON.stringify(body))).size, 1);
      strictEqual((await linesOf(world)).length, before + 1);
    });

    test('two families can use the same change id', async () => {
      const [one, other] = [await makeWorld(service), await makeWorld(service)];
      const id = randomUUID();
      for (const world of [one, other]) {
        strictEqual((await change(world, [at('Friday lunch', null, pie)], id)).status, 200);
        deepStrictEqual((await planOf(world))?.meals.Friday, { lunch: pie });
      }
    });

    test('stores the id of a change for ninety days', async (t) => {
      const world = await makeWorld(service);
      const made = clock.nowMs;
      t.after(() => (clock.nowMs = made));
      const idsAfter = async (days: number) => {
        clock.nowMs = made + days * DAY_MS;
        const { token } = world.member;
        const path = '/app/api/sign-in';
        const credentials = { email: world.member.email, password: 'correct horse battery' };
        const signedIn = await send(service, { method: 'POST', path, body: credentials });
        const session = /weekfare-session=(\w+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1];
        const edits = [at('Friday lunch', null, null)];
        const as = { ...world, member: { ...world.member, token: session ?? token } };
        strictEqual((await change(as, edits)).status, 200);
        return (await dump(store, world.family)).changes?.length;
      };
      // One of the two belongs to the change that created the family's plan.
      strictEqual(await idsAfter(89), 2);
      strictEqual(await idsAfter(91), 2);
    });

    test('concurrent changes of different slots of a week all succeed', async () => {
      const world = await makeWorld(service);
      const places = DAYS.flatMap((day) => SLOTS.map((slot) => `${day} ${slot}`)).filter(
        (place) => place !== 'Monday dinner' && place !== 'Tuesday lunch',
      );
      const replies = await Promise.all(
        places.map((place) => change(world, [at(place, null, { description: place })])),
      );
      for (const { status, body } of replies) strictEqual(status, 200, JSON.stringify(body));
      const text = JSON.stringify(await planOf(world));
      for (const place of places) ok(text.includes(`"${place}"`), place);
    });

    test('of two concurrent changes of one slot on two servers, one gets 409 with the plans and is not applied', async (t) => {
      const world = await makeWorld(service);
      const otherStore = await openStore(store.location, SERVER_TIMEOUT_MS);
      t.after(() => otherStore.close());
      const servers = [service, await startService(t, { store: otherStore })];
      const competing = ['Ada', 'Bob'].map((who) => [
        at('Friday lunch', null, { description: who }),
        at('Sunday dinner', null, { description: who }, NEXT_WEEK),
      ]);
      const replies = await Promise.all(
        competing.map((edits, n) => change(world, edits, randomUUID(), servers[n])),
      );
      const [winner, loser] = replies.toSorted((first, second) => first.status - second.status) as [
        Reply,
        Reply,
      ];
      deepStrictEqual([winner.status, loser.status, loser.body.code], [200, 409, 'conflict']);
      deepStrictEqual(loser.body.plans, winner.body.plans);
      for (const week of [WEEK, NEXT_WEEK])
        deepStrictEqual(await planOf(world, week), winner.body.plans[week]);
      const { changes } = await dump(store, world.family);
      strictEqual(changes?.length, 2, 'the id of a refused change is not stored');
    });

    test('stores the variant of a meal, until its recipe changes to one without a variant', async () => {
      const world = await makeWorld(service);
      const variant = { eaterIds: ['anna'], servings: 1 };
      const katsu: Meal = { description: 'Katsu', recipeId: KATSU, servings: 4, variant };
      strictEqual((await change(world, [at('Friday dinner', null, katsu)])).status, 200);
      deepStrictEqual((await planOf(world))?.meals.Friday?.dinner, katsu);
      for (const recipeId of ['shakshuka', world.recipe, 'no-such-recipe', undefined]) {
        const other: Meal = { ...katsu, recipeId };
        const { status, body } = await change(world, [at('Saturday dinner', null, other)]);
        strictEqual(status, 200);
        strictEqual(body.plans[WEEK].meals.Saturday.dinner.variant, undefined, `${recipeId}`);
        const stored = body.plans[WEEK].meals.Saturday.dinner;
        strictEqual((await change(world, [at('Saturday dinner', stored, null)])).status, 200);
      }
      const large: Meal = { ...katsu, variant: { eaterIds: ['anna'], servings: 5 } };
      strictEqual((await change(world, [at('Sunday dinner', null, large)])).status, 400);
    });

    // What follows needs no other queries: one database is enough.
    if (kind !== 'sqlite') return;

    test('returns 409 if a slot differs in description, recipe or kind, or is empty', async () => {
      const world = await makeWorld(service);
      const before = await dump(store);
      const wrong = [
        null,
        { description: 'Dal' },
        { ...dal, kind: 'eating-out' as const },
        { ...dal, recipeId: 'shakshuka' },
        soup,
      ];
      for (const seen of wrong) {
        const reply = await change(world, [at('Friday lunch', null, pie), at('Monday dinner', seen, null)]);
        deepStrictEqual(
          [reply.status, reply.body.plans[WEEK]],
          [409, await planOf(world)],
          JSON.stringify(seen),
        );
      }
      const none = await change(world, [at('Monday dinner', dal, null, NEXT_WEEK)]);
      deepStrictEqual([none.status, none.body.plans], [409, { [NEXT_WEEK]: null }]);
      deepStrictEqual(await dump(store), before);
    });

    test('returns 400 for a week that is not the date of a Monday', async () => {
      const { member } = await makeWorld(service);
      for (const week of ['2026-11-10', '2026-02-30', '2026-11-9', '20261109', 'current', '2026-W46']) {
        const path = `/app/api/plans/${week}`;
        strictEqual((await send(service, { method: 'GET', path, token: member.token })).status, 400, week);
      }
    });

    test('refuses a change with a new plan too far away, and applies nothing of it', async () => {
      const world = await makeWorld(service);
      const before = await dump(store);
      const reply = await change(world, [
        at('Friday lunch', null, pie),
        at('Friday lunch', null, pie, '2226-11-06'),
      ]);
      deepStrictEqual([reply.status, reply.body.code], [400, 'week-out-of-range']);
      deepStrictEqual(await dump(store), before);
    });

    test('refuses too many or no edits, a slot twice, and invalid ids and meals', async () => {
      const world = await makeWorld(service);
      const before = await dump(store);
      const one = at('Friday lunch', null, pie);
      const weeks = (count: number) =>
        Array.from({ length: count }, (_, n) => ({
          ...one,
          week: new Date(Date.UTC(2026, 10, 9 + 7 * n)).toISOString().slice(0, 10),
        }));
      const whole = (week: string) =>
        DAYS.flatMap((day) => SLOTS.map((slot) => ({ ...one, week, day, slot })));
      const refused: [unknown, unknown?][] = [
        [[]],
        [weeks(4)],
        [[...weeks(3).flatMap(({ week }) => whole(week)), one]],
        [[one, { ...one, after: null }]],
        [[{ ...one, week: '2026-11-10' }]],
        [[{ ...one, day: 'Someday' }]],
        [[{ ...one, slot: 'tea' }]],
        ...INVALID_MEALS.map((after): [unknown] => [[{ ...one, after }]]),
        [[{ ...one, after: undefined }]],
        [[{ ...one, more: 1 }]],
        [[one], 'not a uuid'],
        [[one], ''],
        [[one], 7],
        [[one], null],
        [{}, randomUUID()],
      ];
      for (const [edits, id] of refused) {
        const { status, body } = await change(world, edits, id);
        strictEqual(status, 400, JSON.stringify([edits, id]).slice(0, 200));
        ok(body.code === 'bad-request' || body.errors.length > 0);
      }
      deepStrictEqual(await dump(store), before);
    });

    test('accepts three full weeks of the longest texts in one change', async () => {
      const world = await makeWorld(service);
      const weeks = ['2026-11-23', '2026-11-30', '2026-12-07'];
      const long: Meal = { description: '🍕'.repeat(500), recipeId: 'shakshuka', kind: 'eating-out' };
      const other: Meal = { ...long, description: '🍲'.repeat(500) };
      const edits = weeks.flatMap((week) =>
        DAYS.flatMap((day) => SLOTS.map((slot) => at(`${day} ${slot}`, null, long, week))),
      );
      strictEqual((await change(world, edits)).status, 200);
      const over = edits.map((edit) => ({ ...edit, before: long, after: other }));
      strictEqual((await change(world, over)).status, 200);
      deepStrictEqual((await planOf(world, weeks[2]))?.meals.Sunday?.dinner, other);
    });

    test('the public API does not serve the kind of a meal, nor its variant', async () => {
      const world = await makeWorld(service);
      await setPremium({ store, actor: OPERATOR, nowMs: 0 }, world.family, 'forever');
      const as = (method: string, path: string, body?: unknown) =>
        send(service, { method, path: `/app/api${path}`, token: world.owner.token, body });
      const { key } = (await as('POST', '/keys', { name: 'display' })).body;
      const served = async () => {
        const reads = ['current', 'next'].map(async (which) =>
          (
            await fetch(`${service.url}/api/meal-plans/v1/${which}`, { headers: { 'x-api-key': key } })
          ).text(),
        );
        return (await Promise.all(reads)).join('\n');
      };
      const variant = { eaterIds: ['anna'], servings: 1 };
      const edits = [
        at('Monday dinner', dal, null),
        at('Sunday dinner', null, dal),
        at('Friday lunch', null, pie),
        at('Friday lunch', null, pie, NEXT_WEEK),
        at('Friday dinner', null, { description: 'Katsu', recipeId: KATSU, variant }),
      ];
      const { body } = await change(world, edits);
      deepStrictEqual(body.plans[WEEK].meals.Sunday, { dinner: dal });
      deepStrictEqual(body.plans[NEXT_WEEK].meals.Friday, { lunch: pie });
      const text = await served();
      ok(text.includes('Dal') && text.includes('Pie') && text.includes('Katsu'), text);
      ok(!/kind|leftovers|eating-out|details|variant|anna/.test(text), text);
    });
  });
}
