/**
 * Creates keys, calendar links and secrets of webhooks and uses them correctly and incorrectly: in the header, in URLs and
 * bodies, mistyped, rotated, revoked. Then searches everything that the service has written for them. The secrets of
 * webhooks are stored, since they sign; nothing else may contain them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '#test/support/clients/request.ts';
import type { World } from '#test/support/world.ts';
import { filesIn, findLeaks } from '#test/support/leaks.ts';
import { freshFolder } from '#test/support/store.ts';
import type { TrialContext, Trial } from '../trial.ts';
import { fromNewAddress, startTarget, type Target } from './target.ts';

const CURRENT = '/api/meal-plans/v1/current';
/** After this many keys, the trial uses a new family. */
const KEYS_PER_FAMILY = 40;

export const leakedKeys: Trial = {
  name: 'leaked-keys',
  part: 'attacks',
  promise:
    '1,000 keys, calendar links and webhook secrets made and used: none found in logs, metrics, exports or error pages, only webhook secrets in database and backups',
  times: { full: 1_000, short: 12 },
  coveredBy: 'test/secrets.test.ts',
  defect: {
    what: 'the audit log contains the key',
    file: 'src/actions/keys-and-links/api-keys.ts',
    from: "record('key.add', { key: id, expiresAt,",
    to: "record('key.add', { key, expiresAt,",
  },

  async run(context) {
    const target = await startTarget(context, { LOG_LEVEL: 'debug', FETCH_PRIVATE_HOSTS: '127.0.0.1' });
    const [keys, signing, responses]: [string[], string[], string[]] = [[], [], []];
    while (keys.length < context.times) {
      const world = await target.newWorld();
      for (let made = 0; made < KEYS_PER_FAMILY && keys.length < context.times; made += 3) {
        keys.push(...(await useKeys(target, world, responses)));
        signing.push(...(await useWebhooks(target, world, responses)));
      }
    }
    const places = await everythingWritten(context, target, responses);
    // An Authorization header hides a key from a search for its text.
    const headers = keys.map((key) => btoa(`phone:${key}`));
    const broken = findLeaks([...keys, ...headers], places);
    const others = Object.entries(places).filter(([place]) => !isStored(place));
    broken.push(...findLeaks(signing, Object.fromEntries(others)));
    for (const [place, expected] of Object.entries(EXPECTED_TEXTS)) {
      if (!places[place]?.includes(expected))
        broken.push(`The search of ${place} did not read its contents.`);
    }
    const bytes = Object.values(places).reduce((sum, { length }) => sum + length, 0);
    return {
      figures: {
        keys: keys.length,
        'webhook secrets': signing.length,
        'bytes searched': bytes,
        'answers searched': responses.length,
      },
      broken,
    };
  },
};

/** A text that each place must contain, which shows that the search reads the right data. */
const EXPECTED_TEXTS = {
  'weekfare.db': 'api_keys',
  backup: 'tablet',
  log: '/app/api/keys',
  metrics: '/calendar/{secret}.ics',
};

const CALENDAR = { slots: ['dinner'], times: null, showsWarnings: true, language: 'en' };

/** Creates a key, rotates it, and uses and revokes both; the same with a calendar link. */
async function useKeys(target: Target, { owner }: World, responses: string[]): Promise<string[]> {
  const manage = async (method: string, path: string, body?: unknown) => {
    const reply = await send(target, {
      method,
      path,
      token: owner.token,
      ...(body !== undefined && { body }),
    });
    if (reply.status >= 400) throw new Error(`${method} ${path} returned ${reply.status}.`);
    return reply.body;
  };
  const one = await manage('POST', '/app/api/keys', {
    name: 'tablet',
    scopes: ['plans:read', 'lists:write'],
  });
  const other = await manage('POST', `/app/api/keys/${one.id}/rotate`, { overlap: 'day' });
  for (const { id, key } of [one, other]) {
    await use(target, key, responses, 200);
    await send(target, {
      method: 'POST',
      path: '/app/api/keys',
      token: owner.token,
      body: { name: 'x', key },
    });
    await manage('DELETE', `/app/api/keys/${id}`);
    await use(target, key, responses, 401);
  }
  const calendar = await manage('POST', '/app/api/calendar-links', CALENDAR);
  const secret = String(/\w{43}/.exec(calendar.link));
  await useLink(target, secret, responses, 200);
  await manage('DELETE', `/app/api/calendar-links/${calendar.id}`);
  await useLink(target, secret, responses, 404);
  return [one.key, other.key, secret];
}

/** Where the secrets of webhooks are. */
function isStored(place: string): boolean {
  return place === 'backup' || place.includes('weekfare.db');
}

