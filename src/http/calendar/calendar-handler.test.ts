/** The calendar feed: what it contains, when it changes, who gets it, and that its secret is in no log. */
import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import ICAL from 'ical.js';
import { changeFamily, setPremium } from '#actions/account/families.ts';
import { removeMember } from '#actions/account/members.ts';
import { changePreferences } from '#actions/plan/preferences.ts';
import { DEFAULT_PREFERENCES, type NameStyle } from '#domain/preferences/preferences.ts';
import { OPERATOR } from '#storage/actor.ts';
import { findPreferencesVersion } from '#storage/tables/plan/preferences.ts';
import { accepted } from '#test/support/accepted.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';
import { dump } from '#test/support/snapshot.ts';
import { KINDS } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { makeWorld, type World } from '#test/support/world.ts';

const NOW = Date.parse('2026-11-11T12:00:00Z');
const TIMES = { breakfast: '07:30', lunch: '12:30', dinner: '18:30' };
const SETTINGS = {
  slots: ['breakfast', 'lunch', 'dinner'],
  times: null as null | typeof TIMES,
  showsWarnings: false,
  language: 'en',
};

async function statusOf(link: string): Promise<number> {
  return (await fetch(link)).status;
}

async function readEvents(link: string) {
  const text = await (await fetch(link)).text();
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const value = (name: string) => String(event.getFirstPropertyValue(name));
    return {
      uid: value('uid'),
      sequence: Number(value('sequence')),
      start: value('dtstart'),
      end: value('dtend'),
      title: value('summary'),
      description: value('description'),
      url: value('url'),
    };
  });
}

