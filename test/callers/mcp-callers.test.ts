/**
 * Access rights of the MCP endpoint: calls every tool without a key, with a wrong one, without Premium, with each scope
 * alone, and with a key of another family.
 */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addApiKey, revokeApiKey } from '#actions/keys-and-links/api-keys.ts';
import { mintApiKey } from '#auth/api-key.ts';
import { type Scope, SCOPES } from '#domain/family/scopes.ts';
import { TOOLS } from '#http/mcp/tools.ts';
import { accepted } from '../support/accepted.ts';
import { countChanges, makeApiFamily, makeKeys, NOW } from '../support/api-family.ts';
import { callMessage, sendMcp } from '../support/clients/mcp.ts';
import { TOOL_INPUTS } from '../support/key-cases.ts';
import { startService } from '../support/service.ts';

type Result = {
  isError?: boolean;
  content: { text: string }[];
  structuredContent?: { changeId?: string; recipeId?: string };
};

const place = { week: 'next', day: 'Friday', slot: 'dinner' };
/** Those whose input is refused for another reason than the key. Planning a week would take a second. */
const REFUSED = ['accept_proposal', 'undo_change', 'propose_week', 'find_alternatives'];

/** The scopes with which there is a tool. */
const OF_MCP = SCOPES.filter((scope) => /^(?:plans|lists|recipes):/.test(scope));

const service = await startService(
  { after, before },
  { nowMs: NOW, config: { rateLimitPerMinute: 0, appRateLimitPerMinute: 0 } },
);
const { family, keys, keyWith, ofOther, unpaid } = await makeKeys(service);

async function call(name: string, key: string | undefined, input = TOOL_INPUTS[name]?.input) {
  const response = await sendMcp(service, key, callMessage(name, input));
  const body = (await response.json()) as { code?: string; result?: Result };
  const [content] = body.result?.content ?? [];
  return { status: response.status, code: body.code, text: content?.text ?? '', result: body.result };
}

test('every tool has a row, and there are at most twelve', () => {
  deepStrictEqual(TOOLS.map(({ name }) => name).toSorted(), Object.keys(TOOL_INPUTS).toSorted());
  ok(TOOLS.length <= 12);
  for (const { name, scopes, hints } of TOOLS) {
    const needed = TOOL_INPUTS[name]?.scopes.map((set) => set.at(-1));
    deepStrictEqual([...scopes], needed, name);
    strictEqual(
      hints.readOnlyHint,
      !('requestId' in (TOOL_INPUTS[name]?.input ?? {})) && name !== 'undo_change',
    );
  }
});

for (const [name, { scopes: sets }] of Object.entries(TOOL_INPUTS)) {
  const text = sets.map(([read, write]) => (write ? `${write} with ${read}` : read)).join(' or ');
  test(`${name} needs a key, Premium and ${text}`, async () => {
    const changes = await countChanges(service, family);
    for (const key of [undefined, 'x', mintApiKey().key]) {
      const { status, code } = await call(name, key);
      deepStrictEqual([status, code], [401, 'invalid-api-key']);
    }
    deepStrictEqual((await call(name, unpaid)).status, 402);
    for (const scope of SCOPES.filter(
      (candidate) => !sets.some((set) => set.length === 1 && set[0] === candidate),
    )) {
      const refused = await call(name, keys.get(scope));
      if (!OF_MCP.includes(scope)) deepStrictEqual([refused.status, refused.code], [403, 'missing-scope']);
      else {
        deepStrictEqual([refused.status, refused.result?.isError], [200, true], scope);
        match(refused.text, new RegExp(`lacks the scope ${text}\\.`));
      }
    }
    strictEqual(await countChanges(service, family), changes, 'a refused call changes nothing');
    await call(name, ofOther);
    strictEqual(await countChanges(service, family), changes, 'a key of another family changes nothing');
    for (const set of sets) {
      const done = await call(name, await keyWith(set));
      strictEqual(done.result?.isError === true, REFUSED.includes(name), done.text);
      ok(!done.text.includes('scope'), done.text);
    }
  });
}

