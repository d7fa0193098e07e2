/** CalDAV: discovery, access, and the meals. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import ICAL from 'ical.js';
import { addApiKey, revokeApiKey } from '#actions/keys-and-links/api-keys.ts';
import { setPremium } from '#actions/account/families.ts';
import { importArchive } from '#actions/imports/imports.ts';
import { undoImport } from '#actions/imports/undo.ts';
import { removePlan } from '#actions/plan/plans.ts';
import { mintApiKey } from '#auth/api-key.ts';
import { SCOPES } from '#domain/family/scopes.ts';
import { accepted } from '#test/support/accepted.ts';
import { makeApiFamily, NEXT_WEEK, NOW, THIS_WEEK } from '#test/support/api-family.ts';
import {
  callDav,
  entriesOf,
  MEALS,
  multigetBody,
  propfindBody,
  queryBody,
  SHOPPING,
  syncBody,
  syncTokenOf,
} from '#test/support/clients/dav.ts';
import { exportBytes } from '#test/support/exports/round-trip.ts';
import { type Service, startService } from '#test/support/service.ts';
import { freshFolder, KINDS } from '#test/support/store.ts';

const FULL = { name: 'phone', expiresAt: null, scopes: SCOPES };

function range(start: string, end: string): string {
  return `<C:time-range start="${start}" end="${end}"/>`;
}

function prop(name: string, inner: string): string {
  return `<C:prop-filter name="${name}">${inner}</C:prop-filter>`;
}

async function familyWith(service: Service) {
  const family = await makeApiFamily(service);
  const { id, key } = accepted(await addApiKey(family.context, family.family, FULL));
  const dav = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
    callDav(service, method, path, { key, headers, ...(body !== undefined && { body }) });
  const sync = async (path: string, token = '') => {
    const { status, text } = await dav('REPORT', path, syncBody(token));
    strictEqual(status, 207, text);
    return { token: syncTokenOf(text), entries: entriesOf(text) };
  };
  return { ...family, key, keyId: id, dav, sync };
}

for (const kind of KINDS) {
  describe(`${kind}: CalDAV`, async () => {
    const service = await startService({ after, before }, { kind, nowMs: NOW });

    test('a client finds both calendars from the address of the server alone', async () => {
      const { dav } = await familyWith(service);
      for (const method of ['GET', 'PROPFIND', 'OPTIONS']) {
        const wellKnown = await callDav(service, method, '/.well-known/caldav');
        deepStrictEqual([wellKnown.status, wellKnown.headers.get('location')], [301, '/dav/'], method);
      }
      // Some clients ask the host itself, first without a password, and expect no JSON.
      const unknown = await callDav(service, 'PROPFIND', '/');
      deepStrictEqual(
        [unknown.status, unknown.headers.get('www-authenticate'), unknown.headers.get('content-type')],
        [401, 'Basic realm="Weekfare", charset="UTF-8"', 'text/plain; charset=utf-8'],
      );
      strictEqual((await fetch(service.url)).headers.get('content-type'), 'text/html; charset=utf-8');
      const options = await callDav(service, 'OPTIONS', '/dav/');
      strictEqual(options.headers.get('dav'), '1, 3, calendar-access');
      match(options.headers.get('allow') ?? '', /PROPFIND.*REPORT/);
      const hrefOf = async (path: string, name: string) => {
        const { status, text } = await dav('PROPFIND', path, propfindBody(name), { depth: '0' });
        strictEqual(status, 207, text);
        const property = entriesOf(text)[0]?.properties.get(name.slice(2));
        return property?.children[0]?.text ?? '';
      };
      const principal = await hrefOf('/', 'D:current-user-principal');
      strictEqual(await hrefOf('/dav/', 'D:current-user-principal'), principal);
      const home = await hrefOf(principal, 'C:calendar-home-set');
      const body = propfindBody(
        'D:resourcetype',
        'D:displayname',
        'C:supported-calendar-component-set',
        'CS:getctag',
        'D:sync-token',
        'D:current-user-privilege-set',
        'D:quota',
      );
      const { text } = await dav('PROPFIND', home, body, { depth: '1' });
      const calendars = entriesOf(text).filter(({ properties }) =>
        properties.get('resourcetype')?.children.some(({ name }) => name.endsWith('}calendar')),
      );
      deepStrictEqual(
        calendars.map(({ href, properties }) => [
          href,
          properties.get('displayname')?.text,
          properties.get('supported-calendar-component-set')?.children[0]?.attributes.name,
          properties.get('current-user-privilege-set')?.children.length,
          properties.has('quota'),
        ]),
        [
          [MEALS, 'Meals: Test', 'VEVENT', 2, false],
          [SHOPPING, 'Shopping', 'VTODO', 6, false],
        ],
      );
      match(text, /<D:quota\/><\/D:prop><D:status>HTTP\/1\.1 404 Not Found/);
    });

    test('shows meals as the calendar feed does, and none can be changed', async () => {
      const { dav, setPlan } = await familyWith(service);
      await setPlan(THIS_WEEK, { Friday: { dinner: { description: 'Fish & <chips>' } } });
      const { text } = await dav('REPORT', MEALS, queryBody('VEVENT'));
      const [entry] = entriesOf(text);
      const path = `${MEALS}2026-11-13-dinner.ics`;
      strictEqual(entry?.href, path);
      const event = entry?.properties.get('calendar-data')?.text ?? '';
      const calendar = new ICAL.Component(ICAL.parse(event) as unknown[]);
      const shown = calendar.getFirstSubcomponent('vevent');
      strictEqual(shown?.getFirstPropertyValue('summary'), 'Dinner: Fish & <chips>');
      const read = await dav('GET', path);
      deepStrictEqual(
        [read.status, read.text, read.headers.get('etag')],
        [200, event, entry?.properties.get('getetag')?.text],
      );
      const etag = String(read.headers.get('etag'));
      strictEqual((await dav('GET', path, undefined, { 'if-none-match': etag })).status, 304);
      strictEqual((await dav('HEAD', path)).status, 200);
      for (const method of ['PUT', 'DELETE'])
        strictEqual((await dav(method, path, event, { 'content-type': 'text/calendar' })).status, 403);
    });

    test('a sync of meals reports what was added, changed and removed, and refuses unknown tokens', async () => {
      const { context, family, dav, sync, setPlan } = await familyWith(service);
      await setPlan(THIS_WEEK, {
        Friday: { dinner: { description: 'Fish' } },
        Saturday: { lunch: { description: 'Soup' } },
      });
      const first = await sync(MEALS);
      strictEqual(first.entries.length, 2);
      deepStrictEqual((await sync(MEALS, first.token)).entries, []);
      await setPlan(THIS_WEEK, { Friday: { dinner: { description: 'Pizza' } } });
      await setPlan(NEXT_WEEK, { Monday: { lunch: { description: 'Rice' } } });
      const second = await sync(MEALS, first.token);
      const changed = second.entries.filter(({ status }) => status === undefined).map(({ href }) => href);
      deepStrictEqual(changed, [`${MEALS}2026-11-13-dinner.ics`, `${MEALS}2026-11-16-lunch.ics`]);
      const removed = second.entries.filter(({ status }) => status === 404).map(({ href }) => href);
      ok(removed.includes(`${MEALS}2026-11-14-lunch.ics`));
      ok(!removed.some((href) => changed.includes(href)));
      accepted(await removePlan(context, { family, week: NEXT_WEEK, version: 'any' }));
      const third = await sync(MEALS, second.token);
      ok(third.entries.some(({ href, status }) => href.endsWith('/2026-11-16-lunch.ics') && status === 404));
      const far = first.token.replace(/:(\d+)-/, ':999999999-');
      for (const wrong of ['x', 'urn:weekfare:sync:1-2-3', far]) {
        const { status, text } = await dav('REPORT', MEALS, syncBody(wrong));
        deepStrictEqual([status, text.includes('valid-sync-token')], [403, true], wrong);
      }
      const { text } = await dav('REPORT', MEALS, multigetBody([...changed, `${MEALS}no.ics`, '/x']));
      deepStrictEqual(
        entriesOf(text).map(({ status, properties }) => [status, properties.has('calendar-data')]),
        [
          [undefined, true],
          [404, false],
          [404, false],
          [404, false],
        ],
      );
    });

    test('a sync of meals reports the meals of an import as removed after its undo', async (t) => {
      const source = await makeApiFamily(service);
      await source.setPlan(NEXT_WEEK, { Monday: { lunch: { description: 'Rice' } } });
      const path = join(freshFolder(t), 'export.zip');
      writeFileSync(path, await exportBytes(service.store, source.family));
      const { context, family, sync } = await familyWith(service);
      const file = { path, fileName: 'export.zip', isDryRun: false };
      const { importId } = accepted(await importArchive(context, family, file));
      const { token, entries } = await sync(MEALS);
      deepStrictEqual(
        entries.map(({ href }) => href),
        [`${MEALS}2026-11-16-lunch.ics`],
      );
      accepted(await undoImport(context, family, importId ?? ''));
      const after = (await sync(MEALS, token)).entries;
      ok(after.some(({ href, status }) => href.endsWith('/2026-11-16-lunch.ics') && status === 404));
    });

    test('401, 429, 402 and 403 in this order, and the password of an account never works', async () => {
      const { context, family, key, keyId } = await familyWith(service);
      const propfind = (secret?: string) =>
        callDav(service, 'PROPFIND', SHOPPING, { key: secret, headers: { depth: '0' } });
      const nobody = await propfind();
      strictEqual(nobody.status, 401);
      strictEqual(nobody.headers.get('www-authenticate'), 'Basic realm="Weekfare", charset="UTF-8"');
      strictEqual((await propfind(key)).status, 207);
      for (const wrong of ['long enough', `${key}x`, `x${key}`, key.slice(0, -1), mintApiKey().key, ''])
        strictEqual((await propfind(wrong)).status, 401, wrong);
      const headers = { 'x-api-key': key, depth: '0' };
      strictEqual((await callDav(service, 'PROPFIND', SHOPPING, { headers })).status, 401);
      const plansOnly = accepted(
        await addApiKey(context, family, { ...FULL, scopes: ['plans:read'] as const }),
      ).key;
      const refused = await propfind(plansOnly);
      deepStrictEqual([refused.status, JSON.parse(refused.text).scope], [403, 'lists:read']);
      const readOnly = accepted(
        await addApiKey(context, family, { ...FULL, scopes: ['lists:read'] as const }),
      ).key;
      const put = await callDav(service, 'PUT', `${SHOPPING}x.ics`, { key: readOnly, body: 'x' });
      deepStrictEqual([put.status, JSON.parse(put.text).scope], [403, 'lists:write']);
      accepted(await setPremium(context, family, 'none'));
      strictEqual((await propfind(plansOnly)).status, 402);
      accepted(await setPremium(context, family, 'forever'));
      strictEqual((await propfind(key)).status, 207);
      accepted(await revokeApiKey(context, family, keyId));
      strictEqual((await propfind(key)).status, 401);
      ok(!service.log().includes(key));
    });

    // What follows needs no other queries: one database is enough.
    if (kind !== 'sqlite') return;

    test('refuses unlimited depth, new collections, copies, moves and changes of properties', async () => {
      const { dav } = await familyWith(service);
      for (const depth of ['infinity', '2', '']) {
        const { status, text } = await dav('PROPFIND', '/dav/', undefined, { depth });
        deepStrictEqual([status, text.includes('propfind-finite-depth')], [403, true], depth);
      }
      for (const method of ['MKCALENDAR', 'MKCOL', 'COPY', 'MOVE'])
        for (const path of ['/dav/calendars/new/', SHOPPING, `${SHOPPING}new.ics`])
          strictEqual((await dav(method, path)).status, 403, method);
      strictEqual((await dav('POST', SHOPPING)).status, 405);
      const update =
        '<D:propertyupdate xmlns:D="DAV:" xmlns:A="http://apple.com/ns/ical/"><D:set><D:prop><A:calendar-color>#FF0000</A:calendar-color></D:prop></D:set><D:remove><D:prop><D:displayname/></D:prop></D:remove></D:propertyupdate>';
      const { status, text } = await dav('PROPPATCH', MEALS, update);
      strictEqual(status, 207);
      match(text, /<A:calendar-color\/><D:displayname\/><\/D:prop><D:status>HTTP\/1\.1 403/);
      for (const body of ['<D:propfind xmlns:D="DAV:">', 'x', '<x/>', '<!DOCTYPE a><a/>'])
        strictEqual((await dav('PROPFIND', '/dav/', body, { depth: '0' })).status, 400, body);
      const unknown = await dav('REPORT', MEALS, '<D:expand-property xmlns:D="DAV:"/>');
      deepStrictEqual([unknown.status, unknown.text.includes('supported-report')], [403, true]);
      for (const path of ['/dav/x/', `${MEALS}nothing.ics`, '/dav/calendars/x/y.ics'])
        strictEqual((await dav('PROPFIND', path, undefined, { depth: '0' })).status, 404, path);
    });

    test('a query finds events by time, text and missing properties', async () => {
      const { dav, setPlan } = await familyWith(service);
      await setPlan(THIS_WEEK, {
        Friday: { dinner: { description: 'Fish' } },
        Saturday: { lunch: { description: 'Äpfel' } },
      });
      const find = async (filter: string) => {
        const { status, text } = await dav('REPORT', MEALS, queryBody('VEVENT', filter));
        strictEqual(status, 207, text);
        return entriesOf(text).map(({ href }) => href.slice(MEALS.length, -'.ics'.length));
      };
      const [fish, apples] = ['2026-11-13-dinner', '2026-11-14-lunch'];
      deepStrictEqual(await find(''), [fish, apples]);
      // Friday begins an hour before midnight UTC in Berlin.
      deepStrictEqual(await find(range('20261112T220000Z', '20261112T230000Z')), []);
      deepStrictEqual(await find(range('20261112T220000Z', '20261112T230001Z')), [fish]);
      deepStrictEqual(await find(range('20261113T230000Z', '20261120T000000Z')), [apples]);
      deepStrictEqual(await find(prop('SUMMARY', '<C:text-match>äpf</C:text-match>')), [apples]);
      const octets = '<C:text-match collation="i;octet">äpf</C:text-match>';
      deepStrictEqual(await find(prop('SUMMARY', octets)), []);
      const not = '<C:text-match negate-condition="yes">fish</C:text-match>';
      deepStrictEqual(await find(prop('SUMMARY', not)), [apples]);
      deepStrictEqual(await find(prop('URL', '<C:is-not-defined/>')), [fish, apples]);
      deepStrictEqual(await find(prop('UID', '<C:is-not-defined/>')), []);
      const alarm = '<C:comp-filter name="VALARM"><C:is-not-defined/></C:comp-filter>';
      deepStrictEqual(await find(alarm), [fish, apples]);
      for (const wrong of ['<C:time-range/>', range('yesterday', '20261120T000000Z')]) {
        const { status, text } = await dav('REPORT', MEALS, queryBody('VEVENT', wrong));
        deepStrictEqual([status, text.includes('valid-filter')], [403, true]);
      }
      const todos = await dav('REPORT', MEALS, queryBody('VTODO'));
      deepStrictEqual(entriesOf(todos.text), []);
    });
  });
}

test('guesses are limited like those at sign-in, and a known device is not', async (t) => {
  const service = await startService(t, { nowMs: NOW });
  const { dav } = await familyWith(service);
  const guess = () =>
    callDav(service, 'PROPFIND', '/dav/', { key: mintApiKey().key, headers: { depth: '0' } });
  strictEqual((await dav('PROPFIND', '/dav/', undefined, { depth: '0' })).status, 207);
  const statuses: number[] = [];
  for (let count = 0; count < 32; count += 1) statuses.push((await guess()).status);
  deepStrictEqual([statuses.indexOf(429), statuses.at(-1)], [30, 429]);
  const limited = await guess();
  ok(Number(limited.headers.get('retry-after')) > 0);
  strictEqual((await dav('PROPFIND', '/dav/', undefined, { depth: '0' })).status, 207);
});

test('a key has its rate limit', async (t) => {
  const service = await startService(t, { nowMs: NOW, config: { rateLimitPerMinute: 5 } });
  const { dav } = await familyWith(service);
  const statuses: number[] = [];
  for (let count = 0; count < 7; count += 1)
    statuses.push((await dav('PROPFIND', '/dav/', undefined, { depth: '0' })).status);
  deepStrictEqual(statuses.slice(4), [207, 429, 429]);
});
