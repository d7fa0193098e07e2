/** The shopping list over CalDAV: what phones see, write, and learn of each other and of the app. */
import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { applyListOperations } from '#actions/shopping-list/lists.ts';
import { addRecipe } from '#actions/recipe/recipes.ts';
import { SCOPES } from '#domain/family/scopes.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { allItems } from '#domain/shopping-list/pending.ts';
import { readList } from '#queries/shopping-list/lists.ts';
import { EVERY_FAMILY } from '#storage/tables/audit-log.ts';
import { auditedTransaction } from '#storage/transaction.ts';
import { accepted } from '#test/support/accepted.ts';
import { makeApiFamily, NEXT_WEEK, NOW, THIS_WEEK } from '#test/support/api-family.ts';
import {
  callDav,
  entriesOf,
  multigetBody,
  queryBody,
  SHOPPING,
  syncBody,
  syncTokenOf,
  todoOf,
} from '#test/support/clients/dav.ts';
import { type Service, startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';
import { RECIPE } from '#test/support/world.ts';

const SOUP = { ...RECIPE, ingredients: ['500 g red lentils', '2 cucumbers', 'salt'] };
const WEEK_MS = 7 * 86_400_000;

function nameOf({ href }: { href: string }): string {
  return decodeURIComponent(href.slice(SHOPPING.length));
}

async function makeFamily(service: Service) {
  const made = await makeApiFamily(service);
  const { context, family } = made;
  const named = { name: 'phone', expiresAt: null, scopes: SCOPES };
  const { key } = accepted(await addApiKey(context, family, named));
  const dav = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
    callDav(service, method, path, { key, headers, ...(body !== undefined && { body }) });
  const put = async (name: string, body: string, headers: Record<string, string> = {}) =>
    (await dav('PUT', SHOPPING + name, body, { 'content-type': 'text/calendar', ...headers })).status;
  const sync = async (token = '') => {
    const { status, text } = await dav('REPORT', SHOPPING, syncBody(token));
    strictEqual(status, 207, text);
    const entries = entriesOf(text);
    return {
      token: syncTokenOf(text),
      changed: entries.filter(({ status: gone }) => gone === undefined).map(nameOf),
      removed: entries.filter(({ status: gone }) => gone === 404).map(nameOf),
    };
  };
  /** Name, text and state of each to-do. */
  const todos = async () => {
    const { text } = await dav('REPORT', SHOPPING, queryBody('VTODO'));
    return entriesOf(text).map(({ href, properties }) => {
      const data = properties.get('calendar-data')?.text ?? '';
      return {
        name: decodeURIComponent(href.slice(SHOPPING.length)),
        summary: /^SUMMARY:(.*)\r$/m.exec(data)?.[1]?.replaceAll('\\', '') ?? '',
        isDone: data.includes('\r\nSTATUS:COMPLETED\r\n'),
        data,
      };
    });
  };
  const texts = async () => (await todos()).map(({ summary, isDone }) => (isDone ? `✓ ${summary}` : summary));
  const items = async (week = THIS_WEEK) =>
    allItems((await readList(service.store, family, week, 'en')).list);
  const operate = async (...operations: ListOperation[]) =>
    strictEqual(await applyListOperations(context, family, THIS_WEEK, operations), undefined);
  const add = async (text: string) => {
    const opId = randomUUID();
    await operate({ opId, kind: 'add', text });
    return opId;
  };
  const cookSoup = async () => {
    const { id: recipeId } = accepted(await addRecipe(context, family, SOUP));
    await made.setPlan(THIS_WEEK, { Monday: { dinner: { description: 'Soup', recipeId } } });
  };
  return { ...made, dav, put, sync, todos, texts, items, operate, add, cookSoup };
}

for (const kind of KINDS) {
  describe(`${kind}: shopping over CalDAV`, async () => {
    const service = await startService(
      { after, before },
      { kind, nowMs: NOW, config: { rateLimitPerMinute: 0, appRateLimitPerMinute: 0 } },
    );

    test('a phone adds, ticks, unticks, renames and deletes; name and UID are its own', async () => {
      const { put, dav, texts, todos, items } = await makeFamily(service);
      const uid = randomUUID().toUpperCase();
      const name = `${uid}.ics`;
      const send = (summary: string, isDone = false) => put(name, todoOf({ uid, summary, isDone }));
      strictEqual(await send('candles'), 201);
      const states = async () => (await items()).map(({ name: shown, state }) => `${shown} ${state}`);
      deepStrictEqual(await states(), ['candles open']);
      strictEqual(await send('candles', true), 204);
      deepStrictEqual([await states(), await texts()], [['candles ticked'], ['✓ candles']]);
      match((await todos())[0]?.data ?? '', /\r\nCOMPLETED:2026\d{4}T\d{6}Z\r\nPERCENT-COMPLETE:100\r\n/);
      strictEqual(await send('candles'), 204);
      deepStrictEqual(await states(), ['candles open']);
      strictEqual(await send('long candles, red; and \\ more', true), 204);
      deepStrictEqual(await texts(), ['✓ long candles, red; and \\ more'.replaceAll('\\', '')]);
      const [only] = await todos();
      strictEqual(only?.name, name);
      ok(only.data.includes(`\r\nUID:${uid}\r\n`));
      strictEqual((await dav('DELETE', SHOPPING + name)).status, 204);
      deepStrictEqual([await states(), await texts()], [[], []]);
      strictEqual((await dav('DELETE', SHOPPING + name)).status, 404);
      strictEqual((await dav('GET', SHOPPING + name)).status, 404);
      strictEqual(await send('candles'), 201);
      deepStrictEqual(await texts(), ['candles']);
    });

    test('thirty writes at once all succeed', async () => {
      const { put, texts } = await makeFamily(service);
      const names = Array.from({ length: 30 }, (_, at) => `candles ${at}x`);
      const statuses = await Promise.all(
        names.map((summary, at) => put(`${at}.ics`, todoOf({ uid: `${at}`, summary, isDone: at % 2 === 0 }))),
      );
      deepStrictEqual([...new Set(statuses)], [201]);
      strictEqual((await texts()).length, 30);
      strictEqual((await texts()).filter((text) => text.startsWith('✓')).length, 15);
    });

    test('a line for what a recipe needs takes the place of its to-do: one item, one to-do', async () => {
      const { put, sync, texts, todos, items, cookSoup } = await makeFamily(service);
      await cookSoup();
      const before = await sync();
      const cucumbers = (await todos()).find(({ summary }) => summary === '2 cucumbers')?.name;
      strictEqual(await put('more.ics', todoOf({ uid: 'more', summary: '3 cucumbers' })), 201);
      const after = await sync(before.token);
      deepStrictEqual([after.changed, after.removed], [['more.ics'], [cucumbers]]);
      const sum = '5 cucumbers (2 cucumbers for recipes + 3 cucumbers)';
      deepStrictEqual((await texts()).toSorted(), ['500 g red lentils', sum].toSorted());
      strictEqual(await put('more.ics', todoOf({ uid: 'more', summary: '3 cucumbers', isDone: true })), 204);
      strictEqual((await items()).find(({ foodId }) => foodId === 'cucumber')?.state, 'ticked');
    });

    test('what is ticked already is to buy again when a phone adds it', async () => {
      const { put, texts, cookSoup } = await makeFamily(service);
      await cookSoup();
      const added = async (name: string, summary: string, isDone = false) =>
        put(`${name}.ics`, todoOf({ uid: name, summary, isDone }));
      strictEqual(await added('one', 'bananas'), 201);
      strictEqual(await added('one', 'bananas', true), 204);
      strictEqual(await added('two', 'bananas'), 201);
      deepStrictEqual((await texts()).toSorted(), [
        '2 cucumbers',
        '500 g red lentils',
        'bananas',
        '✓ bananas',
      ]);
      strictEqual(await added('two', 'bananas', true), 204);
      strictEqual(await added('three', '2 bananas'), 201);
      deepStrictEqual((await texts()).toSorted().slice(0, 2), ['2 bananas', '2 cucumbers']);
    });

    test('conditions: If-Match of an older state is refused and changes nothing', async () => {
      const { put, dav, add, operate, todos, texts, items } = await makeFamily(service);
      await add('candles');
      const { name = '', data = '' } = (await todos())[0] ?? {};
      const etagOf = async () => String((await dav('GET', SHOPPING + name)).headers.get('etag'));
      const old = await etagOf();
      const [item] = await items();
      await operate({ opId: randomUUID(), kind: 'tick', itemId: item?.id ?? '', bought: {} });
      notStrictEqual(await etagOf(), old);
      const renamed = data.replace('candles', 'lamps');
      strictEqual(await put(name, renamed, { 'if-match': old }), 412);
      strictEqual((await dav('DELETE', SHOPPING + name, undefined, { 'if-match': old })).status, 412);
      deepStrictEqual(await texts(), ['✓ candles']);
      strictEqual(await put('new.ics', todoOf({ uid: 'n', summary: 'x' }), { 'if-match': '*' }), 412);
      strictEqual(await put(name, renamed, { 'if-match': await etagOf() }), 204);
      deepStrictEqual(await texts(), ['lamps']);
      const current = await etagOf();
      strictEqual((await dav('DELETE', SHOPPING + name, undefined, { 'if-match': current })).status, 204);
    });

    test('a sync reports what the app and other phones changed, and what is gone', async () => {
      const { put, dav, sync, add, operate, todos } = await makeFamily(service);
      const candles = await add('candles');
      await add('lamps');
      const first = await sync();
      strictEqual(first.changed.length, 2);
      deepStrictEqual(await sync(first.token), { token: first.token, changed: [], removed: [] });
      const names = new Map((await todos()).map(({ name, summary }) => [summary, name]));
      await operate({ opId: randomUUID(), kind: 'undo', undoes: [candles] });
      strictEqual(await put('soap.ics', todoOf({ uid: 'soap', summary: 'soap' })), 201);
      const second = await sync(first.token);
      deepStrictEqual([second.changed, second.removed], [['soap.ics'], [names.get('candles')]]);
      strictEqual((await dav('DELETE', `${SHOPPING}soap.ics`)).status, 204);
      deepStrictEqual((await sync(second.token)).removed, ['soap.ics']);
      deepStrictEqual(
        (await sync(first.token)).removed.toSorted(),
        ['soap.ics', names.get('candles') ?? ''].toSorted(),
      );
      const hrefs = [SHOPPING + names.get('lamps'), service.url + SHOPPING + names.get('candles')];
      const { text } = await dav('REPORT', SHOPPING, multigetBody(hrefs));
      deepStrictEqual(
        entriesOf(text).map(({ status }) => status),
        [undefined, 404],
      );
      const limited = syncBody('').replace(
        '<D:prop>',
        '<D:limit><D:nresults>0</D:nresults></D:limit><D:prop>',
      );
      strictEqual((await dav('REPORT', SHOPPING, limited)).status, 507);
    });

    test('after a restore, and after fifty days, a token is unknown', async (t) => {
      const restored = await startService(t, { kind, nowMs: NOW });
      const { context, dav, sync, add } = await makeFamily(restored);
      await add('candles');
      const refusalOf = async (token: string) => {
        const { status, text } = await dav('REPORT', SHOPPING, syncBody(token));
        return [status, text.includes('valid-sync-token')];
      };
      const { token } = await sync();
      await auditedTransaction(context, EVERY_FAMILY, (_tx, record) => record('restore', {}));
      deepStrictEqual(await refusalOf(token), [403, true]);
      const again = await sync();
      deepStrictEqual((await sync(again.token)).changed, []);
      restored.clock.nowMs += 51 * 86_400_000;
      deepStrictEqual(await refusalOf(again.token), [403, true]);
      strictEqual((await sync()).changed.length, 1);
    });

    test('on Monday open lines stay under their names, and the rest of the old list is gone', async (t) => {
      const later = await startService(t, { kind, nowMs: NOW });
      const { put, sync, texts, cookSoup, items, add } = await makeFamily(later);
      await cookSoup();
      await add('salt and vinegar');
      strictEqual(await put('a.ics', todoOf({ uid: 'a', summary: '2 l milk' })), 201);
      strictEqual(await put('b.ics', todoOf({ uid: 'b', summary: 'candles', isDone: true })), 201);
      const first = await sync();
      later.clock.nowMs += WEEK_MS;
      const second = await sync(first.token);
      const open = (await items(NEXT_WEEK)).filter(({ state }) => state === 'open').length;
      deepStrictEqual((await texts()).toSorted(), ['2 l milk', 'salt', 'vinegar']);
      strictEqual(open, 3);
      deepStrictEqual(
        [second.removed.includes('a.ics'), second.removed.includes('b.ics'), second.removed.length],
        [false, true, 3],
      );
    });

    // What follows needs no other queries: one database is enough.
    if (kind !== 'sqlite') return;

    test('shows each item of the list as one to-do, with amounts', async () => {
      const { add, cookSoup, texts, items } = await makeFamily(service);
      await cookSoup();
      await add('candles');
      await add('2 l milk');
      deepStrictEqual((await texts()).toSorted(), [
        '2 cucumbers',
        '2 l milk',
        '500 g red lentils',
        'candles',
      ]);
      strictEqual((await items()).filter(({ state }) => state === 'open').length, 4);
    });

    test('a repeated PUT adds nothing, whatever its conditions', async () => {
      const { put, texts, items } = await makeFamily(service);
      const body = todoOf({ uid: 'one', summary: '3 eggs' });
      const create = { 'if-none-match': '*' };
      strictEqual(await put('one.ics', body, create), 201);
      strictEqual(await put('one.ics', body, create), 412);
      strictEqual(await put('one.ics', body), 204);
      strictEqual(await put('other.ics', body), 403, 'the UID is taken');
      deepStrictEqual(await texts(), ['3 eggs']);
      deepStrictEqual((await items())[0]?.needs, { g: '150' });
      // Another phone adds to the same item. Then the first one repeats its request.
      strictEqual(await put('two.ics', todoOf({ uid: 'two', summary: '2 eggs' }), create), 201);
      strictEqual(await put('one.ics', body, create), 201);
      deepStrictEqual((await items())[0]?.needs, { g: '250' });
      strictEqual((await texts()).length, 1);
    });

    test('a line is added as it is written and never split', async () => {
      const { put, texts, items } = await makeFamily(service);
      strictEqual(await put('a.ics', todoOf({ uid: 'a', summary: '500 g flour, 2 onions' })), 201);
      deepStrictEqual(await texts(), ['500 g flour, 2 onions']);
      strictEqual((await items()).length, 1);
    });

    test('what a recipe needs can be ticked, renamed and deleted', async () => {
      const { put, dav, texts, todos, items, cookSoup } = await makeFamily(service);
      await cookSoup();
      const find = async (text: string) =>
        (await todos()).find(({ summary }) => summary === text) ?? { name: '', data: '' };
      const cucumbers = await find('2 cucumbers');
      const done = cucumbers.data.replace('STATUS:NEEDS-ACTION', 'STATUS:COMPLETED');
      strictEqual(await put(cucumbers.name, done), 204);
      deepStrictEqual((await texts()).toSorted(), ['500 g red lentils', '✓ 2 cucumbers']);
      strictEqual((await dav('DELETE', SHOPPING + cucumbers.name)).status, 204);
      deepStrictEqual(await texts(), ['500 g red lentils']);
      const lentils = await find('500 g red lentils');
      strictEqual(await put(lentils.name, lentils.data.replace('500 g red', '1 kg brown')), 204);
      deepStrictEqual(await texts(), ['1 kg brown lentils']);
      strictEqual((await todos())[0]?.name, lentils.name);
      strictEqual((await items()).find(({ foodId }) => foodId === 'cucumber')?.state, 'dropped');
    });

    for (const [from, to] of [
      ['2 cucumbers', 'cucumbers'],
      ['2 cucumbers', '1 cucumber'],
      ['2 cucumbers', '4 cucumbers'],
      ['2 cucumbers', 'two long cucumbers please'],
      ['500 g red lentils', 'red lentils'],
      ['500 g red lentils', '450 g red lentils'],
      ['500 g red lentils', 'candles'],
      ['500 g red lentils', '✓ red lentils'],
    ] as const)
      test(`"${from}" of a recipe that is renamed to "${to}" is that for every client`, async () => {
        const { put, texts, todos, cookSoup } = await makeFamily(service);
        await cookSoup();
        const { name = '', data = '' } = (await todos()).find(({ summary }) => summary === from) ?? {};
        const [, text = to] = /^✓ (.*)$/.exec(to) ?? [];
        const uid = name.replace('.ics', '');
        strictEqual(data.includes(`UID:${uid}`), true);
        strictEqual(await put(name, todoOf({ uid, summary: text, isDone: text !== to })), 204);
        const rest = from === '2 cucumbers' ? '500 g red lentils' : '2 cucumbers';
        deepStrictEqual((await texts()).toSorted(), [rest, to].toSorted());
        strictEqual((await todos()).find(({ summary }) => summary === text)?.name, name);
      });

    test('a sum that a phone has seen is renamed, with or without what explains it', async () => {
      const { put, dav, texts, cookSoup } = await makeFamily(service);
      await cookSoup();
      const send = (summary: string, headers = {}) =>
        put('more.ics', todoOf({ uid: 'more', summary }), headers);
      const etag = async () => (await dav('GET', `${SHOPPING}more.ics`)).headers.get('etag') ?? '';
      strictEqual(await send('3 cucumbers'), 201);
      const note = '(2 cucumbers for recipes + 3 cucumbers)';
      deepStrictEqual((await texts()).toSorted(), [`5 cucumbers ${note}`, '500 g red lentils'].toSorted());
      strictEqual(await send(`5 cucumbers ${note}`, { 'if-match': await etag() }), 204);
      strictEqual(await send('5 cucumbers', { 'if-match': await etag() }), 204);
      strictEqual(await send('3 cucumbers'), 204, 'a repetition');
      deepStrictEqual((await texts()).toSorted(), [`5 cucumbers ${note}`, '500 g red lentils'].toSorted());
      strictEqual(await send(`6 cucumbers ${note}`, { 'if-match': await etag() }), 204);
      deepStrictEqual((await texts()).toSorted(), ['500 g red lentils', '6 cucumbers'].toSorted());
      strictEqual(await send('3 cucumbers', { 'if-match': await etag() }), 204);
      deepStrictEqual((await texts()).toSorted(), ['3 cucumbers', '500 g red lentils'].toSorted());
    });

    test('unknown properties, alarms and time zones come back as they were sent, also after a change in the app', async () => {
      const { put, dav, items, operate } = await makeFamily(service);
      const inside = [
        'X-APPLE-SORT-ORDER:1234',
        // As todoman writes it. Without the parameter, which says nothing, it would be a change to fetch.
        'CREATED;VALUE=DATE-TIME:20261111T120000Z',
        'DUE;TZID=Europe/Berlin:20261112T180000',
        'DESCRIPTION:a\\, b\\n äöü 🥕',
        `X-LONG;X-PARAMETER="a;b:c":${'long '.repeat(40)}end`,
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'TRIGGER:-PT15M',
        'DESCRIPTION:Reminder',
        'END:VALARM',
      ];
      const zone = ['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin', 'BEGIN:STANDARD', 'DTSTART:19701025T030000'];
      zone.push('TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'END:STANDARD', 'END:VTIMEZONE');
      const sent = todoOf({ uid: 'kept', summary: 'carrots', more: inside });
      const body = sent.replace('BEGIN:VTODO', `${zone.join('\r\n')}\r\nBEGIN:VTODO`);
      strictEqual(await put('kept.ics', body), 201);
      const linesOf = async () => {
        const { text } = await dav('GET', `${SHOPPING}kept.ics`);
        ok(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75));
        return text.replaceAll('\r\n ', '').split('\r\n');
      };
      const first = await linesOf();
      for (const line of [...inside, ...zone]) ok(first.includes(line), line);
      const [item] = await items();
      await operate({
        opId: randomUUID(),
        kind: 'tick',
        itemId: item?.id ?? '',
        bought: item?.buys ?? {},
        lines: item?.for.flatMap((purpose) => ('opId' in purpose ? [purpose.opId] : [])),
      });
      const second = await linesOf();
      ok(second.includes('STATUS:COMPLETED'));
      for (const line of [...inside, ...zone]) ok(second.includes(line), line);
      strictEqual(await put('kept.ics', todoOf({ uid: 'kept', summary: 'carrots', isDone: true })), 204);
      ok(!(await linesOf()).includes('X-APPLE-SORT-ORDER:1234'), 'a client can remove them');
    });

    test('refuses what is not a to-do, with the condition that it breaks', async () => {
      const { dav, texts } = await makeFamily(service);
      const todo = todoOf({ uid: 'x', summary: 'x' });
      const second = /BEGIN:VTODO[^]*END:VTODO\r\n/.exec(todo)?.[0] ?? '';
      const refusals: [body: string, condition: string][] = [
        ['', 'valid-calendar-data'],
        ['hello', 'valid-calendar-data'],
        [todo.replace('END:VTODO\r\n', ''), 'valid-calendar-data'],
        [todo.replace('END:VCALENDAR\r\n', ''), 'valid-calendar-data'],
        [todo.replace('SUMMARY:x', 'SUMMARY:\u0000'), 'valid-calendar-data'],
        [todo.replaceAll('VTODO', 'VEVENT'), 'supported-calendar-component'],
        [todo.replace('UID:x\r\n', ''), 'valid-calendar-object-resource'],
        [todo.replace('SUMMARY:x', 'SUMMARY:'), 'valid-calendar-object-resource'],
        [todo.replace('SUMMARY:x', `SUMMARY:${'x'.repeat(501)}`), 'valid-calendar-object-resource'],
        [todo.replace('VERSION:2.0', 'VERSION:2.0\r\nMETHOD:PUBLISH'), 'valid-calendar-object-resource'],
        [todo.replace(second, second + second), 'valid-calendar-object-resource'],
        [todo.replace('UID:x', `UID:x\r\nX-LONG:${'x'.repeat(20_000)}`), 'max-resource-size'],
      ];
      for (const [body, condition] of refusals) {
        const { status, text } = await dav('PUT', `${SHOPPING}x.ics`, body, {
          'content-type': 'text/calendar',
        });
        deepStrictEqual([status, /<C:([a-z-]+)\/>/.exec(text)?.[1]], [403, condition], body.slice(0, 300));
      }
      const json = await dav('PUT', `${SHOPPING}x.ics`, todo, { 'content-type': 'application/json' });
      ok(json.text.includes('supported-calendar-data'));
      strictEqual((await dav('PUT', `${SHOPPING}x.ics`, 'x'.repeat(70_000))).status, 413);
      strictEqual((await dav('PUT', SHOPPING, todo)).status, 405);
      deepStrictEqual(await texts(), []);
    });
  });
}