/** Creates a webhook endpoint, rotates its secret, sends a test, and uses both secrets in wrong places. */
async function useWebhooks(target: Target, { owner }: World, responses: string[]): Promise<string[]> {
  const manage = (method: string, path: string, body?: unknown) =>
    send(target, { method, path, token: owner.token, ...(body !== undefined && { body }) });
  const hook = { name: 'hook', url: 'http://127.0.0.1:59999/hook', types: ['plan.changed'] };
  const { body: made, status } = await manage('POST', '/app/api/webhooks', hook);
  if (status !== 200) throw new Error(`A webhook returned ${status}.`);
  const path = `/app/api/webhooks/${made.id}`;
  const { body: rotated } = await manage('POST', `${path}/rotate`, { overlap: 'day' });
  for (const secret of [made.secret, rotated.secret]) {
    for (const reply of [
      await manage('POST', `${path}/test`),
      await manage('GET', '/app/api/webhooks'),
      await manage('POST', '/app/api/webhooks', { ...hook, secret }),
      await manage('GET', `/app/api/webhooks/${encodeURIComponent(secret)}`),
    ])
      responses.push(`${reply.status} ${JSON.stringify([...reply.headers])} ${JSON.stringify(reply.body)}`);
    const read = await fetch(target.url + CURRENT, { headers: { 'x-api-key': secret } });
    responses.push(`${read.status} ${await read.text()}`);
  }
  const archive = await manage('POST', '/app/api/family/export');
  if (archive.status !== 200) throw new Error(`The export returned ${archive.status}.`);
  responses.push(JSON.stringify(archive.body));
  await manage('DELETE', path);
  return [made.secret, rotated.secret];
}

/** Uses a calendar link correctly, mistyped, and in wrong places. Collects all responses but the calendar. */
async function useLink(target: Target, secret: string, responses: string[], expected: number): Promise<void> {
  const uses: [method: string, path: string][] = [
    ['GET', `/calendar/${secret}.ics`],
    ['POST', `/calendar/${secret}.ics`],
    ['GET', `/calendar/${secret}`],
    ['GET', `/calendar/${secret}!.ics?secret=${secret}`],
    ['POST', `/app/api/${secret}`],
  ];
  for (const [at, [method, path]] of uses.entries()) {
    const response = await fetch(target.url + path, { method });
    responses.push(`${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`);
    if (at === 0 && response.status !== expected)
      throw new Error(`A read of a calendar returned ${response.status}.`);
  }
}

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** Uses a key correctly, mistyped, and in wrong places. Collects all responses. */
async function use(target: Target, key: string, responses: string[], expected: number): Promise<void> {
  const uses: [method: string, path: string, headers: Record<string, string>][] = [
    ['GET', CURRENT, { 'x-api-key': key }],
    ['GET', '/api/recipes/v1/nothing', { 'x-api-key': key }],
    ['POST', CURRENT, { 'x-api-key': key }],
    // Without the scope, and with the key where only other values belong.
    ['POST', '/api/pantry/v1', { 'x-api-key': key, 'idempotency-key': key }],
    ['DELETE', `/api/shopping-lists/v1/current/items/added:${key}`, { 'x-api-key': key, 'if-match': key }],
    ['GET', CURRENT, { 'x-api-key': `${key.slice(0, -1)}!` }],
    ['GET', CURRENT, { authorization: `Bearer ${key}` }],
    // As the password of CalDAV: correctly, as the user name, mistyped, and in places of the request.
    ['PROPFIND', '/dav/calendars/meals/', { authorization: basic(`phone:${key}`), depth: '1' }],
    ['PUT', `/dav/calendars/shopping/${key}.ics`, { authorization: basic(`phone:${key}`), 'if-match': key }],
    ['PROPFIND', '/dav/', { authorization: basic(`${key}:${key}!`), depth: key }],
    // At the MCP endpoint: correctly, in the message, and mistyped.
    ['POST', '/mcp', { authorization: `Bearer ${key}`, 'mcp-name': key, 'mcp-session-id': key }],
    ['POST', `/mcp?key=${key}`, { authorization: `Bearer ${key}!`, origin: `http://${key}` }],
    ['GET', `/dav/${key}?key=${key}`, { authorization: `Basic ${key}` }],
    ['GET', `/api/${key}?key=${key}`, { 'x-api-key': key }],
    ['GET', `/recipes/${key}/x?key=${key}`, { accept: 'text/html' }],
    ['POST', `/app/api/${key}`, { 'x-api-key': key }],
  ];
  for (const [at, [method, path, headers]] of uses.entries()) {
    // Failed attempts with an app password are limited by address.
    const response = await fetch(target.url + path, { method, headers: { ...headers, ...fromNewAddress() } });
    responses.push(`${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`);
    if (at === 0 && response.status !== expected)
      throw new Error(`A read with a key returned ${response.status}.`);
    if (path === '/dav/calendars/meals/' && response.status !== (expected === 200 ? 207 : 401))
      throw new Error(`CalDAV with a key returned ${response.status}.`);
  }
}

async function everythingWritten(
  { program, scope }: TrialContext,
  target: Target,
  responses: string[],
): Promise<Record<string, Buffer>> {
  const { url, settings, child } = target;
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const running = filesIn(settings.DATA_DIR as string);
  const file = join(freshFolder(scope), 'backup');
  const backup = await program.runCommand(settings, 'backup', file);
  if (backup.code !== 0) throw new Error(`The backup failed: ${backup.stderr}`);
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await ended;
  const texts = {
    log: target.log(),
    metrics,
    answers: responses.join('\n'),
    command: backup.stdout + backup.stderr,
  };
  return {
    ...Object.fromEntries(Object.entries(running).map(([name, bytes]) => [`running ${name}`, bytes])),
    ...filesIn(settings.DATA_DIR as string),
    backup: readFileSync(file),
    ...Object.fromEntries(Object.entries(texts).map(([place, text]) => [place, Buffer.from(text)])),
  };
}