for (const kind of KINDS) {
  describe(`${kind}: the calendar feed`, async () => {
    const service = await startService({ after, before }, { kind, nowMs: NOW });
    const as = (token: string, method: string, path: string, body?: unknown) =>
      send(service, { method, path: `/app/api${path}`, token, body });
    const context = () => ({ store: service.store, actor: OPERATOR, nowMs: service.clock.nowMs });
    const premiumWorld = async () => {
      const world = await makeWorld(service);
      accepted(await setPremium(context(), world.family, 'forever'));
      return world;
    };
    const makeLink = async ({ member }: World, change: Partial<typeof SETTINGS> = {}) => {
      const { status, body } = await as(member.token, 'POST', '/calendar-links', { ...SETTINGS, ...change });
      strictEqual(status, 200, JSON.stringify(body));
      return body as { id: string; link: string };
    };
    const place = async ({ owner }: World, week: string, slot: string, before: unknown, after: unknown) => {
      const edit = { week, day: 'Friday', slot, before, after };
      const { status, body } = await as(owner.token, 'POST', '/changes', {
        id: crypto.randomUUID(),
        edits: [edit],
      });
      strictEqual(status, 200, JSON.stringify(body));
    };
    test('a member makes a link, which is shown once and is stored and logged nowhere', async () => {
      const world = await premiumWorld();
      const { id, link } = await makeLink(world);
      const [, secret = ''] = /\/calendar\/(\w{43})\.ics$/.exec(link) ?? [];
      const response = await fetch(link);
      strictEqual(response.status, 200);
      strictEqual(response.headers.get('content-type'), 'text/calendar; charset=utf-8');
      strictEqual(response.headers.get('cache-control'), 'private, no-cache');
      strictEqual(response.headers.get('referrer-policy'), 'no-referrer');
      const paths = ['', '/', 'x', '?a=1'].map((end) => fetch(link + end, { method: 'POST' }));
      deepStrictEqual(
        (await Promise.all(paths)).map(({ status }) => status),
        [405, 404, 404, 405],
      );
      strictEqual((await fetch(link, { method: 'HEAD' })).status, 200);
      const listed = async () => (await as(world.owner.token, 'GET', '/calendar-links')).body.calendarLinks;
      await until('the last use is stored', async () =>
        (await listed()).some(
          (link: { id: string; lastSeenAt: string | null }) => link.id === id && link.lastSeenAt,
        ),
      );
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      ok(metrics.includes('/calendar/{secret}.ics'));
      const everything = [metrics, service.log(), await dump(service.store), await listed()];
      ok(!JSON.stringify(everything).includes(secret));
      const { events } = (await as(world.owner.token, 'GET', '/security-events')).body;
      strictEqual(events[0].action, 'calendar-link.add');
      strictEqual(events[0].actor.email, world.member.email);
    });

    test('shows the chosen slots all day, from eight weeks ago on, with minutes, servings and recipe', async () => {
      const world = await premiumWorld();
      const after = { description: 'Grandma’s stew', recipeId: world.recipe };
      for (const week of ['2026-09-07', '2026-09-14', '2027-11-08'])
        await place(world, week, 'dinner', null, after);
      await place(world, '2026-09-14', 'lunch', null, { description: 'Soup' });
      const { link } = await makeLink(world, { slots: ['dinner'] });
      const events = await readEvents(link);
      const friday = events.filter(({ title }) => title === 'Grandma’s stew');
      deepStrictEqual(
        friday.map(({ start, end }) => [start, end]),
        [
          ['2026-09-18', '2026-09-19'],
          ['2027-11-12', '2027-11-13'],
        ],
      );
      const { body } = await as(world.owner.token, 'GET', `/recipes/${world.recipe}`);
      const { totalMinutes, servings } = body.recipe;
      const url = `${service.url}/recipes/${world.recipe}`;
      strictEqual(friday[0]?.url, url);
      strictEqual(friday[0]?.description, `Dinner\n${totalMinutes} min\n${servings} servings\n${url}`);
      ok(!events.some(({ title }) => title === 'Soup'));
      const german = await readEvents((await makeLink(world, { language: 'de' })).link);
      ok(german.some(({ title }) => title === 'Mittagessen: Soup'));
    });

    test('says who gets the variant of a dish, with names as the family shows them, if it shows warnings', async () => {
      const world = await premiumWorld();
      const variant = { eaterIds: ['mia', 'ben'], servings: 2 };
      const recipeId = 'chicken-katsu-with-cabbage';
      await place(world, '2026-11-16', 'dinner', null, { description: 'Katsu', recipeId, variant });
      const eater = { allergens: [], dislikes: [], diets: ['vegetarian' as const] };
      const eaters = [
        { ...eater, id: 'mia', name: 'Mia' },
        { ...eater, id: 'ben', name: 'Ben' },
      ];
      const lines = async (nameStyle: NameStyle, settings: Partial<typeof SETTINGS>) => {
        const preferences = { ...DEFAULT_PREFERENCES, eaters, nameStyle };
        const version = await findPreferencesVersion(service.store.db, world.family);
        accepted(await changePreferences(context(), world.family, { version, preferences }));
        const events = await readEvents((await makeLink(world, { slots: ['dinner'], ...settings })).link);
        return events.find(({ title }) => title.includes('Katsu'))?.description.split('\n');
      };
      const shown = { showsWarnings: true };
      ok((await lines('names', shown))?.includes('With tofu for Mia and Ben'));
      ok((await lines('initials', { ...shown, language: 'de' }))?.includes('Mit Tofu für M und B'));
      ok((await lines('none', shown))?.includes('With tofu for some'));
      ok(!(await lines('names', { showsWarnings: false }))?.some((line) => line.includes('tofu for')));
    });

    test('the id of a meal stays and its sequence rises when it is edited or the time zone changes', async () => {
      const world = await premiumWorld();
      const week = '2026-11-16';
      const meal = { description: 'Dal' };
      await place(world, week, 'dinner', null, meal);
      const { link } = await makeLink(world, { slots: ['dinner'], times: TIMES });
      const find = async () => (await readEvents(link)).find(({ start }) => start.startsWith('2026-11-2'));
      const first = await find();
      strictEqual(first?.start, '2026-11-20T18:30:00Z');
      strictEqual(first?.end, '2026-11-20T19:30:00Z');
      await place(world, week, 'dinner', meal, { description: 'Pizza, at last' });
      const second = await find();
      deepStrictEqual([second?.uid, second?.title], [first?.uid, 'Pizza, at last']);
      ok((second?.sequence ?? 0) > (first?.sequence ?? 0));
      accepted(await changeFamily(context(), world.family, { timeZone: 'Europe/Berlin' }));
      const third = await find();
      deepStrictEqual([third?.uid, third?.start], [first?.uid, '2026-11-20T17:30:00Z']);
      ok((third?.sequence ?? 0) > (second?.sequence ?? 0));
    });

    test('304 after no change, also of the list; another ETag after a change of a meal', async () => {
      const world = await premiumWorld();
      const { link } = await makeLink(world);
      const etag = (await fetch(link)).headers.get('etag') as string;
      const again = () => fetch(link, { headers: { 'if-none-match': etag } });
      const unchanged = await again();
      strictEqual(unchanged.status, 304);
      strictEqual(unchanged.headers.get('etag'), etag);
      strictEqual(await unchanged.text(), '');
      // A change of the family that no calendar shows.
      strictEqual((await as(world.owner.token, 'POST', '/displays', { name: 'hall' })).status, 200);
      strictEqual((await again()).status, 304);
      await place(world, '2026-11-16', 'dinner', null, { description: 'Pancakes' });
      const changed = await again();
      strictEqual(changed.status, 200);
      notStrictEqual(changed.headers.get('etag'), etag);
      match(await changed.text(), /Pancakes/);
    });

    test('404 at once after revoking and after its creator left, 402 without Premium, 429 above the limit', async () => {
      const world = await premiumWorld();
      const [one, other] = [await makeLink(world), await makeLink(world)];
      strictEqual(await statusOf(one.link), 200);
      strictEqual((await as(world.owner.token, 'DELETE', `/calendar-links/${one.id}`)).status, 204);
      strictEqual(await statusOf(one.link), 404);
      accepted(await setPremium(context(), world.family, 'none'));
      strictEqual(await statusOf(one.link), 404);
      strictEqual(await statusOf(other.link), 402);
      const statuses: number[] = [];
      for (let count = 0; count < 25; count += 1) statuses.push(await statusOf(other.link));
      strictEqual(statuses.at(-1), 429, statuses.join(' '));
      const owner = { ...context(), actor: world.owner.id, isReauthenticated: true };
      accepted(await removeMember(owner, world.family, world.member.id, { endKeysAndDisplays: false }));
      strictEqual(await statusOf(other.link), 404);
      strictEqual(await statusOf(`${service.url}/calendar/${'A'.repeat(43)}.ics`), 404);
      // A link and a key are different secrets.
      const [secret = ''] = /\w{43}/.exec(other.link) ?? [];
      const headers = { 'x-api-key': secret };
      strictEqual((await fetch(`${service.url}/api/meal-plans/v1/current`, { headers })).status, 401);
    });

    // What follows needs no other queries: one database is enough.
    if (kind !== 'sqlite') return;

    test('signs are shown where the family asks for them', async () => {
      const world = await premiumWorld();
      await place(world, '2026-11-16', 'dinner', null, { description: 'Beef with celery' });
      const find = async (showsWarnings: boolean) => {
        const { link } = await makeLink(world, { slots: ['dinner'], showsWarnings });
        return (await readEvents(link)).find(({ title }) => title.includes('Beef'));
      };
      strictEqual((await find(false))?.title, 'Beef with celery');
      const signed = await find(true);
      strictEqual(signed?.title, '⚠️ Beef with celery');
      match(signed?.description ?? '', /\n⚠️ Not for Anna$/);
    });
  });
}

