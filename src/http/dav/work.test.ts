/** Requests of CalDAV that would take much work: they are refused, or read only what they need. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { newId } from '#auth/secret.ts';
import { SCOPES } from '#domain/family/scopes.ts';
import { DAYS, type Week } from '#domain/week/week.ts';
import { savePlan } from '#storage/tables/plan/plans.ts';
import { WorkBudget } from '#storage/work-budget.ts';
import { accepted } from '#test/support/accepted.ts';
import { makeApiFamily, NOW } from '#test/support/api-family.ts';
import {
  callDav,
  entriesOf,
  MEALS,
  multigetBody,
  queryBody,
  SHOPPING,
  todoOf,
} from '#test/support/clients/dav.ts';
import { type Service, startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';

const TOO_MUCH = /<D:error[^>]*><D:number-of-matches-within-limits\/><\/D:error>/;

async function familyWithWeeks(service: Service, weeks: number) {
  const { context, family } = await makeApiFamily(service);
  const { key } = accepted(
    await addApiKey(context, family, { name: 'phone', expiresAt: null, scopes: SCOPES }),
  );
  const meals = Object.fromEntries(
    DAYS.map((day) => [
      day,
      Object.fromEntries(['breakfast', 'lunch', 'dinner'].map((slot) => [slot, { description: 'Soup' }])),
    ]),
  );
  const monday = Temporal.PlainDate.from('2026-11-09');
  await service.store.db.transaction().execute(async (tx) => {
    for (let at = 0; at < weeks; at += 1) {
      const week = monday.add({ weeks: at }).toString() as Week;
      await savePlan(tx, family, { id: newId(), week, version: 1, meals }, 0);
    }
  });
  const dav = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
    callDav(service, method, path, { key, headers, ...(body !== undefined && { body }) });
  return { context, family, dav };
}

function foreignNames(count: number, namespace: string): string {
  const names = Array.from({ length: count }, (_, at) => `<x:n${at}/>`).join('');
  return `<D:propfind xmlns:D="DAV:" xmlns:x="${namespace}"><D:prop>${names}</D:prop></D:propfind>`;
}

function matches(text: string): string {
  return `<C:prop-filter name="SUMMARY"><C:text-match>${text}</C:text-match></C:prop-filter>`;
}

for (const kind of KINDS) {
  describe(`${kind}: work of CalDAV`, async () => {
    const service = await startService({ after, before }, { kind, nowMs: NOW });

    test('property names are limited, and their namespace is written once', async () => {
      const { dav } = await familyWithWeeks(service, 10);
      const namespace = `urn:${'n'.repeat(190)}`;
      const { status, text } = await dav('PROPFIND', MEALS, foreignNames(100, namespace), { depth: '1' });
      strictEqual(status, 207);
      strictEqual(text.split(namespace).length, 2);
      for (const [method, headers] of [
        ['PROPFIND', { depth: '1' }],
        ['PROPFIND', { depth: '0' }],
      ] as const) {
        const refused = await dav(method, MEALS, foreignNames(101, namespace), headers);
        deepStrictEqual([refused.status, refused.text.length < 300], [507, true]);
        match(refused.text, TOO_MUCH);
      }
      const long = await dav('PROPFIND', MEALS, foreignNames(1, 'n'.repeat(30_000)), { depth: '1' });
      strictEqual(long.status, 400);
    });

    test('a response is limited in bytes', async () => {
      const { dav } = await familyWithWeeks(service, 200);
      const body = foreignNames(99, 'urn:x');
      const { status, text } = await dav('PROPFIND', MEALS, body, { depth: '1' });
      strictEqual(status, 507);
      match(text, TOO_MUCH);
    });

    test('filters are limited', async () => {
      const { dav } = await familyWithWeeks(service, 1);
      const query = (filter: string) => dav('REPORT', MEALS, queryBody('VEVENT', filter));
      strictEqual((await query(matches('soup'))).status, 207);
      strictEqual((await query(matches('soup').repeat(20))).status, 507);
      strictEqual((await query(matches('s'.repeat(300)))).status, 507);
    });

    test('an object is found without the others, also of the last week', async (t) => {
      const { dav } = await familyWithWeeks(service, 60);
      const path = `${MEALS}2027-12-26-dinner.ics`;
      const { status, text, headers } = await dav('GET', path);
      strictEqual(status, 200);
      const all = entriesOf(await dav('REPORT', MEALS, queryBody('VEVENT')).then((report) => report.text));
      const listed = all.find(({ href }) => href === path);
      deepStrictEqual(
        [listed?.properties.get('calendar-data')?.text, listed?.properties.get('getetag')?.text],
        [text, headers.get('etag')],
      );
      const reads = t.mock.method(WorkBudget.prototype, 'spendRows');
      strictEqual((await dav('GET', path)).text, text);
      strictEqual((await dav('PROPFIND', path, '', { depth: '0' })).status, 207);
      strictEqual((await dav('REPORT', MEALS, multigetBody([path]))).status, 207);
      strictEqual(reads.mock.callCount(), 0);
      for (const name of ['2020-01-01-dinner.ics', '2026-13-01-dinner.ics', '2026-11-09-snack.ics', 'x.ics'])
        strictEqual((await dav('GET', MEALS + name)).status, 404, name);
      const hrefs = [`${MEALS}2026-11-09-lunch.ics`, path, `${MEALS}no.ics`, path];
      const got = entriesOf((await dav('REPORT', MEALS, multigetBody(hrefs))).text);
      deepStrictEqual(
        got.map(({ href, status: missing }) => [href, missing]),
        [
          [`${MEALS}2026-11-09-lunch.ics`, undefined],
          [path, undefined],
          [`${MEALS}no.ics`, 404],
        ],
      );
    });

    test('a to-do with a date that is none is refused, and one that is stored is shown', async () => {
      const { dav, family } = await familyWithWeeks(service, 0);
      const put = (more: string) =>
        dav('PUT', `${SHOPPING}a.ics`, todoOf({ uid: 'a', summary: 'soap', more: [more] }), {
          'content-type': 'text/calendar',
        });
      strictEqual((await put('DUE:notadate')).status, 403);
      strictEqual((await put('DUE;VALUE=DATE:20261120')).status, 201);
      await dav('PUT', `${SHOPPING}b.ics`, todoOf({ uid: 'b', summary: 'bread' }), {
        'content-type': 'text/calendar',
      });
      // As an earlier release stored it, and as nothing ever has.
      const store = async (extra: string) =>
        service.store.db
          .transaction()
          .execute((tx) =>
            tx
              .updateTable('todos')
              .set({ extra })
              .where('family_id', '=', family)
              .where('name', '=', 'a.ics')
              .execute(),
          );
      const shown = async () => {
        // A change, so that the list is read again.
        await dav('PUT', `${SHOPPING}${newId()}.ics`, todoOf({ uid: newId(), summary: `item ${newId()}` }), {
          'content-type': 'text/calendar',
        });
        const range = '<C:time-range start="20200101T000000Z" end="20300101T000000Z"/>';
        const { status, text } = await dav('REPORT', SHOPPING, queryBody('VTODO', range));
        strictEqual(status, 207, text);
        return entriesOf(text).map(({ href }) => href.slice(SHOPPING.length));
      };
      await store(JSON.stringify({ inside: ['DUE:notadate'], beside: [] }));
      ok((await shown()).includes('a.ics'));
      await store('{');
      const names = await shown();
      deepStrictEqual([names.includes('a.ics'), names.includes('b.ics')], [false, true]);
      match(service.log(), /"name":"a\.ics".*calendar object left out/);
    });
  });
}
