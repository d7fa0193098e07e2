/** The description against the service: what is in docs/, what is served, and what real answers look like. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Client } from 'pg';
import { setPremium } from '#actions/families.ts';
import { mintApiKey } from '#auth/api-key.ts';
import { PUBLIC_ROUTES } from '#server.ts';
import { OPERATOR } from '#storage/transaction.ts';
import { RECIPE } from '#test/app-cases.ts';
import { sendEdits, type Service, signUp, startService } from '#test/service.ts';
import { PROBLEMS } from '#http/problem.ts';
import { makeOpenApi } from './openapi.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a description is JSON, looked at from outside
type Json = any;

const api: Json = JSON.parse(JSON.stringify(makeOpenApi(PUBLIC_ROUTES)));

test('docs/openapi.json is what the service describes; if not: npm run openapi', () => {
  const kept = readFileSync('docs/openapi.json', 'utf8');
  strictEqual(kept, `${JSON.stringify(makeOpenApi(PUBLIC_ROUTES), null, 2)}\n`);
});

test('every public read is described, with its answers and how to prove who asks', () => {
  deepStrictEqual(
    Object.keys(api.paths),
    PUBLIC_ROUTES.map(({ path }) => path),
  );
  for (const { path, operationId } of PUBLIC_ROUTES) {
    const { get } = api.paths[path];
    strictEqual(get.operationId, operationId);
    const lost = path.endsWith('}') ? ['404'] : [];
    deepStrictEqual(Object.keys(get.responses), ['200', '304', '401', '402', ...lost, '429', '503']);
  }
  const { type, in: place, name } = api.components.securitySchemes.apiKey;
  deepStrictEqual([type, place, name], ['apiKey', 'header', 'X-API-Key']);
  deepStrictEqual(api.security, [{ apiKey: [] }]);
});

test('nothing is left of how the schemas were made', () => {
  ok(!/"\$(schema|id|defs)"|#\/\$defs/.test(JSON.stringify(api)));
});

test('every reference leads somewhere', () => {
  const references = [...JSON.stringify(api).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
  ok(references.length > 20);
  for (const target of references) ok(follow({ $ref: target }), String(target));
});

test('every example passes the schema it stands beside', () => {
  for (const { path } of PUBLIC_ROUTES) {
    for (const status of Object.keys(api.paths[path].get.responses)) {
      for (const { schema, example, examples } of Object.values<Json>(answer(path, status).content ?? {})) {
        const values = examples ? Object.values<Json>(examples).map(({ value }) => value) : [example];
        for (const value of values) deepStrictEqual(faults(value, schema), [], `${path} ${status}`);
      }
    }
  }
});

test('every problem of the table is listed, for the page that problems link to', () => {
  deepStrictEqual(
    api['x-problems'].map(({ code }: Json) => code),
    Object.keys(PROBLEMS),
  );
});

test('real answers are as described: a plan, none, not changed, no key, no Premium, too many', async (t) => {
  const service = await startService(t, { config: { rateLimitPerMinute: 5 } });
  const { key, family } = await familyWithMeal(service);
  const [current, next] = ['/api/meal-plans/v1/current', '/api/meal-plans/v1/next'];
  const plan = await asDescribed(service, current, 200, { 'x-api-key': key });
  strictEqual(plan.body.data.meals.Monday.dinner.description, 'Dal');
  const none = await asDescribed(service, next, 200, { 'x-api-key': key });
  strictEqual(none.body.data, null);
  const etag = plan.headers.get('etag') as string;
  await asDescribed(service, current, 304, { 'x-api-key': key, 'if-none-match': etag });
  await asDescribed(service, current, 401, {});
  await setPremium({ store: service.store, actor: OPERATOR, nowMs: 0 }, family, 'none');
  await asDescribed(service, current, 402, { 'x-api-key': key });
  await asDescribed(service, next, 402, { 'x-api-key': key });
  await asDescribed(service, next, 429, { 'x-api-key': key });
});

test('recipes and lists are as described: both forms, a list, none, nothing there', async (t) => {
  const service = await startService(t);
  const { key, browser } = await familyWithMeal(service);
  const source = { ...RECIPE, ingredients: ['2 eggs', 'no idea', 'salt', '2 (400 g) tins tomatoes'] };
  const { recipe } = (await browser.call('POST', '/app/api/recipes', source)).body;
  const [read, list] = ['/api/recipes/v1/{recipeId}', '/api/shopping-lists/v1/current'];
  const call = (id: string, status: number, headers = {}) =>
    asDescribed(service, read, status, { 'x-api-key': key, ...headers }, read.replace('{recipeId}', id));
  strictEqual((await call(recipe.id, 200)).body.data.ingredients.length, 4);
  await call('shakshuka', 200);
  await call('nothing', 404);
  const response = await fetch(`${service.url}/api/recipes/v1/shakshuka`, {
    headers: { 'x-api-key': key, accept: 'application/ld+json' },
  });
  const { schema } = answer(read, '200').content['application/ld+json'];
  deepStrictEqual(faults(await response.json(), schema), []);
  const meal = { description: 'Eggs', recipeId: recipe.id };
  await sendEdits(browser, [{ week: '2026-11-09', day: 'Sunday', slot: 'lunch', before: null, after: meal }]);
  const full = await asDescribed(service, list, 200, { 'x-api-key': key });
  ok(full.body.data.aisles.length > 1);
  const none = await asDescribed(service, '/api/shopping-lists/v1/next', 200, { 'x-api-key': key });
  strictEqual(none.body.data, null);
});

test('a database that is away is answered as described', async (t) => {
  const service = await startService(t, { kind: 'postgres' });
  const { location } = service.store;
  if (location.kind !== 'postgres') throw new Error('This needs PostgreSQL.');
  const server = new Client(process.env.TEST_POSTGRES_URL);
  await server.connect();
  await server.query(`drop database ${new URL(location.url).pathname.slice(1)} with (force)`);
  await server.end();
  await asDescribed(service, '/api/meal-plans/v1/current', 503, { 'x-api-key': mintApiKey().key });
});

test('the description is served to tools of any origin, and asked for again before use', async (t) => {
  const service = await startService(t);
  const response = await fetch(`${service.url}/api/openapi.json`);
  strictEqual(response.status, 200);
  strictEqual(response.headers.get('content-type'), 'application/json; charset=utf-8');
  strictEqual(response.headers.get('cache-control'), 'no-cache');
  strictEqual(response.headers.get('access-control-allow-origin'), '*');
  deepStrictEqual(await response.json(), api);
  const again = await fetch(`${service.url}/api/openapi.json`, {
    headers: { 'if-none-match': response.headers.get('etag') as string },
  });
  strictEqual(again.status, 304);
});

test('the description cannot be written to', async (t) => {
  const service = await startService(t);
  const response = await fetch(`${service.url}/api/openapi.json`, { method: 'POST' });
  strictEqual(response.status, 405);
  strictEqual(response.headers.get('allow'), 'GET, HEAD');
  deepStrictEqual(faults(await response.json(), api.components.schemas.Problem), []);
});

test('the page and its files come with a strict policy and say what they are', async (t) => {
  const service = await startService(t);
  const files = {
    '/api/docs': 'text/html',
    '/api/docs/base.css': 'text/css',
    '/api/docs/page.css': 'text/css',
    '/api/docs/page.js': 'text/javascript',
    '/api/docs/icon.svg': 'image/svg+xml',
  };
  for (const [path, type] of Object.entries(files)) {
    const { status, headers } = await fetch(service.url + path);
    strictEqual(status, 200, path);
    strictEqual(headers.get('content-type'), `${type}; charset=utf-8`);
    strictEqual(
      headers.get('content-security-policy'),
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    strictEqual(headers.get('x-content-type-options'), 'nosniff');
    strictEqual(headers.get('referrer-policy'), 'no-referrer');
  }
});

async function familyWithMeal(service: Service) {
  const { browser, family } = await signUp(service);
  await setPremium({ store: service.store, actor: OPERATOR, nowMs: 0 }, family, 'forever');
  const dal = { description: 'Dal' };
  await sendEdits(browser, [{ week: '2026-11-09', day: 'Monday', slot: 'dinner', before: null, after: dal }]);
  const { body } = await browser.call('POST', '/app/api/keys', { name: 'tablet' });
  return { key: body.key as string, family, browser };
}

/** Asks the service and holds status, type, headers and body against the description. */
async function asDescribed(
  service: Service,
  path: string,
  status: number,
  headers: Record<string, string>,
  address = path,
) {
  const response = await fetch(service.url + address, { headers });
  strictEqual(response.status, status);
  const described = answer(path, String(status));
  for (const name of Object.keys(api.components.headers)) {
    strictEqual(response.headers.has(name), name in described.headers, `${name} in a ${status}`);
  }
  const text = await response.text();
  const [[type, { schema }] = ['', {}]] = Object.entries<Json>(described.content ?? {});
  if (type === '') strictEqual(text, '');
  else match(response.headers.get('content-type') as string, new RegExp(`^${RegExp.escape(type)};`));
  const body: Json = type === '' ? undefined : JSON.parse(text);
  if (type !== '') deepStrictEqual(faults(body, schema), []);
  return { body, headers: response.headers };
}

