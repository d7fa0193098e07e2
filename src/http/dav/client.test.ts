/** A CalDAV client that others wrote, tsdav, finds, reads, changes and syncs both calendars. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { createDAVClient } from 'tsdav';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { applyListOperations } from '#actions/shopping-list/lists.ts';
import { accepted } from '#test/support/accepted.ts';
import { makeApiFamily, NOW, THIS_WEEK } from '#test/support/api-family.ts';
import { todoOf } from '#test/support/clients/dav.ts';
import { startService } from '#test/support/service.ts';

test('tsdav discovers, lists, creates, ticks, renames, syncs and deletes', async (t) => {
  const service = await startService(t, { nowMs: NOW });
  const { context, family, setPlan } = await makeApiFamily(service);
  await setPlan(THIS_WEEK, { Friday: { dinner: { description: 'Fish' } } });
  const scopes = ['plans:read', 'lists:read', 'lists:write'] as const;
  const { key } = accepted(await addApiKey(context, family, { name: 'phone', expiresAt: null, scopes }));
  const client = await createDAVClient({
    serverUrl: service.url,
    credentials: { username: 'anything', password: key },
    authMethod: 'Basic',
    defaultAccountType: 'caldav',
  });
  const calendars = await client.fetchCalendars();
  deepStrictEqual(
    calendars.map(({ displayName, components }) => [displayName, components]),
    [
      ['Meals: Test', ['VEVENT']],
      ['Shopping', ['VTODO']],
    ],
  );
  const [meals, shopping] = calendars;
  ok(meals && shopping);
  const timeRange = { start: '2026-11-09T00:00:00Z', end: '2026-11-16T00:00:00Z' };
  const events = await client.fetchCalendarObjects({ calendar: meals, timeRange });
  deepStrictEqual(
    events.map(({ data }) => /SUMMARY:(.*)\r\n/.exec(String(data))?.[1]),
    ['Dinner: Fish'],
  );

  const filters = {
    'comp-filter': {
      _attributes: { name: 'VCALENDAR' },
      'comp-filter': { _attributes: { name: 'VTODO' } },
    },
  };
  const todos = () => client.fetchCalendarObjects({ calendar: shopping, filters });
  const summaries = async () =>
    (await todos()).map(({ data }) =>
      /SUMMARY:(.*)\r\n[^]*STATUS:(.*)\r\n/.exec(String(data))?.slice(1).join(' '),
    );
  const filename = 'candles.ics';
  const sent = { uid: 'candles', summary: 'candles' };
  const made = await client.createCalendarObject({ calendar: shopping, filename, iCalString: todoOf(sent) });
  strictEqual(made.status, 201);
  const again = await client.createCalendarObject({ calendar: shopping, filename, iCalString: todoOf(sent) });
  strictEqual(again.status, 412, 'it sends If-None-Match');
  deepStrictEqual(await summaries(), ['candles NEEDS-ACTION']);

  const change = async (summary: string, isDone: boolean) => {
    const [object] = await todos();
    ok(object);
    const calendarObject = { ...object, data: todoOf({ uid: 'candles', summary, isDone }) };
    strictEqual((await client.updateCalendarObject({ calendarObject })).status, 204);
  };
  await change('candles', true);
  deepStrictEqual(await summaries(), ['candles COMPLETED']);
  await change('red candles', false);
  deepStrictEqual(await summaries(), ['red candles NEEDS-ACTION']);

  const local = { ...shopping, objects: await todos(), objectMultiGet: client.calendarMultiGet };
  strictEqual(
    await applyListOperations(context, family, THIS_WEEK, [
      { opId: 'of-the-app', kind: 'add', text: 'soap' },
    ]),
    undefined,
  );
  const synced = await client.smartCollectionSync({
    collection: local,
    method: 'webdav',
    detailedResult: true,
  });
  strictEqual(synced.objects.created.length, 1);
  ok(String(synced.objects.created[0]?.data).includes('SUMMARY:soap'));
  strictEqual(synced.objects.deleted.length, 0);

  const [first] = await todos();
  ok(first);
  strictEqual((await client.deleteCalendarObject({ calendarObject: first })).status, 204);
  strictEqual((await todos()).length, 1);
});
