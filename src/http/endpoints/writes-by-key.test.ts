/** Changes by key over HTTP on both databases: what they do, their conditions, and that a repeat changes nothing. */
import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SCOPES } from '#domain/family/scopes.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { accepted } from '#test/support/accepted.ts';
import { callApi, makeApiFamily, NOW } from '#test/support/api-family.ts';
import { type Service, startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';

const PLANS = '/api/meal-plans/v1';
const WEEK = `${PLANS}/2026-11-16`;
const ITEMS = '/api/shopping-lists/v1/current/items';
const DAL = { description: 'Dal', recipeId: 'shakshuka' };

async function prepare(service: Service) {
  const made = await makeApiFamily(service);
  const { key } = accepted(
    await addApiKey(made.context, made.family, { name: 'full', expiresAt: null, scopes: SCOPES }),
  );
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await callApi(service, path, key, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      etag: response.headers.get('etag') ?? '',
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
  const audit = async () =>
    (
      await service.store.db
        .selectFrom('audit')
        .select(['action', 'actor'])
        .where('family_id', '=', made.family)
        .where('actor', 'like', 'key:%')
        .orderBy('seq')
        .execute()
    ).map(({ action }) => action);
  return { ...made, key, call, audit };
}

for (const kind of KINDS) {
  describe(`changes by key on ${kind}`, () => {
    test('plans: the largest change fits', async (t) => {
      const { call } = await prepare(await startService(t, { kind, nowMs: NOW }));
      const places = ['2026-11-09', '2026-11-16', '2026-11-23'].flatMap((weekOf) =>
        DAYS.flatMap((day) => SLOTS.map((slot) => ({ weekOf, day, slot }))),
      );
      const edits = places.map((place) => ({ ...place, meal: { description: '餃'.repeat(500) } }));
      const { status, body } = await call('POST', `${PLANS}/edits`, { edits });
      deepStrictEqual([status, body.data?.length], [200, 3], body.detail);
    });

    test('plans: puts, deletes and edits places under conditions, once', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW });
      const { call, audit } = await prepare(service);
      const empty = await call('GET', WEEK);
      deepStrictEqual([empty.status, empty.body], [200, { data: null }]);
      const first = await call('PUT', `${WEEK}/Monday/dinner`, DAL, { 'if-match': empty.etag });
      strictEqual(first.status, 200, JSON.stringify(first.body));
      deepStrictEqual(first.body.data.meals, { Monday: { dinner: DAL } });
      const read = await call('GET', WEEK);
      deepStrictEqual([read.body, read.etag], [first.body, first.etag], 'the ETag is that of the week');
      const stale = await call('PUT', `${WEEK}/Monday/lunch`, DAL, { 'if-match': empty.etag });
      deepStrictEqual([stale.status, stale.body.code], [412, 'precondition-failed']);
      strictEqual((await call('DELETE', `${WEEK}/Monday/lunch`)).status, 404);
      strictEqual(
        (await call('DELETE', `${WEEK}/Monday/dinner`, undefined, { 'if-match': '"x"' })).status,
        412,
      );

      const once = { 'idempotency-key': 'retry 1', 'if-match': read.etag };
      const put = () => call('PUT', `${WEEK}/Sunday/lunch`, { description: 'Roast', servings: 2 }, once);
      const [one, again] = [await put(), await put()];
      deepStrictEqual([again.status, again.body, again.etag], [200, one.body, one.etag]);
      deepStrictEqual(one.body.data.meals.Sunday, { lunch: { description: 'Roast', servings: 2 } });

      const edits = [
        { weekOf: '2026-11-16', day: 'Sunday', slot: 'lunch', meal: null },
        { weekOf: '2026-11-23', day: 'Monday', slot: 'lunch', meal: { description: 'Roast' } },
      ];
      const batch = { edits, ifMatch: { '2026-11-16': one.etag } };
      const moved = await call('POST', `${PLANS}/edits`, batch, { 'idempotency-key': 'move' });
      strictEqual(moved.status, 200, JSON.stringify(moved.body));
      const meals = moved.body.data.map((plan: { meals: object }) => plan.meals);
      deepStrictEqual(meals, [{ Monday: { dinner: DAL } }, { Monday: { lunch: { description: 'Roast' } } }]);
      const repeated = await call('POST', `${PLANS}/edits`, batch, { 'idempotency-key': 'move' });
      deepStrictEqual([repeated.status, repeated.body], [200, moved.body]);
      strictEqual((await call('POST', `${PLANS}/edits`, batch)).status, 412);
      const wrong = { edits: [edits[1], { ...edits[0], weekOf: '2050-01-03', meal: DAL }] };
      strictEqual((await call('POST', `${PLANS}/edits`, wrong)).body.code, 'week-out-of-range');
      const range = await call('GET', `${PLANS}?from=2026-11-09&to=2026-11-23`);
      deepStrictEqual(range.body.data, moved.body.data, 'the refused batch changed nothing');
      const unchanged = { 'if-none-match': range.etag };
      strictEqual(
        (await call('GET', `${PLANS}?from=2026-11-09&to=2026-11-23`, undefined, unchanged)).status,
        304,
      );
      deepStrictEqual(await audit(), ['plan.put', 'plan.put', 'plan.change', 'plan.change']);
    });

    test('plans: `current` and `next` name the week in a path', async (t) => {
      const { call } = await prepare(await startService(t, { kind, nowMs: NOW }));
      for (const name of ['current', 'next']) {
        const before = await call('GET', `${PLANS}/${name}`);
        const put = await call('PUT', `${PLANS}/${name}/Monday/dinner`, DAL, { 'if-match': before.etag });
        strictEqual(put.status, 200, JSON.stringify(put.body));
        const read = await call('GET', `${PLANS}/${name}`);
        deepStrictEqual([put.body, put.etag], [read.body, read.etag]);
        deepStrictEqual(read.body.data.meals, { Monday: { dinner: DAL } });
        const deleted = await call('DELETE', `${PLANS}/${name}/Monday/dinner`);
        deepStrictEqual([deleted.status, deleted.body.data.meals], [200, {}]);
      }
      strictEqual((await call('PUT', `${PLANS}/previous/Monday/dinner`, DAL)).status, 400);
    });

    test('plans: what can be put can be read, and the ETag of either form is a condition', async (t) => {
      const { call } = await prepare(await startService(t, { kind, nowMs: NOW }));
      const away = { description: 'At the Thai place', kind: 'eating-out', servings: 3 };
      await call('PUT', `${WEEK}/Friday/dinner`, away);
      const [brief, detailed] = [await call('GET', `${PLANS}/next`), await call('GET', WEEK)];
      deepStrictEqual(brief.body.data.meals.Friday.dinner, { description: away.description });
      deepStrictEqual(detailed.body.data.meals.Friday.dinner, away);
      for (const path of [`${PLANS}/next`, WEEK]) {
        const { etag } = await call('GET', path);
        const put = await call('PUT', `${WEEK}/Friday/dinner`, away, { 'if-match': etag });
        deepStrictEqual([put.status, put.body], [200, detailed.body], path);
      }
    });

    test('lists: adds text, ticks, unticks and removes items, once', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW });
      const { call, audit } = await prepare(service);
      const itemsOf = ({ body }: Awaited<ReturnType<typeof call>>) =>
        body.data.aisles.flatMap((aisle: { items: object[] }) => aisle.items);
      const add = () =>
        call('POST', ITEMS, { lines: ['2 l milk, 6 eggs', 'candles'] }, { 'idempotency-key': '1' });
      const [added, again] = [await add(), await add()];
      deepStrictEqual([again.status, again.body], [200, added.body]);
      deepStrictEqual(
        itemsOf(added)
          .map(({ name }: { name: string }) => name)
          .toSorted(),
        ['candles', 'eggs', 'milk'],
      );
      const shown = await call('GET', '/api/shopping-lists/v1/2026-11-09');
      deepStrictEqual(shown.body, added.body, 'also without a plan');
      const milk = `${ITEMS}/food:milk`;
      const ticked = await call('PATCH', milk, { isTicked: true });
      strictEqual(itemsOf(ticked).find(({ id }: { id: string }) => id === 'food:milk').isTicked, true);
      strictEqual((await call('PATCH', milk, { isTicked: true })).status, 200);
      deepStrictEqual((await call('PATCH', milk, { isTicked: false })).body, added.body);
      const candles = itemsOf(added).find(({ name }: { name: string }) => name === 'candles').id;
      const left = itemsOf(await call('DELETE', `${ITEMS}/${candles}`));
      strictEqual(left.length, 2);
      strictEqual((await call('DELETE', `${ITEMS}/${candles}`)).status, 404);
      strictEqual((await call('DELETE', `${ITEMS}/whatever`)).status, 400);
      deepStrictEqual(
        await audit(),
        Array.from({ length: 4 }, () => 'list.change'),
      );
    });

    test('recipes: finds, adds, imports, changes and deletes, once', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW });
      const { call } = await prepare(service);
      const recipes = '/api/recipes/v1';
      const soup = { title: 'Grandma’s soup', servings: 4, ingredients: ['250 g red lentils', '2 onions'] };
      const add = () => call('POST', recipes, soup, { 'idempotency-key': 'soup' });
      const [added, again] = [await add(), await add()];
      strictEqual(added.status, 201, JSON.stringify(added.body));
      deepStrictEqual([again.body, again.etag], [added.body, added.etag]);
      const { id } = added.body.data;
      const found = await call('GET', `${recipes}?search=grandma&own=true`);
      deepStrictEqual(
        found.body.data.map((item: { id: string }) => item.id),
        [id],
      );
      const read = await call('GET', `${recipes}/${id}`);
      deepStrictEqual([read.body, read.etag], [added.body, added.etag]);
      const change = { ...soup, title: 'Soup', ingredients: ['2 onions'] };
      strictEqual((await call('PUT', `${recipes}/${id}`, change, { 'if-match': '"1-x"' })).status, 412);
      const once = { 'if-match': read.etag, 'idempotency-key': 'change' };
      const changed = await call('PUT', `${recipes}/${id}`, change, once);
      deepStrictEqual([changed.status, changed.body.data.title], [200, 'Soup']);
      const side = (await call('PUT', `${recipes}/${id}`, { ...change, course: 'side' })).body.data;
      const sides = await call('GET', `${recipes}?search=soup&course=side&own=true`);
      deepStrictEqual(
        [added.body.data.course, side.course, sides.body.data[0]?.course, sides.body.data.length],
        ['main', 'side', 'side', 1],
      );
      const mainAgain = await call('PUT', `${recipes}/${id}`, change);
      strictEqual(mainAgain.body.data.course, 'main');
      deepStrictEqual((await call('PUT', `${recipes}/${id}`, change, once)).body, changed.body);
      strictEqual((await call('PUT', `${recipes}/shakshuka`, change)).status, 404);
      const text =
        '<script type="application/ld+json">{"@type":"Recipe","name":"Toast","recipeIngredient":["1 egg"],"recipeInstructions":"Toast it."}</script>';
      const imported = await call('POST', `${recipes}/import`, { text });
      deepStrictEqual([imported.status, imported.body.data?.title], [201, 'Toast']);
      const inside = await call('POST', `${recipes}/import`, { address: 'http://127.0.0.1/x' });
      strictEqual(inside.body.code, 'address-private');
      strictEqual(
        (await call('DELETE', `${recipes}/${id}`, undefined, { 'if-match': read.etag })).status,
        412,
      );
      const last = { 'if-match': mainAgain.etag, 'idempotency-key': 'delete' };
      strictEqual((await call('DELETE', `${recipes}/${id}`, undefined, last)).status, 204);
      strictEqual((await call('DELETE', `${recipes}/${id}`, undefined, last)).status, 204, 'a repeat');
      strictEqual((await call('DELETE', `${recipes}/${id}`)).status, 404);
    });

    test('pantry: adds, sets and removes foods, once', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW });
      const { call } = await prepare(service);
      const pantry = '/api/pantry/v1';
      const none = await call('GET', pantry);
      deepStrictEqual(none.body, { data: [] });
      const add = () => call('POST', pantry, { lines: ['500 g rice, 2 onions'] }, { 'idempotency-key': 'a' });
      const [added, again] = [await add(), await add()];
      deepStrictEqual([added.status, again.body], [200, added.body]);
      strictEqual(added.body.data.length, 2, JSON.stringify(added.body));
      const stale = { 'if-match': none.etag };
      strictEqual((await call('POST', pantry, { lines: ['salt'] }, stale)).status, 412);
      const set = await call('PUT', `${pantry}/onion`, { quantity: '5', bestBefore: '2026-12-01' });
      deepStrictEqual(set.body.data[1], {
        foodId: 'onion',
        name: 'onions',
        quantity: '5',
        bestBefore: '2026-12-01',
      });
      const wrong = await call('PUT', `${pantry}/onion`, { quantity: 'many, many' });
      deepStrictEqual([wrong.status, wrong.body.errors?.[0].field], [400, 'quantity']);
      strictEqual((await call('POST', pantry, { lines: ['grandma’s mix'] })).status, 400);
      const left = await call('DELETE', `${pantry}/onion`, undefined, { 'if-match': set.etag });
      strictEqual(left.body.data.length, 1);
      strictEqual((await call('DELETE', `${pantry}/onion`)).status, 404);
      notStrictEqual(left.etag, set.etag);
    });

    // What follows needs no other queries: one database is enough.
    if (kind !== 'sqlite') return;

    test('plans: 400 for other days, other forms and long ranges', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW });
      const { call } = await prepare(service);
      for (const path of ['/2026-11-17', '/2026-1-5', '/2026-02-30', '/last', '?from=2026-11-09', '']) {
        const { status, body } = await call('GET', PLANS + path);
        deepStrictEqual([status, body.code], [400, 'invalid-input'], path);
      }
      for (const range of ['from=2026-11-16&to=2026-11-09', 'from=2025-11-03&to=2026-11-09'])
        strictEqual((await call('GET', `${PLANS}?${range}`)).status, 400, range);
      strictEqual((await call('GET', `${PLANS}?from=2025-11-10&to=2026-11-09`)).status, 200);
      strictEqual((await call('PUT', `${PLANS}/2026-11-17/Monday/dinner`, DAL)).status, 400);
      strictEqual((await call('PUT', `${WEEK}/Someday/dinner`, DAL)).status, 400);
      strictEqual((await call('PUT', `${WEEK}/Monday/dinner`, { description: '' })).status, 400);
      strictEqual((await call('PUT', `${WEEK}/Monday/dinner`, { ...DAL, generated: true })).status, 400);
      const long = { 'idempotency-key': 'x'.repeat(256) };
      const { body } = await call('PUT', `${WEEK}/Monday/dinner`, DAL, long);
      strictEqual(body.errors[0].field, 'Idempotency-Key');
    });

    test('answers web pages of any origin, other methods, large bodies and bodies that are not JSON', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW });
      const { call, key } = await prepare(service);
      const preflight = await call('OPTIONS', '/api/recipes/v1/x');
      deepStrictEqual(
        [preflight.status, preflight.headers.get('access-control-allow-methods')],
        [204, 'GET, HEAD, PUT, DELETE'],
      );
      const other = await call('PATCH', '/api/recipes/v1/x');
      deepStrictEqual([other.status, other.headers.get('allow')], [405, 'GET, HEAD, OPTIONS, PUT, DELETE']);
      const text = { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } };
      strictEqual((await callApi(service, '/api/pantry/v1', key, text)).status, 415);
      const large = await call('PUT', `${WEEK}/Monday/dinner`, { description: 'x'.repeat(70_000) });
      strictEqual(large.status, 413);
      strictEqual(large.headers.get('access-control-allow-origin'), '*');
      ok(large.headers.has('ratelimit'));
    });
  });
}
