/**
 * What keys see of a family: every operation by key, with every scope alone and with sets. Without `eaters:read`, no
 * response names an eater or says what an eater does not eat; a key that may only change gets nothing that it did not send.
 */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { applyListOperations } from '#actions/shopping-list/lists.ts';
import { alterPantry } from '#actions/shopping-list/pantry.ts';
import { addRecipe } from '#actions/recipe/recipes.ts';
import { DAYS } from '#domain/week/week.ts';
import { type Scope, SCOPES } from '#domain/family/scopes.ts';
import { DEFAULT_PREFERENCES } from '#domain/preferences/preferences.ts';
import { KEY_ENDPOINTS } from '#http/endpoints.ts';
import { SERVED } from '#http/dav/register.ts';
import { TOOLS } from '#http/mcp/tools.ts';
import { saveStar } from '#storage/tables/recipe/stars.ts';
import { savePreferences } from '#storage/tables/plan/preferences.ts';
import { accepted } from '../support/accepted.ts';
import { makeApiFamily, NEXT_WEEK, NOW, THIS_WEEK } from '../support/api-family.ts';
import { callMessage } from '../support/clients/mcp.ts';
import { headersOf, isAllowed, type KeyCase, keyCases } from '../support/key-cases.ts';
import { startService } from '../support/service.ts';
import { RECIPE } from '../support/world.ts';

/** Names and reasons: `contains eggs` is of a warning; a recipe by itself has a list of allergens. */
const ABOUT_EATERS = /Xanthippe|Balthasar|contains eggs|not vegan|never eats/i;
/** What the family has stored, and no call sends. */
const CONTENT = /Xanthippe|Balthasar|quarzmahl|rubinsud|smaragdseife|saffron|2031-07-07/i;

/** Dishes of the cookbook that everyone may have, so that reasons of a proposal name who likes them. */
const STARRED = [
  'black-bean-burrito-bowl',
  'harira-soup',
  'miso-udon-soup-with-tofu',
  'panzanella',
  'red-lentil-and-coconut-soup',
];

const service = await startService(
  { after, before },
  { nowMs: NOW, config: { rateLimitPerMinute: 0, appRateLimitPerMinute: 0 } },
);

async function makeFamily(scopes: readonly Scope[]) {
  const { context, family, setPlan } = await makeApiFamily(service);
  const source = { ...RECIPE, title: 'Rubinsud', ingredients: ['4 eggs', '1 l milk'] };
  const { id: recipe } = accepted(await addRecipe(context, family, source));
  const eater = { diets: [], allergens: [], dislikes: [] };
  const eaters = [
    { ...eater, id: 'e1', name: 'Xanthippe', allergens: ['eggs' as const] },
    { ...eater, id: 'e2', name: 'Balthasar', diets: ['vegan' as const] },
    { ...eater, id: 'e3', name: 'Balthasar 2', dislikes: [{ foodId: 'milk', isHard: true }] },
  ];
  const preferences = { ...DEFAULT_PREFERENCES, eaters };
  await service.store.db.transaction().execute(async (tx) => {
    await savePreferences(tx, family, { version: 1, preferences, dueAt: null, language: 'en' });
    for (const recipeId of STARRED) await saveStar(tx, family, { eaterId: 'e1', recipeId, stars: 5 });
  });
  const day = {
    breakfast: { description: 'Rubinsud', recipeId: recipe },
    lunch: { description: 'Quarzmahl with eggs and milk' },
    dinner: { description: 'Quarzmahl', recipeId: recipe },
  };
  const meals = Object.fromEntries(DAYS.map((each) => [each, day]));
  for (const week of [THIS_WEEK, NEXT_WEEK]) {
    await setPlan(week, meals);
    const lines = ['smaragdseife', '3 l milk', '12 eggs'];
    const added = lines.map((text, at) => ({ opId: `${week}-${at}`, kind: 'add' as const, text }));
    strictEqual(await applyListOperations(context, family, week, added), undefined);
  }
  const saffron = { foodId: 'saffron', quantityText: '3 g', bestBefore: '2031-07-07' };
  strictEqual(await alterPantry(context, family, 'any', () => [saffron]), undefined);
  const { key } = accepted(await addApiKey(context, family, { name: 'x', expiresAt: null, scopes }));
  return { key, recipe };
}

/** Of an event stream, what it sends at once: the events after the first change. */
async function send(each: KeyCase, key: string): Promise<{ status: number; text: string }> {
  const response = await fetch(service.url + each.path, {
    method: each.method,
    headers: { ...headersOf(each, key), ...(each.path === '/api/events/v1' && { 'last-event-id': '0' }) },
    ...(each.body !== undefined && {
      body: typeof each.body === 'string' ? each.body : JSON.stringify(each.body),
    }),
  });
  const headers = JSON.stringify([...response.headers]);
  const reader = response.body?.getReader();
  if (response.headers.get('content-type')?.startsWith('text/event-stream') && reader) {
    const { value } = await reader.read();
    await reader.cancel();
    return { status: response.status, text: headers + Buffer.from(value ?? []).toString() };
  }
  const parts: Uint8Array[] = [];
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    parts.push(part.value);
  return { status: response.status, text: headers + Buffer.concat(parts).toString() };
}