test('a key lists only the tools that it can use', async () => {
  for (const scope of OF_MCP) {
    const response = await sendMcp(service, keys.get(scope), { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const { result } = (await response.json()) as { result: { tools: { name: string }[] } };
    const isEnough = (set: readonly Scope[]) => set.length === 1 && set[0] === scope;
    const usable = Object.keys(TOOL_INPUTS).filter((name) => TOOL_INPUTS[name]?.scopes.some(isEnough));
    deepStrictEqual(result.tools.map(({ name }) => name).toSorted(), usable.toSorted(), scope);
  }
});

test('a key of another family reads nothing of this one', async () => {
  const own = await keyWith(SCOPES);
  const foreign = await keyWith(SCOPES, (await makeApiFamily(service)).family);
  for (const name of ['put_meal', 'edit_shopping_list']) await call(name, own);
  const recipe = { ...TOOL_INPUTS.add_recipe?.input, requestId: 'callers-own' };
  const { recipeId } = (await call('add_recipe', own, recipe)).result?.structuredContent ?? {};
  for (const [name, input] of [
    ['read_week', { week: 'next' }],
    ['read_shopping_list', { week: 'next' }],
    ['find_recipes', { search: 'secret stew' }],
    ['read_recipe', { recipeId }],
  ] as const) {
    match((await call(name, own, input)).text, /secret/i, name);
    doesNotMatch((await call(name, foreign, input)).text, /secret/i, name);
  }
});

test('a change is undone only with the scope for what it changed, and by its own family', async () => {
  const input = { requestId: 'callers-undo', week: 'next', add: ['salt'] };
  const { result } = await call('edit_shopping_list', keys.get('lists:write'), input);
  const undo = { changeId: result?.structuredContent?.changeId };
  const wrong = await call('undo_change', keys.get('plans:write'), undo);
  match(wrong.text, /lacks the scope lists:write/);
  match((await call('undo_change', ofOther, undo)).text, /There is no such change/);
  strictEqual((await call('undo_change', keys.get('lists:write'), undo)).result?.isError, undefined);
});

test('the order of refusals is 401, 429, 402, 403, and 401 names both ways to send a key', async (t) => {
  const limited = await startService(t, {
    nowMs: NOW,
    config: { rateLimitPerMinute: 1, appRateLimitPerMinute: 0 },
  });
  const message = callMessage('read_week');
  for (const [premium, refused] of [
    ['forever', 403],
    ['none', 402],
  ] as const) {
    const { context: by, family: of } = await makeApiFamily(limited, { premium });
    const scopes = ['pantry:read'] as const;
    const { id, key } = accepted(await addApiKey(by, of, { name: 'x', expiresAt: null, scopes }));
    const statusNow = async () => (await sendMcp(limited, key, message)).status;
    deepStrictEqual([await statusNow(), await statusNow()], [refused, 429]);
    accepted(await revokeApiKey(by, of, id));
    const ended = await sendMcp(limited, key, message);
    const challenge = 'Bearer realm="weekfare", error="invalid_token", ApiKey realm="weekfare"';
    deepStrictEqual([ended.status, ended.headers.get('www-authenticate')], [401, challenge]);
  }
  const without = await sendMcp(limited, undefined, message);
  strictEqual(without.headers.get('www-authenticate'), 'Bearer realm="weekfare", ApiKey realm="weekfare"');
});

test('the changes of a family are limited as in the app', async (t) => {
  const limited = await startService(t, { nowMs: NOW, config: { appRateLimitPerMinute: 10 } });
  const { context: by, family: of } = await makeApiFamily(limited);
  const { key } = accepted(await addApiKey(by, of, { name: 'x', expiresAt: null, scopes: SCOPES }));
  const texts: string[] = [];
  for (let at = 0; at < 5; at += 1) {
    const input = { requestId: `limited-${at}`, ...place, description: `Pie ${at}` };
    const response = await sendMcp(limited, key, callMessage('put_meal', input));
    const { result } = (await response.json()) as { result: Result };
    texts.push(result.isError ? (result.content[0]?.text ?? '') : 'done');
  }
  deepStrictEqual(texts.slice(0, 4), ['done', 'done', 'done', 'done']);
  match(texts[4] ?? '', /Too many calls\. Try again in \d+ seconds/);
});

test('a page of another site is refused, with and without PUBLIC_URL', async (t) => {
  const send = async (at: typeof service, headers: Record<string, string>) => {
    const response = await sendMcp(at, keys.get('plans:read'), callMessage('read_week'), headers);
    return [response.status, ((await response.json()) as { code?: string }).code];
  };
  deepStrictEqual(await send(service, { origin: 'http://evil.example' }), [403, 'cross-site']);
  deepStrictEqual(await send(service, { origin: 'null' }), [403, 'cross-site']);
  deepStrictEqual(await send(service, { origin: service.url }), [200, undefined]);
  const named = await startService(t, {
    store: service.store,
    config: { publicUrl: 'https://meals.example' },
  });
  deepStrictEqual(await send(named, { origin: 'https://evil.example' }), [403, 'cross-site']);
  deepStrictEqual((await send(named, { origin: 'https://meals.example' }))[0], 200);
});

test('the key may come as X-API-Key, and GET and DELETE are 405', async () => {
  const key = keys.get('plans:read') ?? '';
  const response = await sendMcp(service, undefined, callMessage('read_week'), { 'x-api-key': key });
  strictEqual(response.status, 200);
  for (const method of ['GET', 'DELETE']) {
    const refused = await fetch(`${service.url}/mcp`, {
      method,
      headers: { authorization: `Bearer ${key}` },
    });
    deepStrictEqual([refused.status, refused.headers.get('allow')], [405, 'POST']);
    await refused.text();
  }
});
