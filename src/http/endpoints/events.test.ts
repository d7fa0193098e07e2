/** Event streams: who gets events and how fast, when a stream ends, and the limits on streams. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { backUp, restore } from '#actions/backup.ts';
import { signOutEverywhere } from '#actions/account/sign-in.ts';
import { findCaller, startSession } from '#auth/session.ts';
import { instantText } from '#domain/week/instant.ts';
import { OPERATOR } from '#storage/actor.ts';
import { auditedTransaction } from '#storage/transaction.ts';
import { openStore, SERVER_TIMEOUT_MS, type Store } from '#storage/store.ts';
import { makeWorld, PASSWORD, WEEK, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { createEventStreams, openEventStream } from '#test/support/clients/event-stream.ts';
import { startProcess } from '#test/support/process.ts';
import { type Service, startService } from '#test/support/service.ts';
import { freshFolder, freshStore, KINDS, ONE_KIND, type Scope } from '#test/support/store.ts';
import { allowedMs, until } from '#test/support/until.ts';
import { MAX_PER_FAMILY, MAX_PER_SESSION } from '#http/streams/event-streams.ts';

const HOME = '192.0.2.1';

const EVENTS = '/app/api/events';
const DISPLAY_EVENTS = '/app/api/display/events';
const cookie = (token: string, name = 'session') => ({ cookie: `weekfare-${name}=${token}` });

for (const kind of KINDS) {
  describe(`${kind}: events`, async () => {
    const service = await startService({ after, before }, { kind });
    const { store, url } = service;
    const as = (token: string, method: string, path: string, body?: unknown) =>
      send(service, { method, path: `/app/api${path}`, token, body });
    /** Opens a stream and waits for its first event, so that it is up to date. */
    const listen = async (scope: Scope, path: string, headers: Record<string, string>) => {
      const listener = await openEventStream(scope, url + path, headers);
      await until('the first event', () => listener.changes() === 1);
      return listener;
    };

    test('sends one event per change to all streams of the family, and none to other families', async (t) => {
      const [world, other] = [await makeWorld(service), await makeWorld(service)];
      const mine = await Promise.all([
        listen(t, EVENTS, cookie(world.owner.token)),
        listen(t, EVENTS, cookie(world.member.token)),
        listen(t, DISPLAY_EVENTS, cookie(world.member.token)),
        listen(t, DISPLAY_EVENTS, cookie(world.displayToken, 'display')),
      ]);
      const theirs = await listen(t, EVENTS, cookie(other.owner.token));
      strictEqual(mine[0]?.headers['content-type'], 'text/event-stream');
      strictEqual(mine[0]?.headers['cache-control'], 'no-store');
      for (const count of [2, 3]) {
        await changeMeal(service, world);
        await until('the event', () => mine.every((listener) => listener.changes() >= count), 1_000);
      }
      // A change by another process is found in the audit log. The two earlier changes are not sent again.
      const elsewhere = await openStore(store.location, SERVER_TIMEOUT_MS);
      t.after(() => elsewhere.close());
      const context = { store: elsewhere, actor: OPERATOR, nowMs: service.clock.nowMs };
      await auditedTransaction(context, other.family, (_tx, record) => record('list.change', {}));
      await until('the event of the other family', () => theirs.changes() === 2, 1_000);
      deepStrictEqual(
        mine.map((listener) => listener.changes()),
        [3, 3, 3, 3],
      );
      match(
        mine[0]?.text().replaceAll(': beat\n\n', '') ?? '',
        /^retry: 1000\n\n(id: \d+\nevent: changed\ndata: \{\}\n\n){3}$/,
      );
    });

    test('after a reconnect, sends an event at once if a change was missed, else none', async (t) => {
      const world = await makeWorld(service);
      const first = await listen(t, EVENTS, cookie(world.owner.token));
      const seen = /id: (\d+)/.exec(first.text())?.[1] ?? '';
      first.close();
      const headers = { ...cookie(world.owner.token), 'last-event-id': seen };
      const upToDate = await openEventStream(t, url + EVENTS, headers);
      await changeMeal(service, world);
      await until('the event', () => upToDate.changes() === 1);
      const late = await listen(t, EVENTS, headers);
      ok(!late.text().includes(`id: ${seen}\n`));
    });

    test('ends the streams of a session or display that was signed out, removed or revoked', async (t) => {
      const world = await makeWorld(service);
      const { owner, member, third, display, displayToken } = world;
      const witness = await listen(t, EVENTS, cookie(owner.token));
      const ends: [string, Record<string, string>, () => Promise<{ status: number }>][] = [
        [
          DISPLAY_EVENTS,
          cookie(displayToken, 'display'),
          () => as(owner.token, 'DELETE', `/displays/${display}`),
        ],
        [
          EVENTS,
          cookie(third.token),
          () => as(owner.token, 'DELETE', `/members/${third.id}`, { endKeysAndDisplays: false }),
        ],
        [EVENTS, cookie(member.token), () => as(member.token, 'POST', '/sign-out-everywhere')],
      ];
      for (const [path, headers, end] of ends) {
        const listener = await listen(t, path, headers);
        strictEqual((await end()).status, 204);
        await until('the stream ends', () => listener.isEnded(), 2_000);
        strictEqual(listener.changes(), 2, 'it gets the event of its own end');
        strictEqual((await openEventStream(t, url + path, headers)).status, 401);
      }
      const again = await makeWorld(service);
      const leaving = await listen(t, EVENTS, cookie(again.owner.token));
      const elsewhere = await listen(t, EVENTS, cookie(again.member.token));
      strictEqual((await as(again.owner.token, 'POST', '/sign-out')).status, 204);
      await until('the stream ends', () => leaving.isEnded(), 2_000);
      strictEqual(
        (await as(again.member.token, 'PUT', '/password', { current: PASSWORD, next: 'quite another' }))
          .status,
        200,
      );
      await until('the event', () => elsewhere.changes() === 3);
      ok(!elsewhere.isEnded() && !witness.isEnded());
      const { member: remaining } = again;
      const caller = await findCaller(store.db, remaining.token, service.clock.nowMs);
      ok(caller);
      const context = { store, actor: remaining.id, nowMs: service.clock.nowMs, isReauthenticated: true };
      await signOutEverywhere(context, caller);
      await until('the stream ends', () => elsewhere.isEnded(), 2_000);
    });

    test('ends the stream of an expired display at its next check, and refuses another one', async (t) => {
      const world = await makeWorld(service);
      const expiresAt = instantText(service.clock.nowMs + 3_600_000);
      const { body } = await as(world.owner.token, 'POST', '/displays', { name: 'guests', expiresAt });
      const headers = cookie(body.link.split('#')[1], 'display');
      const [brief, lasting] = [
        await listen(t, DISPLAY_EVENTS, headers),
        await listen(t, DISPLAY_EVENTS, cookie(world.displayToken, 'display')),
      ];
      service.clock.nowMs += 3_600_000;
      await changeMeal(service, world);
      await until('the stream ends', () => brief.isEnded(), 2_000);
      await until('the event', () => lasting.changes() === 2);
      ok(!lasting.isEnded());
      strictEqual((await openEventStream(t, url + DISPLAY_EVENTS, headers)).status, 401);
    });

    test('a new sign-in on a device ends the streams of its old session, also in another family', async (t) => {
      const [world, other] = [await makeWorld(service), await makeWorld(service)];
      const old = await listen(t, EVENTS, cookie(world.owner.token));
      const unaffected = await listen(t, EVENTS, cookie(world.member.token));
      const credentials = { email: other.owner.email, password: PASSWORD };
      strictEqual((await as(world.owner.token, 'POST', '/sign-in', credentials)).status, 200);
      await until('the stream ends', () => old.isEnded(), 2_000);
      ok(!unaffected.isEnded());
    });

    test('ends all streams of a deleted family', async (t) => {
      const { owner, displayToken } = await makeWorld(service);
      const all = [
        await listen(t, EVENTS, cookie(owner.token)),
        await listen(t, DISPLAY_EVENTS, cookie(displayToken, 'display')),
      ];
      strictEqual((await as(owner.token, 'DELETE', '/family')).status, 204);
      await until('the stream ends', () => all.every((listener) => listener.isEnded()), 2_000);
    });

    test(`with more than ${MAX_PER_FAMILY} streams of a family, ends the oldest with a longer retry delay`, async (t) => {
      const [world, other] = [await makeWorld(service), await makeWorld(service)];
      const theirs = await listen(t, EVENTS, cookie(other.owner.token));
      const { owner, member, third } = world;
      const more = [await newSession(store, world), await newSession(store, world)];
      const tokens = [owner.token, member.token, third.token, ...more];
      const oldest = await listen(t, EVENTS, cookie(world.owner.token));
      const others = await Promise.all(
        Array.from({ length: MAX_PER_FAMILY }, (_, at) =>
          listen(t, EVENTS, cookie(tokens[(at + 1) % tokens.length] as string)),
        ),
      );
      await until('the oldest stream ends', () => oldest.isEnded());
      match(oldest.text(), /retry: 60000\n\n$/);
      await changeMeal(service, world);
      await until('the event', () => others.every((listener) => listener.changes() === 2));
      ok(!theirs.isEnded());
    });

    test(`with more than ${MAX_PER_SESSION} streams of a session, ends its oldest and no other`, async (t) => {
      const { owner, member } = await makeWorld(service);
      const quiet = await listen(t, EVENTS, cookie(member.token));
      const oldest = await listen(t, EVENTS, cookie(owner.token));
      const others = await Promise.all(
        Array.from({ length: MAX_PER_SESSION }, () => listen(t, EVENTS, cookie(owner.token))),
      );
      await until('the oldest stream ends', () => oldest.isEnded());
      match(oldest.text(), /retry: 60000\n\n$/);
      ok(!quiet.isEnded() && !others.some((listener) => listener.isEnded()));
    });

    test('combines a burst of changes into a few events, the last one after the last change', async (t) => {
      const world = await makeWorld(service);
      const listener = await listen(t, EVENTS, cookie(world.owner.token));
      const context = { store, actor: OPERATOR, nowMs: service.clock.nowMs };
      const startedAt = performance.now();
      let last = 0;
      for (let made = 0; made < 50; made += 1) {
        last = await auditedTransaction(context, world.family, (_tx, record) => record('list.change', {}));
      }
      await until('the event of the last change', () => listener.text().includes(`id: ${last}\n`), 1_000);
      // One immediately, then at most five per second.
      const max = 3 + (performance.now() - startedAt) / 200;
      ok(listener.changes() <= max, `${listener.changes()} events, at most ${max}`);
    });

    test('a HEAD request leaves no stream open', async () => {
      const { owner } = await makeWorld(service);
      await until('no stream is open', async () => (await openStreams(url)) === '0');
      for (let time = 0; time < 3; time += 1) {
        const { status, headers } = await fetch(url + EVENTS, {
          method: 'HEAD',
          headers: cookie(owner.token),
        });
        deepStrictEqual([status, headers.get('content-type')], [200, 'text/event-stream']);
      }
      strictEqual(await openStreams(url), '0');
    });
  });

  test(`${kind}: a restore ends all streams, so that clients reconnect and read again`, async (t) => {
    const service = await startService(t, { kind });
    const world = await makeWorld(service);
    const file = `${freshFolder(t)}/backup`;
    await backUp(service.store, file, 0);
    const listener = await openEventStream(t, service.url + EVENTS, cookie(world.owner.token));
    await until('the first event', () => listener.changes() === 1);
    const otherStore = await openStore(service.store.location, SERVER_TIMEOUT_MS);
    t.after(() => otherStore.close());
    await restore(otherStore, file, 0);
    await until('the stream ends', () => listener.isEnded(), 2_000);
  });

  test(`${kind}: an event reaches another server within a second, and SIGTERM does not wait for streams`, async (t) => {
    const one = await startService(t, { kind, nowMs: Date.now() });
    const { location } = one.store;
    const other = await startProcess(
      t,
      location.kind === 'sqlite' ? { DATA_DIR: dirname(location.file) } : { DATABASE_URL: location.url },
    );
    const { owner } = await makeWorld(one);
    const listener = await openEventStream(t, other.url + EVENTS, cookie(owner.token));
    await until('the first event', () => listener.changes() === 1);
    const as = (method: string, path: string, body?: unknown) =>
      send(one, { method, path: `/app/api${path}`, token: owner.token, body });
    const { body } = await as('POST', '/displays', { name: 'hall' });
    await until('the event of the new display', () => listener.changes() === 2, 1_000);
    const display = { cookie: `weekfare-display=${String(body.link).split('#')[1]}` };
    const shown = await openEventStream(t, other.url + DISPLAY_EVENTS, display);
    await until('the first event', () => shown.changes() === 1);
    strictEqual((await as('DELETE', `/displays/${body.id}`)).status, 204);
    await until('the stream of the display ends', () => shown.isEnded(), 2_000);
    strictEqual((await fetch(`${other.url}/app/api/display`, { headers: display })).status, 401);

    const startedAt = performance.now();
    strictEqual((await other.stop()).code, 0);
    ok(performance.now() - startedAt < allowedMs(3_000), `took ${performance.now() - startedAt} ms`);
    ok(listener.isEnded());
  });
}

