/**
 * Keys with some scopes, and calendar links. Every key tries every change of the public API; then keys and links are
 * revoked behind the server's back, in the database, as another server would do it, and are used until they are
 * refused. At the end, what the server has logged is searched for them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { addApiKey, revokeApiKey } from '#actions/keys-and-links/api-keys.ts';
import { addCalendarLink, revokeCalendarLink } from '#actions/keys-and-links/calendar-links.ts';
import type { CalendarSettings } from '#domain/calendar/calendar-settings.ts';
import { type Scope, SCOPES } from '#domain/family/scopes.ts';
import { KEY_ROUTES } from '#http/api/routes.ts';
import { readExamples } from '#http/api/routes/examples.ts';
import { type ChangeContext, keyActor } from '#storage/transaction.ts';
import { accepted } from '#test/support/accepted.ts';
import { findLeaks } from '#test/support/leaks.ts';
import type { World } from '#test/support/world.ts';
import type { Trial } from '../trial.ts';
import { startTarget, type Target } from './target.ts';

const CURRENT = '/api/meal-plans/v1/current';
const GONE_MS = 1_000;
/** For the short form: long enough for a busy machine. */
const TIMEOUT_MS = 5_000;
const POLL_MS = 20;

const READS = SCOPES.filter((scope) => scope.endsWith(':read'));
/** Each key reads one thing, everything, or also changes one thing. */
const SCOPES_OF_KEYS: readonly (readonly Scope[])[] = [
  ...READS.map((scope) => [scope]),
  READS,
  ...SCOPES.filter((scope) => scope.endsWith(':write')).map((scope) => ['plans:read', scope] as const),
];
const CALENDAR: CalendarSettings = {
  slots: ['dinner'],
  times: null,
  showsWarnings: true,
  language: 'en',
};

export const scopedSecrets: Trial = {
  name: 'scoped-secrets',
  part: 'attacks',
  promise:
    'Keys of 50 families try every change without its scope: all refused; keys and calendar links revoked by another process: refused within 1 s; none in the log or the metrics',
  times: { full: 50, short: 1 },
  defect: {
    what: 'a key may do everything',
    file: 'src/http/api/key-access.ts',
    from: "return (key.scopes & scopeBit) === 0 ? 'missing-scope' : undefined;",
    to: 'return scopeBit < 0 ? undefined : undefined;',
  },
  moreDefects: [
    {
      what: 'a calendar link that was read before is not checked again',
      file: 'src/http/calendar/calendar-handler.ts',
      from: 'const isCurrent = link && feed.isCurrent(context.startedAt) && cache.isCurrent(link.family, link.asOf);',
      to: 'const isCurrent = link && feed !== undefined && cache !== undefined;',
    },
    {
      what: 'the log has the path of a calendar',
      file: 'src/http/calendar/calendar-handler.ts',
      from: 'const context = { request, token, startedAt: performance.now() };',
      to: 'const context = { request, token, startedAt: performance.now() };\n    this.#dependencies.log.info({ path: request.url });',
    },
  ],

  async run(context) {
    const target = await startTarget(context, { LOG_LEVEL: 'debug' });
    const maxMs = context.isTimed ? GONE_MS : TIMEOUT_MS;
    const found: Found = { secrets: [], broken: [], attempts: 0, slowestMs: 0 };
    for (let made = 0; made < context.times && found.broken.length === 0; made += 1) {
      const world = await target.newWorld();
      await tryScopes(target, world, found);
      await useRevoked(target, world, maxMs, found);
      context.report(`${made + 1} families`);
    }
    const metrics = await (await fetch(`${target.url}/metrics`)).text();
    const places = { log: target.log(), metrics };
    const bytes = Object.entries(places).map(([place, text]) => [place, Buffer.from(text)] as const);
    found.broken.push(...findLeaks(found.secrets, Object.fromEntries(bytes)));
    if (!places.log.includes('"level"')) found.broken.push('The log was not read.');
    if (!metrics.includes('/calendar/{secret}.ics')) found.broken.push('The metrics were not read.');
    return {
      figures: {
        'secrets made': found.secrets.length,
        'changes tried': found.attempts,
        'slowest revocation': `${Math.round(found.slowestMs)} ms`,
      },
      broken: found.broken,
    };
  },
};

