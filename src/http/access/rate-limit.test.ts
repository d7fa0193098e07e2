/** The rate limits of a session, a family and a network. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { makeWorld, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { type Reply, type Service, startService } from '#test/support/service.ts';
import { ONE_KIND } from '#test/support/store.ts';
import { AppRateLimit } from './rate-limit.ts';

const MINUTE_MS = 60_000;
const PER_MINUTE = 20;
const PER_FAMILY = 80;
const CHANGES = 8;

const me = (service: Service, token: string) => send(service, { method: 'GET', path: '/app/api/me', token });
const change = (service: Service, token: string) =>
  send(service, {
    method: 'POST',
    path: '/app/api/lists/2026-11-09/operations',
    token,
    body: { operations: [{ opId: randomUUID(), kind: 'add', text: 'candles' }] },
  });

/** Calls until the first 429. Returns how many were accepted, and the 429. */
async function untilLimited(
  call: () => Promise<Reply>,
  expected = 200,
): Promise<{ accepted: number; last: Reply }> {
  for (let made = 0; made < 3 * PER_FAMILY; made += 1) {
    const last = await call();
    if (last.status === 429) return { accepted: made, last };
    strictEqual(last.status, expected);
  }
  throw new Error('No call was limited.');
}

const NOW = 1_000_000_000;
const READ = { isChange: false, cost: 1 };
const CHANGE = { isChange: true, cost: 1 };
const CALLER = { family: 'f', id: 't' };

/** How many of this many requests at one moment are accepted. */
function countAccepted(times: number, take: (at: number) => number): number {
  return Array.from({ length: times }, (_, at) => take(at)).filter((wait) => wait === 0).length;
}

const manySessions = (at: number) => ({ family: 'f', id: `t${at % 50}` });

test('by default allows a session 600 requests per minute, a family 2,400, of which 240 are changes', () => {
  const [session, family] = [new AppRateLimit(600), new AppRateLimit(600)];
  const [changes, network] = [new AppRateLimit(600), new AppRateLimit(600)];
  strictEqual(
    countAccepted(5_000, () => session.take(CALLER, READ, NOW)),
    600,
  );
  strictEqual(
    countAccepted(5_000, (at) => family.take(manySessions(at), READ, NOW)),
    2_400,
  );
  strictEqual(
    countAccepted(5_000, (at) => changes.take(manySessions(at), CHANGE, NOW)),
    240,
  );
  strictEqual(
    countAccepted(5_000, () => network.takeByAddress('192.0.2.1', NOW)),
    600,
  );
  strictEqual(session.peek('t', NOW), 1);
  strictEqual(session.peek('other', NOW), 0);
});

test('an evening of a large family stays within the limits', () => {
  const limit = new AppRateLimit(600);
  const screens = Array.from({ length: 8 }, (_, at) => ({ family: 'f', id: `screen ${at}` }));
  const waits: number[] = [];
  // A phone comes online and sends 200 pending changes as fast as the server accepts them.
  for (let at = 0; at < 200; at += 1)
    waits.push(limit.take(screens[0] as typeof CALLER, CHANGE, NOW + at * 10));
  // Then six people plan for half an hour, each with a change every five seconds. At most five events per second
  // make every screen read the three weeks it shows.
  for (let second = 2; second < 1_800; second += 1) {
    const nowMs = NOW + second * 1_000;
    const changes = second % 5 === 0 ? 2 : 1;
    for (let made = 0; made < changes; made += 1) {
      waits.push(limit.take(screens[made] as typeof CALLER, CHANGE, nowMs));
      for (const screen of screens)
        for (let week = 0; week < 3; week += 1) waits.push(limit.take(screen, READ, nowMs));
    }
  }
  strictEqual(Math.max(...waits), 0);
});

test('0 means no limit', () => {
  const limit = new AppRateLimit(0);
  strictEqual(
    countAccepted(5_000, () => limit.take(CALLER, CHANGE, NOW)),
    5_000,
  );
  strictEqual(
    countAccepted(5_000, () => limit.takeByAddress('192.0.2.1', NOW)),
    5_000,
  );
  strictEqual(limit.peek('t', NOW), 0);
});

test('a limit of one request per minute allows one, also for changes', () => {
  const limit = new AppRateLimit(1);
  strictEqual(
    countAccepted(10, () => limit.take(CALLER, CHANGE, NOW)),
    1,
  );
});

test('an expensive request counts as several', () => {
  const limit = new AppRateLimit(600);
  strictEqual(
    countAccepted(100, () => limit.take(CALLER, { isChange: false, cost: 10 }, NOW)),
    60,
  );
});

