/**
 * Access rights of the public API: calls every operation without a key, with a wrong one, without Premium, with each
 * scope alone, and with a key of another family.
 */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addApiKey, revokeApiKey } from '#actions/keys-and-links/api-keys.ts';
import { setPremium } from '#actions/account/families.ts';
import { mintApiKey } from '#auth/api-key.ts';
import { readScopeOf, type Scope, SCOPES } from '#domain/family/scopes.ts';
import { KEY_ENDPOINTS } from '#http/endpoints.ts';
import { isCached } from '#http/key-endpoint.ts';
import { EXAMPLE_ID, readExamples } from '#http/openapi/examples.ts';
import { accepted } from '../support/accepted.ts';
import { callApi, countChanges, makeApiFamily, makeKeys, NOW } from '../support/api-family.ts';
import { startService } from '../support/service.ts';

type Call = {
  name: string;
  method: string;
  path: string;
  body?: unknown;
  scope: Scope;
  otherScopes?: readonly Scope[];
};

const examples = readExamples();
const CALLS: Call[] = [
  ...KEY_ENDPOINTS.filter((each) => isCached(each)).map(({ path, access, cached: { parameter } }) => ({
    name: `GET ${path}`,
    method: 'GET',
    path: parameter ? path.replace(`:${parameter.name}`, parameter.example) : path,
    ...access,
  })),
  // In the order of the examples: some need what others have made.
  ...KEY_ENDPOINTS.filter((each) => !isCached(each))
    .toSorted((first, second) => positionOf(first) - positionOf(second))
    .map(({ method, path, operationId, access }) => ({
      name: `${method} ${path}`,
      method,
      ...access,
      path: examples[operationId]?.path ?? '',
      body: examples[operationId]?.body,
    })),
];

function positionOf({ operationId }: { operationId: string }): number {
  return Object.keys(examples).indexOf(operationId);
}

const service = await startService(
  { after, before },
  { nowMs: NOW, config: { rateLimitPerMinute: 0, appRateLimitPerMinute: 0 } },
);
const { context, family, keys, keyWith, ofOther, unpaid } = await makeKeys(service);

async function call({ method, path, body }: Call, key?: string, at = service) {
  const response = await callApi(at, path, key, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  // An event stream has no end.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (isStream) await response.body?.cancel();
  const text = isStream ? '' : await response.text();
  const { code, scope } = (text === '' ? {} : JSON.parse(text)) as { code?: string; scope?: string };
  return { status: response.status, code, scope };
}

for (const each of CALLS) {
  test(`${each.name} needs a key, Premium and the scope ${each.scope}`, async () => {
    const before = await countChanges(service, family);
    for (const key of [undefined, 'x', mintApiKey().key])
      deepStrictEqual(await call(each, key), { status: 401, code: 'invalid-api-key', scope: undefined });
    deepStrictEqual(await call(each, unpaid), { status: 402, code: 'premium-required', scope: undefined });
    const enough = [each.scope, ...(each.otherScopes ?? [])];
    for (const scope of SCOPES.filter((candidate) => !enough.includes(candidate))) {
      const refused = { status: 403, code: 'missing-scope', scope: each.scope };
      deepStrictEqual(await call(each, keys.get(scope)), refused, scope);
    }
    strictEqual(await countChanges(service, family), before, 'a refused request changes nothing');
    await call(each, ofOther);
    strictEqual(await countChanges(service, family), before, 'a key of another family changes nothing');
    const isMissing = each.path.includes(EXAMPLE_ID);
    for (const scope of enough) {
      // A key that may only change is not told whether there was anything to change.
      const { status } = await call(each, await keyWith([scope, readScopeOf(scope)]));
      strictEqual(status >= 200 && status < 300, !isMissing, `${status}`);
    }
  });
}

test('the order of refusals is 401, 429, 402, 403, in every operation', async (t) => {
  const limited = await startService(t, {
    nowMs: NOW,
    config: { rateLimitPerMinute: 1, appRateLimitPerMinute: 0 },
  });
  const paid = await makeApiFamily(limited);
  const poor = await makeApiFamily(limited, { premium: 'none' });
  for (const each of CALLS) {
    const wrong: Scope = each.scope === 'pantry:read' ? 'plans:read' : 'pantry:read';
    for (const [{ context: by, family: of }, refused] of [
      [paid, 403],
      [poor, 402],
    ] as const) {
      const { id, key } = accepted(await addApiKey(by, of, { name: 'x', expiresAt: null, scopes: [wrong] }));
      const statusNow = async (): Promise<number> => (await call(each, key, limited)).status;
      // The first request has used the limit up.
      deepStrictEqual([await statusNow(), await statusNow()], [refused, 429], each.name);
      accepted(await revokeApiKey(by, of, id));
      strictEqual(await statusNow(), 401, each.name);
    }
  }
});

test('the limit on changes of a family comes before Premium and scopes too', async (t) => {
  // Two changes a minute, since a change counts more than a read: on a busy machine, too, the third comes too early.
  const limited = await startService(t, {
    nowMs: NOW,
    config: { rateLimitPerMinute: 0, appRateLimitPerMinute: 5 },
  });
  const changes = CALLS.filter(({ method, path }) => method === 'PUT' && path.includes('meal-plans'));
  for (const premium of ['forever', 'none']) {
    const { context: by, family: of } = await makeApiFamily(limited, { premium });
    const { key } = accepted(
      await addApiKey(by, of, { name: 'x', expiresAt: null, scopes: ['pantry:read'] }),
    );
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1)
      for (const each of changes) statuses.push((await call(each, key, limited)).status);
    const refusal = premium === 'none' ? 402 : 403;
    deepStrictEqual(statuses, [refusal, refusal, 429]);
  }
});

test('Premium that ends and a scope that is missing: 402 comes first', async () => {
  await setPremium(context, family, 'none');
  for (const each of CALLS) strictEqual((await call(each, keys.get('pantry:read'))).status, 402, each.name);
});
