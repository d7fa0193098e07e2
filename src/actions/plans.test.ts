/** Plans as people change them: every kind of change, stale versions, crowds, and the line in the log. */
import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Plan, SLOTS } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import { OPERATOR } from '#storage/transaction.ts';
import { accepted } from '#test/accepted.ts';
import { dump, makeWorld, send, week, WEEK } from '#test/app-cases.ts';
import { type Reply, startService } from '#test/service.ts';
import { KINDS } from '#test/store.ts';
import { putMeal, removePlan, replacePlan } from './plans.ts';

const EMPTY_WEEK = '2026-11-16';
const place = (day: string, slot: string) => ({ day, slot });

for (const kind of KINDS) {
  describe(`${kind}: plans`, async () => {
    const service = await startService({ after }, { kind });
    const { store } = service;

    /** A family with a plan of two meals, and a way to change it as its member. */
    async function family() {
      const world = await makeWorld(service);
      const call = (method: string, path: string, body?: unknown): Promise<Reply> =>
        send(service, { method, path: `/app/api/plans/${path}`, token: world.member.token, body });
      const audit = async () => (await dump(store, world.family)).audit ?? [];
      return { ...world, call, audit };
    }

    test('put, change, move, swap, clear, replace, copy, delete: each does it, in one line of the log', async () => {
      const { call, audit, ...world } = await family();
      let { version } = world;
      const dal = { description: 'Dal', kind: 'leftovers' };
      const soup = { description: 'Soup' };
      const step = async (work: () => Promise<Reply>, meals: unknown, action: string) => {
        const lines = (await audit()).length;
        const { status, body } = await work();
        strictEqual(status, 200, JSON.stringify(body));
        deepStrictEqual(body.plan.meals, meals);
        deepStrictEqual((await call('GET', body.plan.week)).body, body);
        ok(body.plan.version > version);
        ({ version } = body.plan);
        const now = (await audit()) as { action: string; actor: string; seq: number }[];
        strictEqual(now.length, lines + 1);
        deepStrictEqual(
          { action: now.at(-1)?.action, actor: now.at(-1)?.actor, seq: now.at(-1)?.seq },
          { action, actor: world.member.id, seq: version },
        );
      };
      const start = { Monday: { dinner: dal }, Tuesday: { lunch: soup } };
      const pie = { description: 'Pie', recipeId: 'shakshuka' };
      await step(
        () => call('PUT', `${WEEK}/Monday/breakfast`, { version, ...pie }),
        { Monday: { breakfast: pie, dinner: dal }, Tuesday: { lunch: soup } },
        'plan.put',
      );
      await step(
        () => call('PUT', `${WEEK}/Monday/breakfast`, { version, description: ' Cake ' }),
        { Monday: { breakfast: { description: 'Cake' }, dinner: dal }, Tuesday: { lunch: soup } },
        'plan.put',
      );
      await step(() => call('DELETE', `${WEEK}/Monday/breakfast?version=${version}`), start, 'plan.clear');
      await step(
        () =>
          call('POST', `${WEEK}/move`, {
            version,
            from: place('Monday', 'dinner'),
            to: place('Sunday', 'dinner'),
          }),
        { Tuesday: { lunch: soup }, Sunday: { dinner: dal } },
        'plan.move',
      );
      await step(
        () =>
          call('POST', `${WEEK}/swap`, {
            version,
            from: place('Sunday', 'dinner'),
            to: place('Tuesday', 'lunch'),
          }),
        { Tuesday: { lunch: dal }, Sunday: { dinner: soup } },
        'plan.swap',
      );
      await step(
        () => call('PUT', WEEK, { version, meals: { Sunday: {}, Monday: { dinner: soup, lunch: dal } } }),
        { Monday: { lunch: dal, dinner: soup } },
        'plan.replace',
      );
      const before = version;
      await step(
        () => call('POST', `${EMPTY_WEEK}/copy`, { version: 0, from: WEEK }),
        { Monday: { lunch: dal, dinner: soup } },
        'plan.copy',
      );
      const lines = (await audit()).length;
      strictEqual((await call('DELETE', `${WEEK}?version=${before}`)).status, 204);
      strictEqual((await audit()).length, lines + 1);
      deepStrictEqual((await call('GET', WEEK)).body, { plan: null });
    });

    test('what cannot be done is refused, and leaves no line in the log', async () => {
      const { call, audit, version } = await family();
      const lines = await audit();
      const [full, other, empty] = [
        place('Monday', 'dinner'),
        place('Tuesday', 'lunch'),
        place('Friday', 'lunch'),
      ];
      const refusals: [Promise<Reply>, number, string][] = [
        [call('POST', `${WEEK}/move`, { version, from: empty, to: full }), 409, 'empty-slot'],
        [call('POST', `${WEEK}/move`, { version, from: full, to: other }), 409, 'taken-slot'],
        [call('POST', `${WEEK}/swap`, { version, from: full, to: empty }), 409, 'empty-slot'],
        [call('DELETE', `${WEEK}/Friday/lunch?version=${version}`), 409, 'empty-slot'],
        [call('POST', `${WEEK}/copy`, { version, from: '2020-01-06' }), 404, 'not-found'],
        [call('DELETE', `${EMPTY_WEEK}?version=0`), 404, 'not-found'],
      ];
      for (const [reply, status, code] of refusals) {
        const { status: got, body } = await reply;
        deepStrictEqual([got, body.code], [status, code]);
      }
      deepStrictEqual(await audit(), lines);
    });

    test('a plan is made at most ten years back or ahead; one that is there can always be changed', async () => {
      const { call, family: id, audit, version } = await family();
      const lines = await audit();
      for (const at of ['0001-01-01', '2016-10-31', '2036-11-17', '9999-12-27']) {
        const put = await call('PUT', at, { version: 0, meals: {} });
        deepStrictEqual([put.status, put.body.code], [400, 'far-week'], at);
        const meal = await call('PUT', `${at}/Monday/dinner`, { version: 0, description: 'Pie' });
        deepStrictEqual([meal.status, meal.body.code], [400, 'far-week'], at);
        strictEqual((await call('POST', `${at}/copy`, { version: 0, from: WEEK })).body.code, 'far-week', at);
        const target = { family: id, week: week(at), version: 'any' } as const;
        const context = { store, actor: OPERATOR, nowMs: service.clock.nowMs };
        deepStrictEqual(await replacePlan(context, target, {}), { refused: 'far-week' }, 'the operator too');
      }
      deepStrictEqual(await audit(), lines);
      for (const at of ['2016-11-07', '2036-11-10']) {
        strictEqual((await call('PUT', at, { version: 0, meals: {} })).status, 200, at);
      }
      const target = { family: id, week: week(WEEK), version };
      const context = { store, actor: OPERATOR, nowMs: Date.parse('2046-11-12T12:00:00Z') };
      const old = accepted(
        await putMeal(context, target, { day: 'Friday', slot: 'lunch' }, { description: 'Pie' }),
      );
      strictEqual(await removePlan(context, { ...target, version: old.version }), undefined);
    });

    test('a stale version gets 409 with the plan as it is now, null when there is none', async () => {
      const { call, audit, version } = await family();
      const { plan } = (await call('GET', WEEK)).body as { plan: Plan };
      const lines = await audit();
      const put = (at: string, stale: unknown) =>
        call('PUT', `${at}/Friday/lunch`, { version: stale, description: 'Pie' });
      for (const stale of [0, version - 1, version + 1, Number.MAX_SAFE_INTEGER]) {
        const { status, body } = await put(WEEK, stale);
        deepStrictEqual([status, body.code, body.current], [409, 'stale-plan', plan]);
        const cleared = await call('DELETE', `${WEEK}?version=${Math.min(stale, 999_999)}`);
        deepStrictEqual([cleared.status, cleared.body.current], [409, plan]);
      }
      const none = await put(EMPTY_WEEK, version);
      deepStrictEqual([none.status, none.body.current], [409, null]);
      for (const wrong of [-1, 1.5, '1', null, 1e300]) strictEqual((await put(WEEK, wrong)).status, 400);
      for (const wrong of ['', 'x', '-1', '1.0', '0x1', '%20', '1&version=1']) {
        strictEqual((await call('DELETE', `${WEEK}?version=${wrong}`)).status, 400, wrong);
      }
      deepStrictEqual(await audit(), lines);
    });

    test('a plan made again after it was deleted accepts no version of the old one', async () => {
      const { call, version } = await family();
      strictEqual((await call('DELETE', `${WEEK}?version=${version}`)).status, 204);
      const again = await call('PUT', WEEK, { version: 0, meals: {} });
      strictEqual(again.status, 200);
      notStrictEqual(again.body.plan.version, version);
      const { status, body } = await call('PUT', `${WEEK}/Friday/lunch`, { version, description: 'Pie' });
      deepStrictEqual([status, body.current], [409, again.body.plan]);
    });

    test('of two who make the same plan at once one succeeds and the other is shown that plan', async () => {
      const { call, family: id } = await family();
      for (const at of ['2027-01-04', '2027-01-11', '2027-01-18', '2027-01-25']) {
        const replies = await Promise.all(
          DAYS.slice(0, 2).map((day) => call('PUT', `${at}/${day}/dinner`, { version: 0, description: day })),
        );
        const [winner, loser] = replies.toSorted((one, other) => one.status - other.status);
        deepStrictEqual([winner?.status, loser?.status], [200, 409]);
        deepStrictEqual(loser?.body.current, winner?.body.plan);
        const rows = (await dump(store, id)).plans as Plan[];
        strictEqual(rows.filter((plan) => plan.week === at).length, 1);
      }
    });

    test('a hundred changes at once, each tried again when stale, are all there in the end', async () => {
      const { family: id, member, audit } = await family();
      const lines = (await audit()).length;
      const context = { store, actor: member.id, nowMs: service.clock.nowMs };
      // Five weeks with twenty places each: everyone gets a place, and twenty meet at each plan.
      const weeks = ['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22', '2027-03-01'].map(week);
      const jobs = weeks.flatMap((at) =>
        DAYS.flatMap((day) =>
          SLOTS.map((slot) => ({ at, place: { day, slot }, text: `${at} ${day} ${slot}` })),
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
      const kept = rows.map(({ meals }) => meals).join('');
      deepStrictEqual(
        jobs.filter(({ text }) => !kept.includes(`"${text}"`)),
        [],
      );
      strictEqual((await audit()).length, lines + jobs.length);
    });

    test('weeks that are no Mondays, and meals that are no meals, are refused', async () => {
      const { call, version } = await family();
      for (const at of ['2026-11-10', '2026-02-30', '2026-11-9', '20261109', 'current', '2026-W46']) {
        strictEqual((await call('GET', at)).status, 400, at);
        strictEqual((await call('PUT', at, { version: 0, meals: {} })).status, 400, at);
      }
      const copy = await call('POST', `${WEEK}/copy`, { version, from: '2026-11-10' });
      strictEqual(copy.status, 400);
      const put = async (meal: unknown) =>
        (await call('PUT', `2027-03-01`, { version: 0, meals: { Monday: { lunch: meal } } })).status;
      for (const meal of [
        {},
        { description: '' },
        { description: '  ' },
        { description: 'x'.repeat(501) },
        { description: 'a\u0000b' },
        { description: 7 },
        { description: 'Pie', recipeId: '' },
        { description: 'Pie', recipeId: 'r'.repeat(65) },
        { description: 'Pie', recipeId: null },
        { description: 'Pie', more: 1 },
        null,
      ]) {
        strictEqual(await put(meal), 400, JSON.stringify(meal));
      }
      strictEqual(await put({ description: '🍕'.repeat(500), recipeId: 'r'.repeat(64) }), 200);
    });

    test('a change that the database refuses leaves neither the plan nor the line in the log', async () => {
      const { member, ...world } = await family();
      const before = await dump(store);
      const context = { store, actor: member.id, nowMs: service.clock.nowMs };
      const target = { family: world.family, week: week(WEEK), version: world.version };
      const told: string[] = [];
      const listen = (family: string) => told.push(family);
      store.changes.on('change', listen);
      // Fails where the plan is written, after its line in the log was.
      const unwritable = {
        toJSON(): never {
          throw new Error('refused');
        },
      };
      const meal = { description: unwritable as never };
      const failed = await putMeal(context, target, { day: 'Friday', slot: 'lunch' }, meal).catch(String);
      store.changes.off('change', listen);
      strictEqual(failed, 'Error: refused');
      deepStrictEqual(await dump(store), before);
      deepStrictEqual(told, []);
      accepted(await putMeal(context, target, { day: 'Friday', slot: 'lunch' }, { description: 'Pie' }));
    });
  });
}
