/**
 * Puts another family's ids wherever a request can contain one: every part of the path, every value of the query, every
 * text of the body and every field of its schema, of every route, CalDAV path and tool. Each probe is compared with one
 * for an id of the same form that does not exist: if the two responses differ, the response reveals that the id exists.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { SCOPES } from '#domain/family/scopes.ts';
import { APP_ENDPOINTS, KEY_ENDPOINTS } from '#http/endpoints.ts';
import { TOOLS } from '#http/mcp/tools.ts';
import { saveTodos } from '#storage/tables/shopping-list/todos.ts';
import { OPERATOR } from '#storage/actor.ts';
import { accepted } from '../support/accepted.ts';
import { CASES } from '../support/app-cases.ts';
import { addressPlaces, bodyPlaces, type Call, HREF, MEMBER, type Place } from '../support/id-places.ts';
import { headersOf, type KeyCase, keyCases, TOOL_INPUTS } from '../support/key-cases.ts';
import { largestInput } from '../support/largest-input.ts';
import { startService } from '../support/service.ts';
import { dump } from '../support/snapshot.ts';
import { makeWorld, type World } from '../support/world.ts';

/** A valid call of an operation by a stranger, a member of another family. */
type Operation = { name: string; isRead: boolean; call: (stranger: Stranger) => Call; places: Place[] };
type Stranger = World & { apiKey: string; todo: string; changeId: string };

const service = await startService(
  { after, before },
  {
    config: {
      premium: 'everyone',
      rateLimitPerMinute: 0,
      appRateLimitPerMinute: 0,
      trustedProxies: ['127.0.0.1'],
    },
  },
);

let strangers = 0;

async function newStranger(): Promise<Stranger> {
  const { store, clock } = service;
  const world = await makeWorld(service);
  const todo = `todo-${(strangers += 1)}-${world.family}.ics`;
  const made = { name: todo, uid: todo, itemKey: '2026-11-09 food:milk', line: null, extra: '' };
  await store.db.transaction().execute(async (tx) => {
    const changedAt = '2026-11-09T08:00:00.000Z';
    await saveTodos(tx, world.family, [{ ...made, content: '', version: world.version, changedAt }]);
  });
  const context = { store, actor: OPERATOR, nowMs: clock.nowMs };
  const wanted = { name: 'other', expiresAt: null, scopes: SCOPES };
  const { key: apiKey } = accepted(await addApiKey(context, world.family, wanted));
  const changeId = [...(await idsOf(world))].find(([, kind]) => kind === 'undo_steps.change_id')?.[0] ?? '';
  return { ...world, apiKey, todo, changeId };
}

/** Every id in a family's rows, with its table and column. */
async function idsOf({ family }: World): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [table, rows] of Object.entries(await dump(service.store, family)))
    for (const row of rows as Record<string, unknown>[])
      for (const [column, value] of Object.entries(row)) {
        const isId =
          /^(id|\w+_id|(token|key)_hash|hash)$/.test(column) || `${table}.${column}` === 'todos.name';
        if (isId && typeof value === 'string' && !ids.has(value)) ids.set(value, `${table}.${column}`);
      }
  return ids;
}

function appOperations(example: Stranger): Operation[] {
  return APP_ENDPOINTS.map((route): Operation => {
    const { method, path: pattern, body: schema, maxBodyBytes = 60_000 } = route;
    const name = `${method} ${pattern}`;
    const usual = CASES[name];
    if (!usual) throw new Error(`${name} has no case in app-cases.ts.`);
    const call = (stranger: Stranger): Call => ({
      method,
      path: usual.path(stranger),
      body: usual.body?.(stranger),
      headers: { cookie: `weekfare-session=${stranger.owner.token}`, 'content-type': 'application/json' },
    });
    const { path, body } = call(example);
    const full = schema && largestInput(schema, body ?? {}, maxBodyBytes);
    const inBody = body === undefined ? [] : bodyPlaces(body, { schema, full });
    const isRead = method === 'GET' || route.isRead === true;
    return { name, isRead, call, places: [...addressPlaces(pattern, path), ...inBody, MEMBER] };
  });
}

function keyOperations(example: Stranger): Operation[] {
  const cases = (stranger: Stranger) => keyCases(stranger);
  return cases(example).map((each, at): Operation => {
    const call = (stranger: Stranger): Call => {
      const { method, path, body, ...own } = cases(stranger)[at] as KeyCase;
      return { method, path, body, headers: headersOf({ method, path, body, ...own }, stranger.apiKey) };
    };
    const tool = TOOLS.find(({ name }) => name === each.operation);
    const isRead = tool?.hints.readOnlyHint ?? READ_METHODS.has(each.method);
    return { name: each.name.trim(), isRead, call, places: keyPlaces(each) };
  });
}

const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT']);