/** What depends on no query. */
for (const kind of ONE_KIND) {
  test(`${kind}: closes the stream of a client that does not read, and no other`, async (t) => {
    const store = await freshStore(t, kind);
    const { family, owner } = await makeWorld({ store, clock: { nowMs: 0 } });
    const caller = await findCaller(store.db, owner.token, 0);
    ok(caller);
    const streams = createEventStreams(t, store, { secondMs: 50 });
    const unread = streams.open({ ...caller, id: caller.tokenHash }, HOME) as Readable;
    let received = '';
    streams.open({ ...caller, id: caller.tokenHash }, HOME)?.on('data', (part) => (received += part));
    for (let made = 0; made < 100 && !unread.destroyed; made += 1) {
      const seq = await auditedTransaction({ store, actor: OPERATOR, nowMs: 0 }, family, (_tx, record) =>
        record('list.change', {}),
      );
      streams.notify(family);
      await until('the event', () => received.includes(`id: ${seq}\n`));
    }
    ok(unread.destroyed);
    ok(unread.readableLength <= 2_048, `${unread.readableLength} bytes are buffered`);
    strictEqual(streams.size, 1);
  });

  test(`${kind}: every stream gets heartbeats, spread over time, and ends after its maximum age`, async (t) => {
    const store = await freshStore(t, kind);
    const { owner, member } = await makeWorld({ store, clock: { nowMs: 0 } });
    const streams = createEventStreams(t, store, { secondMs: 2 });
    const texts = Array.from({ length: 20 }, () => '');
    for (const at of texts.keys()) {
      const caller = await findCaller(store.db, (at < 10 ? owner : member).token, 0);
      ok(caller);
      streams
        .open({ ...caller, id: caller.tokenHash }, HOME)
        ?.on('data', (part) => (texts[at] += String(part)));
    }
    await until('the first heartbeat', () => texts.some((text) => heartbeatsIn(text) > 0));
    ok(texts.some((text) => heartbeatsIn(text) === 0));
    await until('all streams end', () => streams.size === 0);
    for (const text of texts) strictEqual(heartbeatsIn(text), 45);
  });
}