test('a session or a network is flooding after thirty refusals in a minute', () => {
  const limit = new AppRateLimit(600);
  const flooding = (token: string | undefined, address: string, nowMs = NOW) =>
    limit.takeRefusal(token, address, nowMs);
  const first = Array.from({ length: 40 }, () => flooding(undefined, '2001:db8:1:2::1'));
  deepStrictEqual([first.indexOf(true), first.lastIndexOf(false)], [30, 29]);
  ok(flooding(undefined, '2001:db8:1:3::1'), 'another /64 of the same /48');
  ok(!flooding('t', '2001:db8:1:2::1'), 'a session in the same network');
  ok(!flooding(undefined, '2001:db8:1:2::1', NOW + MINUTE_MS));
  const off = new AppRateLimit(0);
  ok(!Array.from({ length: 40 }, () => off.takeRefusal('t', '192.0.2.1', NOW)).includes(true));
});

for (const kind of ONE_KIND) {
  describe(`${kind}: rate limits`, async () => {
    const service = await startService(
      { after, before },
      { kind, config: { appRateLimitPerMinute: PER_MINUTE }, hasStoppedClock: true },
    );
    /** Refills all token buckets. */
    const nextMinute = () => (service.clock.nowMs += MINUTE_MS);

    test('returns 429 with Retry-After when a session exceeds its own limit', async () => {
      const { owner, member } = await makeWorld(service);
      const { accepted, last } = await untilLimited(() => me(service, owner.token));
      strictEqual(accepted, PER_MINUTE);
      strictEqual(last.body.code, 'too-many-requests');
      match(last.headers.get('retry-after') ?? '', /^[1-4]$/);
      strictEqual((await me(service, member.token)).status, 200, 'another session is not limited');
      nextMinute();
      strictEqual((await me(service, owner.token)).status, 200);
    });

    test('delays the refusals of a flooding client, and no other responses', async () => {
      nextMinute();
      const { owner, member } = await makeWorld(service);
      await untilLimited(() => me(service, owner.token));
      for (let at = 0; at < 30; at += 1) strictEqual((await me(service, owner.token)).status, 429);
      const startedAt = performance.now();
      const late = me(service, owner.token);
      strictEqual((await me(service, member.token)).status, 200);
      strictEqual((await late).status, 429);
      ok(performance.now() - startedAt >= 900, `${performance.now() - startedAt} ms`);
    });

    test('limits the changes of all members of a family together', async () => {
      nextMinute();
      const { owner, member, third } = await makeWorld(service);
      const tokens = [owner.token, member.token, third.token];
      let at = 0;
      const { accepted } = await untilLimited(() => change(service, tokens[(at += 1) % 3] as string));
      strictEqual(accepted, CHANGES);
      strictEqual((await me(service, owner.token)).status, 200, 'reads are not limited');
      const understand = { method: 'POST', path: '/app/api/recipes/understand', body: { lines: ['1 egg'] } };
      strictEqual(
        (await send(service, { ...understand, token: owner.token })).status,
        200,
        'a POST that stores nothing is not limited',
      );
      const other = await makeWorld(service);
      strictEqual((await change(service, other.owner.token)).status, 200, 'another family is not limited');
      match(service.log(), /"level":40,.*"family":"\w+".*too many requests to the web app/);
    });

    test('limits the requests of all sessions of a family together', async () => {
      nextMinute();
      const world = await makeWorld(service);
      const tokens = [world.owner.token, world.member.token, world.third.token];
      tokens.push(...(await signIns(service, world, 4)));
      let at = 0;
      const { accepted } = await untilLimited(() => me(service, tokens[(at += 1) % 7] as string));
      // The limits of the seven sessions add up to 140.
      strictEqual(accepted, PER_FAMILY);
    });

    test("limits a display by its link, without using up the limit of the family's sessions", async () => {
      nextMinute();
      const { displayToken, owner } = await makeWorld(service);
      const headers = { cookie: `weekfare-display=${displayToken}` };
      const read = () => send(service, { method: 'GET', path: '/app/api/display', headers });
      strictEqual((await untilLimited(read)).accepted, PER_MINUTE);
      strictEqual((await me(service, owner.token)).status, 200);
    });

    test('limits requests without a session by network, and does not limit sessions in it', async () => {
      nextMinute();
      const { owner } = await makeWorld(service);
      const strangers = [
        () => send(service, { method: 'GET', path: '/app/api/me' }),
        () => me(service, 'no such session'),
        () => send(service, { method: 'GET', path: '/app/api/display' }),
        () => send(service, { method: 'POST', path: '/app/api/display/open', body: { token: 'x' } }),
      ];
      let at = 0;
      const { accepted } = await untilLimited(
        () => (strangers[(at += 1) % 4] as () => Promise<Reply>)(),
        401,
      );
      strictEqual(accepted, PER_MINUTE);
      // All share one limit.
      for (const stranger of strangers) strictEqual((await stranger()).status, 429);
      strictEqual((await me(service, owner.token)).status, 200);
    });
  });
}

async function signIns(service: Service, { owner }: World, times: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let time = 0; time < times; time += 1) {
    const body = { email: owner.email, password: 'correct horse battery' };
    const { headers } = await send(service, { method: 'POST', path: '/app/api/sign-in', body });
    tokens.push(/weekfare-session=(\w+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '');
  }
  return tokens;
}