function answer(path: string, status: string): Json {
  return follow(api.paths[path].get.responses[status]);
}

function follow(target: Json): Json {
  if (target.$ref === undefined) return target;
  return target.$ref
    .split('/')
    .slice(1)
    .reduce((at: Json, step: string) => at?.[step], api);
}

const WORDS = new Set(
  '$ref type anyOf items enum const properties required additionalProperties pattern minLength maxLength minimum maximum format description examples'.split(
    ' ',
  ),
);

/** Where a value breaks a schema: as much of JSON Schema as the description uses, and no word unheard. */
function faults(value: Json, given: Json, at = '$'): string[] {
  const schema = follow(given);
  const unknown = Object.keys(schema).filter((word) => !WORDS.has(word));
  if (unknown.length > 0) return [`${at}: this check does not know ${unknown.join(', ')}`];
  if (schema.anyOf) {
    return schema.anyOf.some((each: Json) => faults(value, each, at).length === 0)
      ? []
      : [`${at}: none of anyOf`];
  }
  const isNumber = schema.type === 'number' && typeof value === 'number';
  if (schema.type !== typeOf(value) && !isNumber)
    return [`${at}: ${typeOf(value)} instead of ${schema.type}`];
  if (schema.type === 'object') return objectFaults(value, schema, at);
  if (schema.type === 'array') {
    return value.flatMap((each: Json, index: number) => faults(each, schema.items, `${at}[${index}]`));
  }
  const words = schema.const === undefined ? schema.enum : [schema.const];
  if (words && !words.includes(value)) return [`${at}: ${JSON.stringify(value)} is none of ${words}`];
  const {
    pattern = '',
    minLength = 0,
    maxLength = Infinity,
    minimum = -Infinity,
    maximum = Infinity,
  } = schema;
  if (schema.type === 'integer' || isNumber)
    return value >= minimum && value <= maximum ? [] : [`${at}: out of bounds`];
  if (schema.type !== 'string') return [];
  const length = Array.from(value as string).length;
  const right = length >= minLength && length <= maxLength && new RegExp(pattern, 'u').test(value);
  return right ? [] : [`${at}: ${JSON.stringify(value)} has not the right form`];
}

function objectFaults(value: Json, schema: Json, at: string): string[] {
  const { properties, required = [], additionalProperties = true } = schema;
  const missing = required
    .filter((name: string) => !(name in value))
    .map((name: string) => `${at}: no ${name}`);
  const inside = Object.entries(value).flatMap(([name, field]) => {
    if (name in properties) return faults(field, properties[name], `${at}.${name}`);
    return additionalProperties ? [] : [`${at}: unknown ${name}`];
  });
  return [...missing, ...inside];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
