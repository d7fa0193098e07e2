/** How often a session, a family and a network may ask. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { makeWorld, type World } from '#test/support/world.ts';
import { send } from '#test/support/request.ts';
import { type Reply, type Service, startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';
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

/** How many of these calls are let through before the first 429, which must come soon: time passes meanwhile. */
async function untilLimited(
  call: () => Promise<Reply>,
  expected = 200,
): Promise<{ let: number; last: Reply }> {
  for (let made = 0; made < 3 * PER_FAMILY; made += 1) {
    const last = await call();
    if (last.status === 429) return { let: made, last };
    strictEqual(last.status, expected);
  }
  throw new Error('There is no limit.');
}

const NOW = 1_000_000_000;
const READ = { isChange: false, cost: 1 };
const CHANGE = { isChange: true, cost: 1 };
const ASKING = { family: 'f', tokenHash: 't' };

/** How many of so many are let through at one moment. */
function letThrough(times: number, take: (at: number) => number): number {
  return Array.from({ length: times }, (_, at) => take(at)).filter((wait) => wait === 0).length;
}

const manySessions = (at: number) => ({ family: 'f', tokenHash: `t${at % 50}` });

test('by default: 600 requests a minute for a session, 2,400 for a family, 240 of them changes', () => {
  const [session, family] = [new AppRateLimit(600), new AppRateLimit(600)];
  const [changes, network] = [new AppRateLimit(600), new AppRateLimit(600)];
  strictEqual(
    letThrough(5_000, () => session.take(ASKING, READ, NOW)),
    600,
  );
  strictEqual(
    letThrough(5_000, (at) => family.take(manySessions(at), READ, NOW)),
    2_400,
  );
  strictEqual(
    letThrough(5_000, (at) => changes.take(manySessions(at), CHANGE, NOW)),
    240,
  );
  strictEqual(
    letThrough(5_000, () => network.takeAt('192.0.2.1', NOW)),
    600,
  );
  strictEqual(session.secondsToWait('t', NOW), 1);
  strictEqual(session.secondsToWait('other', NOW), 0);
});

test('an evening of a large family stays below the limits', () => {
  const limit = new AppRateLimit(600);
  const screens = Array.from({ length: 8 }, (_, at) => ({ family: 'f', tokenHash: `screen ${at}` }));
  const waits: number[] = [];
  // A phone comes back with 200 unsent changes, as fast as the server takes them.
  for (let at = 0; at < 200; at += 1)
    waits.push(limit.take(screens[0] as typeof ASKING, CHANGE, NOW + at * 10));
  // Then six people plan for half an hour, each with a change every five seconds. Five events a second at
  // most make every screen ask for the three weeks it shows.
  for (let second = 2; second < 1_800; second += 1) {
    const nowMs = NOW + second * 1_000;
    const changes = second % 5 === 0 ? 2 : 1;
    for (let made = 0; made < changes; made += 1) {
      waits.push(limit.take(screens[made] as typeof ASKING, CHANGE, nowMs));
      for (const screen of screens)
        for (let week = 0; week < 3; week += 1) waits.push(limit.take(screen, READ, nowMs));
    }
  }
  strictEqual(Math.max(...waits), 0);
});

test('0 is no limit', () => {
  const limit = new AppRateLimit(0);
  strictEqual(
    letThrough(5_000, () => limit.take(ASKING, CHANGE, NOW)),
    5_000,
  );
  strictEqual(
    letThrough(5_000, () => limit.takeAt('192.0.2.1', NOW)),
    5_000,
  );
  strictEqual(limit.secondsToWait('t', NOW), 0);
});

test('a single request a minute is still one', () => {
  const limit = new AppRateLimit(1);
  strictEqual(
    letThrough(10, () => limit.take(ASKING, CHANGE, NOW)),
    1,
  );
});

test('a request that takes much work counts as several', () => {
  const limit = new AppRateLimit(600);
  strictEqual(
    letThrough(100, () => limit.take(ASKING, { isChange: false, cost: 10 }, NOW)),
    60,
  );
});

