/** tsdav, a CalDAV client from npm. */
import { readFileSync } from 'node:fs';
import { type CalDavClient, expectItem, summariesOf, todoText } from './client.ts';

function textsOf(objects: { data?: unknown }[]): string[] {
  return objects.map(({ data }) => String(data));
}

export const tsdav: CalDavClient = {
  name: 'tsdav',
  async find() {
    try {
      const file = new URL('../../node_modules/tsdav/package.json', import.meta.url);
      return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    } catch {
      return undefined;
    }
  },
  async use(session) {
    const { createDAVClient } = await import('tsdav');
    const client = await createDAVClient({
      serverUrl: session.url,
      credentials: { username: 'phone', password: session.password },
      authMethod: 'Basic',
      defaultAccountType: 'caldav',
    });
    const calendars = await client.fetchCalendars();
    const find = (component: string) => calendars.find(({ components }) => components?.includes(component));
    const [meals, shopping] = [find('VEVENT'), find('VTODO')];
    if (!meals || !shopping) throw new Error('It does not find both calendars.');
    const filters = {
      'comp-filter': {
        _attributes: { name: 'VCALENDAR' },
        'comp-filter': { _attributes: { name: 'VTODO' } },
      },
    };
    const todos = () => client.fetchCalendarObjects({ calendar: shopping, filters });
    const seen = {
      meals: summariesOf(textsOf(await client.fetchCalendarObjects({ calendar: meals })), 'VEVENT'),
      items: summariesOf(textsOf(await todos()), 'VTODO'),
    };
    const [uid, summary] = ['tsdav-matches', 'tsdav matches'];
    const iCalString = todoText({ uid, summary, isDone: false });
    await client.createCalendarObject({ calendar: shopping, filename: `${uid}.ics`, iCalString });
    await expectItem(session, summary, 'to buy');
    const object = (await todos()).find(({ data }) => String(data).includes(summary));
    if (!object) throw new Error('It does not see what it has added.');
    const ticked = { ...object, data: todoText({ uid, summary, isDone: true }) };
    await client.updateCalendarObject({ calendarObject: ticked });
    await expectItem(session, summary, 'ticked');
    const current = (await todos()).find(({ data }) => String(data).includes(summary));
    if (!current) throw new Error('It does not see what it has ticked.');
    await client.deleteCalendarObject({ calendarObject: current });
    await expectItem(session, summary, 'gone');
    return { did: ['listed', 'added', 'ticked', 'deleted'], seen };
  },
};