test('without a limit for keys there is none for links', async (t) => {
  const config = { premium: 'everyone', rateLimitPerMinute: 0 } as const;
  const service = await startService(t, { nowMs: NOW, config });
  const { calendarToken } = await makeWorld(service);
  for (let count = 0; count < 25; count += 1)
    strictEqual(await statusOf(`${service.url}/calendar/${calendarToken}.ics`), 200);
});

test('a 304 needs no query, as with a plan', async (t) => {
  const service = await startService(t, { nowMs: NOW, config: { premium: 'everyone' } });
  const { member } = await makeWorld(service);
  const path = '/app/api/calendar-links';
  const { body } = await send(service, { method: 'POST', path, token: member.token, body: SETTINGS });
  const etag = (await fetch(body.link)).headers.get('etag') as string;
  let queries = 0;
  const { findRow } = service.store;
  service.store.findRow = (...query) => {
    queries += 1;
    return findRow(...query);
  };
  const headers = { 'if-none-match': etag };
  // On a busy machine the change feed can be late; then the database is asked.
  await until('five reads in a row need no query', async () => {
    service.clock.nowMs += 60_000;
    queries = 0;
    for (let count = 0; count < 5; count += 1) strictEqual((await fetch(body.link, { headers })).status, 304);
    return queries === 0;
  });
});
