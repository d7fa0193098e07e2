/** Security events and sessions: who did what, when and where; single sessions end, and idle ones end by themselves. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readLinesOfActions } from '#storage/tables/audit-log.ts';
import { AppClient, signUp, startService } from '#test/support/service.ts';
import { ONE_KIND } from '#test/support/store.ts';
import { makeWorld, PASSWORD } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

const eventsOf = async (browser: AppClient) =>
  (await browser.call('GET', '/app/api/security-events')).body.events;
const sessionsOf = async (browser: AppClient) =>
  (await browser.call('GET', '/app/api/sessions')).body.sessions;
const isSignedIn = async (browser: AppClient) => (await browser.call('GET', '/app/api/me')).status === 200;

for (const kind of ONE_KIND) {
  describe(`${kind}: security events and sessions`, async () => {
    const service = await startService({ after, before }, { kind });
    /** Attempts are limited per minute. */
    const newFamily = () => {
      service.clock.nowMs += 60_000;
      return signUp(service);
    };
    const secondDevice = async (email: string) => {
      const browser = new AppClient(service);
      await browser.call('POST', '/app/api/sign-in', { email, password: PASSWORD }, FIREFOX);
      return browser;
    };

    test('a sign-in is an event with the device and the address', async () => {
      const { browser, email, member } = await newFamily();
      await secondDevice(email);
      const [newest, ...older] = await eventsOf(browser);
      const { at, id, ...event } = newest;
      deepStrictEqual(event, {
        action: 'member.sign-in',
        actor: { kind: 'member', id: member, email },
        device: 'Firefox on Linux',
        address: '127.0.0.1',
      });
      deepStrictEqual(
        older.map((event: { action: string }) => event.action),
        ['member.sign-in', 'family.add'],
      );
      deepStrictEqual(older[1].actor, event.actor);
      strictEqual(Number(id) > Number(older[0].id) && at >= older[0].at, true);
    });

    test('keys, display links and roles are events with their names', async () => {
      const world = await makeWorld(service);
      const { token } = world.owner;
      const call = (method: string, path: string, body?: object) =>
        send(service, { method, path: `/app/api${path}`, token, body });
      await call('POST', '/keys', { name: 'Tablet', scopes: ['lists:write', 'lists:read'] });
      await call('POST', '/displays', { name: 'Hall' });
      await call('PATCH', `/members/${world.third.id}`, { role: 'owner' });
      await call('PUT', '/family/units', { units: 'us' });
      const { events } = (await call('GET', '/security-events')).body;
      const shown = events.slice(0, 3).map((event: Record<string, unknown>) => [event.action, event.name]);
      deepStrictEqual(shown, [
        ['member.role', undefined],
        ['display.add', 'Hall'],
        ['key.add', 'Tablet'],
      ]);
      deepStrictEqual(events[2].scopes, ['lists:read', 'lists:write']);
      deepStrictEqual(events[0].member, { kind: 'member', id: world.third.id, email: world.third.email });
      strictEqual(events[0].role, 'owner');
    });

    test('shows a page of 20 and then the next, and nothing of another family', async () => {
      const { browser } = await newFamily();
      await newFamily();
      for (let at = 0; at < 22; at += 1) await browser.call('POST', '/app/api/displays', { name: `d${at}` });
      // 20 of the 22, whose limit is 20 links, then the sign-in and the sign-up.
      const first = (await browser.call('GET', '/app/api/security-events')).body;
      strictEqual(first.events.length, 20);
      const second = (await browser.call('GET', `/app/api/security-events?before=${first.next}`)).body;
      deepStrictEqual(
        second.events.map((event: { action: string }) => event.action),
        ['member.sign-in', 'family.add'],
      );
      strictEqual(second.next, null);
    });

    test('looks at a limited number of lines in one call, and continues after them', async () => {
      const { browser, family } = await newFamily();
      for (let at = 0; at < 5; at += 1) {
        await browser.call('PUT', '/app/api/family/units', { units: at % 2 ? 'us' : 'metric' });
      }
      const read = (before: number) =>
        readLinesOfActions(service.store.db, family, ['family.add'], { before, limit: 2, scanned: 3 });
      let [calls, before] = [0, Number.MAX_SAFE_INTEGER as number | null];
      const found: string[] = [];
      while (before !== null) {
        const { lines, next } = await read(before);
        found.push(...lines.map((line) => line.action));
        [calls, before] = [calls + 1, next];
      }
      // Five changes, the sign-in and the sign-up: seven lines.
      deepStrictEqual([calls, found], [3, ['family.add']]);
    });

    test('one session ends alone, with an event; the others stay', async () => {
      const { browser, email } = await newFamily();
      const [phone, tablet] = [await secondDevice(email), await secondDevice(email)];
      const before = await sessionsOf(browser);
      strictEqual(before.length, 3);
      strictEqual(before.filter((session: { isThis: boolean }) => session.isThis).length, 1);
      const { id } = (await sessionsOf(phone)).find((session: { isThis: boolean }) => session.isThis);
      strictEqual((await browser.call('DELETE', `/app/api/sessions/${id}`)).status, 204);
      deepStrictEqual(await Promise.all([browser, phone, tablet].map(isSignedIn)), [true, false, true]);
      strictEqual((await browser.call('DELETE', `/app/api/sessions/${id}`)).status, 404);
      strictEqual((await eventsOf(browser))[0].action, 'member.session-end');
    });

    test('the session of another member cannot be ended', async () => {
      const world = await makeWorld(service);
      const call = (token: string, method: string, path: string) => send(service, { method, path, token });
      const [{ id }] = (await call(world.member.token, 'GET', '/app/api/sessions')).body.sessions;
      strictEqual((await call(world.owner.token, 'DELETE', `/app/api/sessions/${id}`)).status, 404);
      strictEqual((await call(world.member.token, 'GET', '/app/api/me')).status, 200);
    });

    test('a session that is used stays; one that is not used for 30 days ends', async () => {
      const { browser, email } = await newFamily();
      const idle = await secondDevice(email);
      for (let day = 0; day < 30; day += 10) {
        service.clock.nowMs += 10 * DAY_MS;
        strictEqual(await isSignedIn(browser), true, `day ${day + 10}`);
      }
      service.clock.nowMs += HOUR_MS;
      deepStrictEqual([await isSignedIn(idle), await isSignedIn(browser)], [false, true]);
      strictEqual((await sessionsOf(browser)).length, 1);
      // 90 days after the sign-in even a session in use ends.
      for (let day = 30; day < 90; day += 20) {
        strictEqual(await isSignedIn(browser), true, `day ${day}`);
        service.clock.nowMs += 20 * DAY_MS;
      }
      strictEqual(await isSignedIn(browser), false);
    });

    test('the last use is recorded at most once an hour', async () => {
      const { browser } = await newFamily();
      const seenAt = async () => Date.parse((await sessionsOf(browser))[0].seenAt);
      const start = await seenAt();
      service.clock.nowMs += HOUR_MS / 2;
      strictEqual(await seenAt(), start);
      service.clock.nowMs += HOUR_MS / 2;
      await browser.call('GET', '/app/api/me');
      strictEqual((await seenAt()) >= start + HOUR_MS, true);
    });
  });
}
