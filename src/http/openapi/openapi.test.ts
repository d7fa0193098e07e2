/** The OpenAPI description matches docs/openapi.json, the routes and real responses. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Client } from 'pg';
import { setPremium } from '#actions/account/families.ts';
import { mintApiKey } from '#auth/api-key.ts';
import { KEY_ENDPOINTS } from '#http/endpoints.ts';
import { isCached } from '#http/key-endpoint.ts';
import { OPERATOR } from '#storage/actor.ts';
import { RECIPE } from '#test/support/world.ts';
import { sendEdits, type Service, signUp, startService } from '#test/support/service.ts';
import { PROBLEMS } from '#http/problems/problem.ts';
import { describedPath, makeOpenApi } from './openapi.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a description is JSON from outside
type Json = any;

const api: Json = JSON.parse(JSON.stringify(makeOpenApi(KEY_ENDPOINTS)));

test('docs/openapi.json is up to date (run npm run openapi)', () => {
  const saved = readFileSync('docs/openapi.json', 'utf8');
  strictEqual(saved, `${JSON.stringify(makeOpenApi(KEY_ENDPOINTS), null, 2)}\n`);
});

test('describes every public route with its responses and the API key', () => {
  deepStrictEqual(Object.keys(api.paths), [...new Set(KEY_ENDPOINTS.map(({ path }) => describedPath(path)))]);
  for (const { path, method, operationId, access } of KEY_ENDPOINTS) {
    const described = api.paths[describedPath(path)][method.toLowerCase()];
    strictEqual(described.operationId, operationId);
    ok(described.description.includes(access.scope), operationId);
    for (const status of ['401', '402', '403', '429', '503']) ok(status in described.responses, operationId);
  }
  for (const {
    path,
    cached: { parameter },
  } of KEY_ENDPOINTS.filter((each) => isCached(each))) {
    const { get } = api.paths[describedPath(path)];
    const own = parameter ? [parameter.isChecked ? '400' : '404'] : [];
    const statuses = ['200', '304', '401', '402', '403', '429', '503', ...own].toSorted();
    deepStrictEqual(Object.keys(get.responses), statuses);
  }
  const { type, in: place, name } = api.components.securitySchemes.apiKey;
  deepStrictEqual([type, place, name], ['apiKey', 'header', 'X-API-Key']);
  deepStrictEqual(api.security, [{ apiKey: [] }]);
});

test('contains no traces of the schema generator', () => {
  ok(!/"\$(schema|id|defs)"|#\/\$defs/.test(JSON.stringify(api)));
});

test('every reference resolves', () => {
  const references = [...JSON.stringify(api).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
  ok(references.length > 20);
  for (const target of references) ok(follow({ $ref: target }), String(target));
});

test('every example matches its schema', () => {
  for (const [path, methods] of Object.entries<Json>(api.paths)) {
    for (const [method, { responses, requestBody }] of Object.entries<Json>(methods)) {
      for (const [status, response] of Object.entries({ ...responses, body: requestBody ?? {} })) {
        for (const [type, media] of Object.entries<Json>(follow(response).content ?? {})) {
          if (type.startsWith('image/')) continue;
          const { schema, example, examples } = media;
          const values = examples ? Object.values<Json>(examples).map(({ value }) => value) : [example];
          for (const value of values)
            deepStrictEqual(faults(value, schema), [], `${method} ${path} ${status}`);
        }
      }
    }
  }
});

test('lists every problem of the table, for the page that problems link to', () => {
  deepStrictEqual(
    api['x-problems'].map(({ code }: Json) => code),
    Object.keys(PROBLEMS),
  );
});

test('the description is not sent again to a client that has it', async (t) => {
  const { url } = await startService(t);
  const get = (tag = '') => fetch(`${url}/api/openapi.json`, { headers: { 'if-none-match': tag } });
  const etag = (await get()).headers.get('etag') ?? '';
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const { status } = await get(tag);
    strictEqual(status, 304, tag);
  }
  strictEqual((await get('"other"')).status, 200);
});

test('real plan responses match: 200, null, 304, 401, 402, 429', async (t) => {
  const service = await startService(t, { config: { rateLimitPerMinute: 5 } });
  const { key, family } = await familyWithMeal(service);
  const [current, next] = ['/api/meal-plans/v1/current', '/api/meal-plans/v1/next'];
  const plan = await expectDescribed(service, current, 200, { 'x-api-key': key });
  strictEqual(plan.body.data.meals.Monday.dinner.description, 'Dal');
  const none = await expectDescribed(service, next, 200, { 'x-api-key': key });
  strictEqual(none.body.data, null);
  const etag = plan.headers.get('etag') as string;
  await expectDescribed(service, current, 304, { 'x-api-key': key, 'if-none-match': etag });
  await expectDescribed(service, current, 401, {});
  await setPremium({ store: service.store, actor: OPERATOR, nowMs: 0 }, family, 'none');
  await expectDescribed(service, current, 402, { 'x-api-key': key });
  await expectDescribed(service, next, 402, { 'x-api-key': key });
  await expectDescribed(service, next, 429, { 'x-api-key': key });
});

test('real recipe and list responses match: JSON, JSON-LD, null, 404', async (t) => {
  const service = await startService(t);
  const { key, browser } = await familyWithMeal(service);
  const source = { ...RECIPE, ingredients: ['2 eggs', 'no idea', 'salt', '2 (400 g) tins tomatoes'] };
  const { recipe } = (await browser.call('POST', '/app/api/recipes', source)).body;
  const [read, list] = ['/api/recipes/v1/{recipeId}', '/api/shopping-lists/v1/current'];
  const call = (id: string, status: number, headers = {}) =>
    expectDescribed(service, read, status, { 'x-api-key': key, ...headers }, read.replace('{recipeId}', id));
  strictEqual((await call(recipe.id, 200)).body.data.ingredients.length, 4);
  await call('shakshuka', 200);
  await call('nothing', 404);
  const response = await fetch(`${service.url}/api/recipes/v1/shakshuka`, {
    headers: { 'x-api-key': key, accept: 'application/ld+json' },
  });
  const { schema } = describedResponse(read, '200').content['application/ld+json'];
  deepStrictEqual(faults(await response.json(), schema), []);
  const meal = { description: 'Eggs', recipeId: recipe.id };
  await sendEdits(browser, [{ week: '2026-11-09', day: 'Sunday', slot: 'lunch', before: null, after: meal }]);
  const full = await expectDescribed(service, list, 200, { 'x-api-key': key });
  ok(full.body.data.aisles.length > 1);
  const none = await expectDescribed(service, '/api/shopping-lists/v1/next', 200, { 'x-api-key': key });
  strictEqual(none.body.data, null);
});

test('the real 503 of an unavailable database matches', async (t) => {
  const service = await startService(t, { kind: 'postgres' });
  const { location } = service.store;
  if (location.kind !== 'postgres') throw new Error('This needs PostgreSQL.');
  const server = new Client(process.env.TEST_POSTGRES_URL);
  await server.connect();
  await server.query(`drop database ${new URL(location.url).pathname.slice(1)} with (force)`);
  await server.end();
  await expectDescribed(service, '/api/meal-plans/v1/current', 503, { 'x-api-key': mintApiKey().key });
});

test('serves the description to any origin, with revalidation', async (t) => {
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

test('returns 405 for a POST to the description', async (t) => {
  const service = await startService(t);
  const response = await fetch(`${service.url}/api/openapi.json`, { method: 'POST' });
  strictEqual(response.status, 405);
  strictEqual(response.headers.get('allow'), 'GET, HEAD');
  deepStrictEqual(faults(await response.json(), api.components.schemas.Problem), []);
});

test('the docs page has a strict policy', async (t) => {
  const service = await startService(t);
  const { status, headers } = await fetch(`${service.url}/api/docs`);
  strictEqual(status, 200);
  strictEqual(headers.get('content-type'), 'text/html; charset=utf-8');
  strictEqual(
    headers.get('content-security-policy'),
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  strictEqual(headers.get('x-content-type-options'), 'nosniff');
  strictEqual(headers.get('referrer-policy'), 'no-referrer');
});

async function familyWithMeal(service: Service) {
  const { browser, family } = await signUp(service);
  await setPremium({ store: service.store, actor: OPERATOR, nowMs: 0 }, family, 'forever');
  const dal = { description: 'Dal' };
  await sendEdits(browser, [{ week: '2026-11-09', day: 'Monday', slot: 'dinner', before: null, after: dal }]);
  const { body } = await browser.call('POST', '/app/api/keys', { name: 'tablet' });
  return { key: body.key as string, family, browser };
}

/** Sends a request and compares status, type, headers and body with the description. */
async function expectDescribed(
  service: Service,
  path: string,
  status: number,
  headers: Record<string, string>,
  address = path,
) {
  const response = await fetch(service.url + address, { headers });
  strictEqual(response.status, status);
  const described = describedResponse(path, String(status));
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

function describedResponse(path: string, status: string): Json {
  return follow(api.paths[path].get.responses[status]);
}

function follow(target: Json): Json {
  if (target.$ref === undefined) return target;
  return target.$ref
    .split('/')
    .slice(1)
    .reduce((at: Json, step: string) => at?.[step], api);
}

const KEYWORDS = new Set(
  '$ref type anyOf items enum const properties required additionalProperties propertyNames default pattern minLength maxLength minItems maxItems minimum maximum format description examples'.split(
    ' ',
  ),
);

/** Where a value violates a schema. Implements the keywords that the description uses, and reports any other. */
function faults(value: Json, given: Json, at = '$'): string[] {
  const schema = follow(given);
  const unknown = Object.keys(schema).filter((word) => !KEYWORDS.has(word));
  if (unknown.length > 0) return [`${at}: this check does not know ${unknown.join(', ')}`];
  if (schema.anyOf) {
    return schema.anyOf.some((each: Json) => faults(value, each, at).length === 0)
      ? []
      : [`${at}: none of anyOf`];
  }
  if (Array.isArray(schema.type)) {
    const fits = (type: string) => faults(value, { ...schema, type }, at).length === 0;
    return schema.type.some(fits) ? [] : [`${at}: none of ${schema.type}`];
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
  const { properties = {}, required = [], additionalProperties = true } = schema;
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