type Found = { secrets: string[]; broken: string[]; attempts: number; slowestMs: number };

function byOwner({ store }: Target, { owner }: World): ChangeContext {
  return { store, actor: owner.id, nowMs: Date.now(), isProven: true };
}

/** Every key sends every change whose scope it lacks. */
async function tryScopes(target: Target, world: World, found: Found): Promise<void> {
  const examples = readExamples();
  const changes = KEY_ROUTES.filter(({ method }) => method !== 'GET');
  for (const scopes of SCOPES_OF_KEYS) {
    const { id, key } = await addKey(target, world, scopes, found);
    for (const { method, scope, operationId } of changes) {
      if (scopes.includes(scope)) continue;
      const { path = '', body } = examples[operationId] ?? {};
      const response = await fetch(target.url + path, {
        method,
        headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      found.attempts += 1;
      const { code, scope: named } = (await response.json()) as { code?: string; scope?: string };
      if (response.status !== 403 || code !== 'missing-scope' || named !== scope)
        found.broken.push(`${operationId} with ${scopes.join(' ')} returned ${response.status} ${code}.`);
    }
    const changed = await target.store.db
      .selectFrom('audit')
      .select('action')
      .where('family_id', '=', world.family)
      .where('actor', '=', keyActor(id))
      .execute();
    if (changed.length > 0) found.broken.push(`A key with ${scopes.join(' ')} changed something.`);
  }
}

async function addKey(target: Target, world: World, scopes: readonly Scope[], found: Found) {
  const made = accepted(
    await addApiKey(byOwner(target, world), world.family, { name: 'phone', expiresAt: null, scopes }),
  );
  found.secrets.push(made.key);
  return made;
}

/** Reads with a key and a link until the server has cached both, revokes them in the database, and reads on. */
async function useRevoked(target: Target, world: World, maxMs: number, found: Found): Promise<void> {
  const { family } = world;
  const { id: keyId, key } = await addKey(target, world, READS, found);
  const origin = target.url;
  const made = accepted(
    await addCalendarLink(byOwner(target, world), family, { settings: CALENDAR, origin }),
  );
  found.secrets.push(made.token);
  const readKey = async () => (await fetch(target.url + CURRENT, { headers: { 'x-api-key': key } })).status;
  const readLink = async () => (await fetch(`${target.url}/calendar/${made.token}.ics`)).status;
  for (const read of [readKey, readLink, readKey, readLink]) {
    const status = await read();
    if (status !== 200) throw new Error(`A secret that was just made returned ${status}.`);
  }
  await revokeApiKey(byOwner(target, world), family, keyId);
  await revokeCalendarLink(byOwner(target, world), family, made.id);
  for (const [what, read, refused] of [
    ['key', readKey, 401],
    ['calendar link', readLink, 404],
  ] as const) {
    const ms = await untilStatus(read, refused, maxMs);
    found.slowestMs = Math.max(found.slowestMs, ms);
    if (ms > maxMs) found.broken.push(`A revoked ${what} was accepted for more than ${maxMs} ms.`);
  }
}

/** When the last request with another status was sent, in milliseconds from the start. */
async function untilStatus(read: () => Promise<number>, wanted: number, maxMs: number): Promise<number> {
  const startedAt = performance.now();
  for (let lastMs = 0; ;) {
    const ms = performance.now() - startedAt;
    const status = await read();
    if (status === wanted) return lastMs;
    // Above the limit of requests of a link, it is neither accepted nor refused.
    if (status === 200) lastMs = ms;
    if (ms > maxMs) return ms;
    await delay(POLL_MS);
  }
}