test('a client is flooding after thirty refusals in a minute, by its session or its network', () => {
  const limit = new AppRateLimit(600);
  const flooding = (token: string | undefined, address: string, nowMs = NOW) =>
    limit.isFlooding(token, address, nowMs);
  const first = Array.from({ length: 40 }, () => flooding(undefined, '2001:db8:1:2::1'));
  deepStrictEqual([first.indexOf(true), first.lastIndexOf(false)], [30, 29]);
  ok(flooding(undefined, '2001:db8:1:3::1'), 'another /64 of the same site');
  ok(!flooding('t', '2001:db8:1:2::1'), 'a session there');
  ok(!flooding(undefined, '2001:db8:1:2::1', NOW + MINUTE_MS));
  const off = new AppRateLimit(0);
  ok(!Array.from({ length: 40 }, () => off.isFlooding('t', '192.0.2.1', NOW)).includes(true));
});

for (const kind of KINDS) {
  describe(`${kind}: rate limits`, async () => {
    const service = await startService({ after }, { kind, config: { appRateLimitPerMinute: PER_MINUTE } });
    /** Everyone has a full bucket again. */
    const nextMinute = () => (service.clock.nowMs += MINUTE_MS);

    test('a session has its own limit; after it comes 429 with the time to wait', async () => {
      const { owner, member } = await makeWorld(service);
      const { let: through, last } = await untilLimited(() => me(service, owner.token));
      ok(through >= PER_MINUTE, `${through}`);
      strictEqual(last.body.code, 'too-many-requests');
      match(last.headers.get('retry-after') ?? '', /^[1-4]$/);
      strictEqual((await me(service, member.token)).status, 200, 'another session goes on');
      nextMinute();
      strictEqual((await me(service, owner.token)).status, 200);
    });

    test('a client that goes on although it is refused waits for each refusal, and others do not', async () => {
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

    test('a family has a limit on the changes of all its members', async () => {
      nextMinute();
      const { owner, member, third } = await makeWorld(service);
      const tokens = [owner.token, member.token, third.token];
      let at = 0;
      const { let: through } = await untilLimited(() => change(service, tokens[(at += 1) % 3] as string));
      ok(through >= CHANGES && through < PER_MINUTE, `${through}`);
      strictEqual((await me(service, owner.token)).status, 200, 'reads go on');
      const understand = { method: 'POST', path: '/app/api/recipes/understand', body: { lines: ['1 egg'] } };
      strictEqual((await send(service, { ...understand, token: owner.token })).status, 200, 'stores nothing');
      const other = await makeWorld(service);
      strictEqual((await change(service, other.owner.token)).status, 200, 'another family goes on');
      match(service.log(), /"level":40,.*"family":"\w+".*too many requests to the web app/);
    });

    test('a family has a limit in all, however many sessions it has', async () => {
      nextMinute();
      const world = await makeWorld(service);
      const tokens = [world.owner.token, world.member.token, world.third.token];
      tokens.push(...(await signIns(service, world, 4)));
      let at = 0;
      const { let: through } = await untilLimited(() => me(service, tokens[(at += 1) % 7] as string));
      // All seven sessions together could ask 140 times.
      ok(through >= PER_FAMILY && through < 130, `${through}`);
    });

    test("a display counts by its link, and its family's requests with it", async () => {
      nextMinute();
      const { displayToken, owner } = await makeWorld(service);
      const headers = { cookie: `weekfare-display=${displayToken}` };
      const look = () => send(service, { method: 'GET', path: '/app/api/display', headers });
      ok((await untilLimited(look)).let >= PER_MINUTE);
      strictEqual((await me(service, owner.token)).status, 200);
    });

    test('without a session the network counts, and those who have one are not touched', async () => {
      nextMinute();
      const { owner } = await makeWorld(service);
      const strangers = [
        () => send(service, { method: 'GET', path: '/app/api/me' }),
        () => me(service, 'no such session'),
        () => send(service, { method: 'GET', path: '/app/api/display' }),
        () => send(service, { method: 'POST', path: '/app/api/display/open', body: { token: 'x' } }),
      ];
      let at = 0;
      const { let: through } = await untilLimited(
        () => (strangers[(at += 1) % 4] as () => Promise<Reply>)(),
        401,
      );
      ok(through >= PER_MINUTE, `${through}`);
      // In any order; one token may be refilled in between.
      for (const stranger of strangers) ok((await untilLimited(stranger, 401)).let < 3);
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