/** Every case, and more calls of tools that show eaters or what is stored. */
function casesFor(recipe: string): KeyCase[] {
  const place = { week: 'next', day: 'Monday', slot: 'lunch' };
  const tool = (name: string, input: object): KeyCase => ({
    ...(keyCases({ recipe }).find(({ operation }) => operation === name) as KeyCase),
    name: `${name} ${JSON.stringify(input)}`,
    body: callMessage(name, input),
  });
  return [
    tool('read_recipe', { recipeId: recipe }),
    tool('propose_week', { week: '2026-11-23' }),
    tool('find_alternatives', { ...place, week: '2026-11-23' }),
    tool('find_recipes', { search: '', isOwn: true }),
    tool('put_meal', { requestId: 'with-recipe', ...place, recipeId: recipe }),
    tool('move_meal', { requestId: 'move-one', ...place, toDay: 'Friday', toSlot: 'breakfast' }),
    tool('edit_shopping_list', { requestId: 'add-eggs', week: 'next', add: ['2 eggs'] }),
    tool('edit_shopping_list', { requestId: 'tick-eggs', week: 'next', tick: ['food:egg', 'food:milk'] }),
    tool('add_recipe', { requestId: 'eggs', title: 'Eggs', servings: 1, ingredients: ['1 egg'] }),
    ...keyCases({ recipe }),
  ];
}

test('there is a case for every operation', () => {
  const cases = new Set(keyCases({ recipe: 'x' }).map(({ operation }) => operation));
  deepStrictEqual(
    [...cases].toSorted(),
    [
      ...KEY_ENDPOINTS.map(({ method, path }) => `${method} ${path}`),
      ...[...SERVED, 'OPTIONS'].map((method) => `${method} /dav/*`),
      ...TOOLS.map(({ name }) => name),
    ].toSorted(),
  );
});

const BLIND = SCOPES.filter((scope) => scope !== 'eaters:read');
for (const scopes of [...BLIND.map((scope) => [scope]), BLIND])
  test(`without eaters:read, no response to ${scopes.join(' ')} is about an eater`, async () => {
    const { key, recipe } = await makeFamily(scopes);
    let warnings = 0;
    for (const each of casesFor(recipe)) {
      const { text } = await send(each, key);
      doesNotMatch(text, ABOUT_EATERS, each.name);
      if (text.includes('NOT FOR one of the family')) warnings += 1;
    }
    if (/plans:read|recipes:read/.test(scopes.join(' '))) ok(warnings > 0, 'the warning itself remains');
  });

test('with eaters:read, warnings name eaters and reasons', async () => {
  const { key, recipe } = await makeFamily(SCOPES);
  for (const each of casesFor(recipe)) {
    const { text } = await send(each, key);
    const isWarning = /^(?:read_week|read_recipe \{|propose_week \{|move_meal|find_recipes \{|put_meal \{)/;
    if (isWarning.test(each.name)) match(text, ABOUT_EATERS, each.name);
  }
});

for (const scope of SCOPES.filter((candidate) => candidate.endsWith(':write')))
  test(`a key with only ${scope} reads nothing, neither what is there nor whether it is there`, async () => {
    const { key, recipe } = await makeFamily([scope]);
    let changes = 0;
    for (const each of casesFor(recipe)) {
      const { status, text } = await send(each, key);
      doesNotMatch(text, CONTENT, each.name);
      const isApi = isAllowed(each, [scope]) && each.path.startsWith('/api/');
      if (isApi) ok([201, 204].includes(status), `${each.name} got ${status}`);
      if (isApi) changes += 1;
    }
    ok(changes > 0);
  });

const GUESSES: Record<string, [scope: Scope, there: [string, string], absent: [string, string]]> = {
  'a meal': [
    'plans:write',
    ['DELETE', `/api/meal-plans/v1/${NEXT_WEEK}/Monday/dinner`],
    ['DELETE', `/api/meal-plans/v1/2026-12-28/Monday/dinner`],
  ],
  'an item': [
    'lists:write',
    ['DELETE', '/api/shopping-lists/v1/next/items/food:milk'],
    ['DELETE', '/api/shopping-lists/v1/next/items/food:rice'],
  ],
  'a food': ['pantry:write', ['DELETE', '/api/pantry/v1/saffron'], ['DELETE', '/api/pantry/v1/rice']],
};
for (const [what, [scope, there, absent]] of Object.entries(GUESSES))
  test(`${what} that is not there gets the same response as one that is, from a write-only key`, async () => {
    const { key } = await makeFamily([scope]);
    const call = async ([method, path]: [string, string], headers: Record<string, string> = {}) => {
      const response = await fetch(service.url + path, { method, headers: { 'x-api-key': key, ...headers } });
      const { code } =
        response.status === 204 ? { code: undefined } : ((await response.json()) as { code: string });
      return [response.status, response.headers.get('etag'), code];
    };
    for (const target of [absent, there]) {
      deepStrictEqual(await call(target, { 'if-match': '*' }), [403, null, 'missing-scope']);
      deepStrictEqual(await call(target), [204, null, undefined]);
    }
  });
