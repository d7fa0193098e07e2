/** `Idempotency-Key` on both databases: a repeat changes nothing, and another request with the same key is refused. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { SCOPES } from '#domain/family/scopes.ts';
import { accepted } from '#test/support/accepted.ts';
import { callApi, makeApiFamily, NOW } from '#test/support/api-family.ts';
import { type Service, startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';

const WEEK = '/api/meal-plans/v1/2026-11-16';
const MONDAY = `${WEEK}/Monday/dinner`;
const EDITS = '/api/meal-plans/v1/edits';
const ITEMS = '/api/shopping-lists/v1/current/items';
const SOUP = { description: 'Soup' };
const PIE = { description: 'Pie' };
const REUSED = [422, 'idempotency-key-reused'];

type Call = [method: string, path: string, body?: unknown];

async function prepare(service: Service) {
  const made = await makeApiFamily(service);
  const addKey = async () =>
    accepted(await addApiKey(made.context, made.family, { name: 'full', expiresAt: null, scopes: SCOPES }))
      .key;
  const send =
    (key: string) =>
    async (idempotencyKey: string, [method, path, body]: Call) => {
      const response = await callApi(service, path, key, {
        method,
        headers: {
          'idempotency-key': idempotencyKey,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    };
  const readMeals = async () => {
    const response = await callApi(service, WEEK, made.key);
    return ((await response.json()) as { data: { meals: object } | null }).data?.meals;
  };
  return { send: send(await addKey()), sendByOther: send(await addKey()), readMeals };
}

function outcomeOf({ status, body }: { status: number; body?: { code?: string } }) {
  return [status, body?.code];
}

function edit(meal: unknown): Call {
  return ['POST', EDITS, { edits: [{ weekOf: '2026-11-16', day: 'Monday', slot: 'dinner', meal }] }];
}

for (const kind of KINDS) {
  describe(`Idempotency-Key on ${kind}`, () => {
    test('returns 422 for another body, path or method, and changes nothing', async (t) => {
      const { send, readMeals } = await prepare(await startService(t, { kind, nowMs: NOW }));
      const first: Call = ['PUT', MONDAY, SOUP];
      const done = await send('a', first);
      strictEqual(done.status, 200, JSON.stringify(done.body));
      const others: Call[] = [
        ['PUT', MONDAY, PIE],
        ['PUT', MONDAY, { ...SOUP, servings: 2 }],
        ['PUT', `${WEEK}/Tuesday/dinner`, SOUP],
        ['PUT', `${MONDAY}?x=1`, SOUP],
        ['DELETE', MONDAY],
        edit(PIE),
        ['POST', ITEMS, { lines: ['milk'] }],
        ['POST', '/api/pantry/v1', { lines: ['2 onions'] }],
        ['POST', '/api/recipes/v1', { title: 'Soup', servings: 4, ingredients: ['2 onions'] }],
      ];
      for (const other of others) {
        // A query that the route does not know is wrong input, and stays it.
        const expected = other[1].includes('?') ? [400, 'invalid-input'] : REUSED;
        deepStrictEqual(outcomeOf(await send('a', other)), expected, other.join(' '));
      }
      deepStrictEqual(await send('a', first), done, 'the first result');
      deepStrictEqual(await readMeals(), { Monday: { dinner: SOUP } });
    });

    test('a batch of edits holds its key too', async (t) => {
      const { send, readMeals } = await prepare(await startService(t, { kind, nowMs: NOW }));
      const done = await send('a', edit(SOUP));
      strictEqual(done.status, 200, JSON.stringify(done.body));
      deepStrictEqual(outcomeOf(await send('a', edit(PIE))), REUSED);
      deepStrictEqual(outcomeOf(await send('a', ['PUT', MONDAY, PIE])), REUSED);
      deepStrictEqual(await send('a', edit(SOUP)), done);
      deepStrictEqual(await readMeals(), { Monday: { dinner: SOUP } });
    });

    test('a key belongs to one API key, and a refused change does not use it up', async (t) => {
      const { send, sendByOther, readMeals } = await prepare(await startService(t, { kind, nowMs: NOW }));
      deepStrictEqual(outcomeOf(await send('a', ['DELETE', MONDAY])), [404, 'not-found']);
      strictEqual((await send('a', ['PUT', MONDAY, SOUP])).status, 200);
      strictEqual((await sendByOther('a', ['PUT', MONDAY, PIE])).status, 200);
      deepStrictEqual(await readMeals(), { Monday: { dinner: PIE } });
    });

    test('a change that had nothing to do is remembered', async (t) => {
      const { send } = await prepare(await startService(t, { kind, nowMs: NOW }));
      const milk = `${ITEMS}/food:milk`;
      const isTicked = async () => {
        const { body } = await send('read', ['GET', '/api/shopping-lists/v1/current']);
        return body.data.aisles[0].items[0].isTicked;
      };
      strictEqual((await send('add', ['POST', ITEMS, { lines: ['2 l milk'] }])).status, 200);
      strictEqual((await send('empty', ['PATCH', milk, { isTicked: false }])).status, 200);
      deepStrictEqual(outcomeOf(await send('empty', ['PATCH', milk, { isTicked: true }])), REUSED);
      strictEqual((await send('tick', ['PATCH', milk, { isTicked: true }])).status, 200);
      strictEqual((await send('empty', ['PATCH', milk, { isTicked: false }])).status, 200);
      strictEqual(await isTicked(), true, 'the late repeat did not untick it');
    });

    test('of several requests with one key at the same time, one kind is applied', async (t) => {
      const { send, readMeals } = await prepare(await startService(t, { kind, nowMs: NOW }));
      for (const [round, call] of [(meal: unknown): Call => ['PUT', MONDAY, meal], edit].entries()) {
        const meals = [SOUP, PIE, SOUP, PIE];
        const outcomes = await Promise.all(meals.map((meal) => send(`same time ${round}`, call(meal))));
        const applied = meals.filter((_, at) => outcomes[at]?.status === 200);
        const refused = outcomes.filter(({ status }) => status !== 200);
        strictEqual(applied.length, 2, JSON.stringify(outcomes));
        strictEqual(new Set(applied).size, 1);
        for (const outcome of refused) deepStrictEqual(outcomeOf(outcome), REUSED);
        deepStrictEqual(await readMeals(), { Monday: { dinner: applied[0] } });
      }
    });
  });
}