function keyPlaces({ operation, path, body }: KeyCase): Place[] {
  const tool = TOOLS.find(({ name }) => name === operation);
  if (tool) {
    const usual = (body as { params: { arguments: object } }).params.arguments;
    const full = largestInput(tool.input, TOOL_INPUTS[operation]?.input, 60_000);
    return bodyPlaces(usual, { schema: tool.input, full, prefix: ['params', 'arguments'] });
  }
  if (path.startsWith('/dav/')) {
    const isObject = path.endsWith('.ics');
    const inPath = addressPlaces(isObject ? path.replace(/[^/]+$/, '{name}') : path, path);
    return String(body).includes('</D:href>') ? [...inPath, HREF] : inPath;
  }
  const route = KEY_ENDPOINTS.find(({ method, path: own }) => `${method} ${own}` === operation);
  const pattern = operation.slice(operation.indexOf(' ') + 1);
  const full = route?.body && largestInput(route.body, body, 60_000);
  const inBody = body === undefined ? [] : bodyPlaces(body, { schema: route?.body, full });
  return [...addressPlaces(pattern, path), ...inBody];
}

/** Of what the usual calls do not have an own id for. */
const KINDS: Record<string, string> = {
  recipeId: 'recipes.id',
  recipes: 'recipes.id',
  avoid: 'recipes.id',
  changeId: 'undo_steps.change_id',
  opId: 'list_operations.op_id',
  undoes: 'list_operations.op_id',
  lines: 'list_operations.op_id',
  href: 'todos.name',
  name: 'todos.name',
  member: 'members.id',
  family: 'families.id',
};
/** For every other text. */
const USUAL_KIND = 'recipes.id';

const victim = await newStranger();
let stranger = await newStranger();
const own = await idsOf(stranger);
// Ids that both families use, such as those of foods, are no secret.
const foreign = new Map([...(await idsOf(victim))].filter(([id]) => !own.has(id)));
const unchanged = await dump(service.store, victim.family);
let addresses = 0;

type Response = { status: number; text: string };

/** Sends the probe as a stranger. Replaces the stranger after a request that may have changed their family. */
async function sendProbe({ call, isRead }: Operation, place: Place, id: string): Promise<Response> {
  const { method, path, body, headers } = place.put(call(stranger), id);
  addresses += 1;
  const response = await fetch(service.url + path, {
    method,
    headers: {
      origin: service.url,
      'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}`,
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (isStream) await response.body?.cancel();
  const text = isStream ? '' : await response.text();
  if (!isRead && ![400, 404].includes(response.status)) stranger = await newStranger();
  return { status: response.status, text };
}

for (const operation of [...appOperations(stranger), ...keyOperations(stranger)]) {
  test(`${operation.name}: another family's id is answered as one that does not exist`, async () => {
    service.clock.nowMs += 60_000;
    for (const place of operation.places) {
      const usual = own.get(String(place.valueIn(operation.call(stranger))));
      const kinds = [usual, KINDS[place.name], USUAL_KIND];
      const [id, kind] = kinds.flatMap((of) => [...foreign].filter((each) => each[1] === of))[0] ?? [];
      ok(id !== undefined, `the victim has no id of the kinds ${kinds.join()}`);
      const expected = comparable(await sendProbe(operation, place, unusedId(id)), unusedId(id));
      const reply = await sendProbe(operation, place, id);
      deepStrictEqual(comparable(reply, id), expected, `${place.where}, an id of ${kind}`);
      // An added item's id contains the id of its operation. A response that repeats a sent id reveals nothing.
      const isSent = (secret: string) => secret.includes(id) || id.includes(secret);
      const leaked = [...foreign.keys()].find((secret) => !isSent(secret) && reply.text.includes(secret));
      ok(leaked === undefined, `${place.where} revealed ${leaked && foreign.get(leaked)}`);
    }
    deepStrictEqual(await dump(service.store, victim.family), unchanged);
  });
}

test('every path parameter of a route is probed, and every tool', () => {
  const operations = [...appOperations(stranger), ...keyOperations(stranger)];
  const probed = operations.flatMap(({ name, places }) => places.map(({ where }) => `${name} ${where}`));
  const parameters = [...APP_ENDPOINTS, ...KEY_ENDPOINTS].flatMap(({ method, path }) =>
    path.split('/').flatMap((part) => (part.startsWith(':') ? [`${method} ${path} path (${part})`] : [])),
  );
  const tools = TOOLS.filter(({ name }) => !operations.some((each) => each.name === name));
  deepStrictEqual([parameters.filter((each) => !probed.includes(each)), tools], [[], []]);
});

const CYCLES = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];

/** An id of the same form that does not exist. */
function unusedId(id: string): string {
  const end = id.endsWith('.ics') ? -4 : id.length;
  const body = id.slice(0, end);
  const other = Array.from(body.slice(-4), (letter) => {
    const cycle = CYCLES.find((letters) => letters.includes(letter)) ?? letter;
    return cycle[(cycle.indexOf(letter) + 1) % cycle.length];
  });
  return body.slice(0, -4) + other.join('') + id.slice(body.length);
}

/** Fields whose value differs in every response. */
const VARYING_FIELDS = /^(id|key|secret|link|email|name|version|picture|\w+At)$/;
const RANDOM = /\b(?:(?=[a-z]*[0-9A-Z])[0-9A-Za-z]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g;

/** The response without values that vary, for comparison. */
function comparable({ status, text }: Response, sent: string): string {
  const isJson = text.startsWith('{') || text.startsWith('[');
  const shown = isJson ? JSON.stringify(JSON.parse(text), hide) : text;
  return `${status} ${shown.replaceAll(sent, '…').replaceAll(RANDOM, '…')}`;
}

function hide(name: string, value: unknown): unknown {
  return VARYING_FIELDS.test(name) && typeof value !== 'object' ? '…' : value;
}
