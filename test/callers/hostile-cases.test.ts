/**
 * Every route, every method and report of CalDAV and every tool has a hostile case, and each gets past the checks of the
 * input: one that is refused there would measure nothing. The trial `hostile-load` measures what they cost.
 */
import { deepStrictEqual, doesNotMatch, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { SCOPES } from '#domain/family/scopes.ts';
import { APP_ENDPOINTS, KEY_ENDPOINTS } from '#http/endpoints.ts';
import { SERVED } from '#http/dav/register.ts';
import { REPORTS } from '#http/dav/report.ts';
import { parseXml } from '#http/dav/xml-reader.ts';
import { TOOLS } from '#http/mcp/tools.ts';
import { OPERATOR } from '#storage/actor.ts';
import { accepted } from '../support/accepted.ts';
import { CASES } from '../support/app-cases.ts';
import { type HostileCase, hostileCases } from '../support/hostile-cases.ts';
import { makeLargestFamily } from '../support/largest-family.ts';
import { startService } from '../support/service.ts';

const service = await startService(
  { after, before },
  { config: { premium: 'everyone', rateLimitPerMinute: 0, appRateLimitPerMinute: 0 } },
);

/** With little data: what the data adds to the cost is for the trial. */
async function newFamily() {
  const { store, clock } = service;
  const world = await makeLargestFamily(store, clock.nowMs, { weeks: 2, recipes: 22, stars: 1 });
  const context = { store, actor: OPERATOR, nowMs: clock.nowMs };
  const made = await addApiKey(context, world.family, { name: 'x', expiresAt: null, scopes: SCOPES });
  return { session: world.owner.token, key: accepted(made).key, cases: hostileCases(world) };
}
let family = await newFamily();

test('there is a hostile case for every route, method, report and tool', () => {
  const operations = new Set(family.cases.map(({ operation }) => operation));
  const reports = family.cases
    .filter(({ name, method }) => method === 'REPORT' && !name.includes(' long '))
    .map(({ body }) => body);
  deepStrictEqual(
    [...operations].toSorted(),
    [
      ...[...APP_ENDPOINTS, ...KEY_ENDPOINTS].map(({ method, path }) => `${method} ${path}`),
      ...[...SERVED, 'OPTIONS'].map((method) => `${method} /dav/*`),
      ...TOOLS.map(({ name }) => name),
    ].toSorted(),
  );
  const reported = new Set(reports.flatMap((body) => parseXml(String(body))?.name ?? []));
  deepStrictEqual([...reported].toSorted(), Object.keys(REPORTS).toSorted());
});

async function send(at: number) {
  const { method, path, body, headers } = family.cases[at] as HostileCase;
  const response = await fetch(service.url + path, {
    method,
    headers: { origin: service.url, ...headers(family) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (isStream) await response.body?.cancel();
  return { status: response.status, text: isStream ? '' : await response.text() };
}

/** Invalid, too long, without right, unreadable, and our own errors. A limit or something missing is no refusal here. */
const REFUSALS = [400, 401, 402, 403, 411, 413, 414, 415, 422];

for (const [at, { name, operation }] of family.cases.entries())
  // Their limits are the subject of http/dav/hostile.test.ts.
  if (!name.includes(' long '))
    test(`the hostile case of ${name} is valid input`, async () => {
      let reply = await send(at);
      if (reply.status === 401 && CASES[operation]?.owner !== 401) {
        // An earlier case has ended the session or the family.
        family = await newFamily();
        reply = await send(at);
      }
      const isUsual = reply.status === CASES[operation]?.owner;
      ok(
        isUsual || !REFUSALS.includes(reply.status) || isFixed(name),
        `${reply.status} ${reply.text.slice(0, 300)}`,
      );
      // 507: the family has as much as it may have.
      ok(reply.status < 500 || reply.status === 507, `${reply.status} ${reply.text.slice(0, 300)}`);
      doesNotMatch(reply.text.slice(0, 500), /"isError":true.*(?:invalid|must be|scope)/i);
    });

/** What CalDAV refuses to everyone. */
function isFixed(name: string): boolean {
  return /^(?:MK|COPY|MOVE|P(?:OST|ATCH) \/dav)/.test(name);
}