const heartbeatsIn = (text: string) => text.split(': beat\n\n').length - 1;

async function openStreams(url: string): Promise<string | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return /^weekfare_event_streams (\d+)$/m.exec(text)?.[1];
}

/** A session of the owner on another device. */
async function newSession(store: Store, { family, owner }: World): Promise<string> {
  const nowMs = Date.parse('2026-11-11T12:00:00Z');
  return auditedTransaction({ store, actor: OPERATOR, nowMs }, family, async (tx, record) => {
    await record('list.change', {});
    return startSession(tx, family, { member: owner.id, device: 'test' }, nowMs);
  });
}

let dinners = 0;

/** Changes a meal, which causes an event. */
async function changeMeal(service: Service, { owner }: World): Promise<void> {
  const { token } = owner;
  const { plan } = (await send(service, { method: 'GET', path: `/app/api/plans/${WEEK}`, token })).body;
  const before = plan.meals.Saturday?.lunch ?? null;
  const edit = {
    week: WEEK,
    day: 'Saturday',
    slot: 'lunch',
    before,
    after: { description: `Dinner ${(dinners += 1)}` },
  };
  const body = { id: randomUUID(), edits: [edit] };
  strictEqual((await send(service, { method: 'POST', path: '/app/api/changes', token, body })).status, 200);
}
