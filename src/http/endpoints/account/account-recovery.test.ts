/**
 * Account recovery, as attackers try them: guessed, used twice, expired, replaced, of another family, by a removed
 * owner, at the same time; and what an unknown email tells.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { GROUPS_OF_OPERATOR, hashPassword } from '#auth/password.ts';
import { hashRecoveryCode } from '#auth/recovery-code.ts';
import { send } from '#test/support/clients/request.ts';
import { AppClient, signUp, startService } from '#test/support/service.ts';
import { dump } from '#test/support/snapshot.ts';
import { ONE_KIND } from '#test/support/store.ts';
import { makeWorld, PASSWORD } from '#test/support/world.ts';

const NEXT = 'a completely new one';
const HOUR_MS = 3_600_000;

for (const kind of ONE_KIND) {
  describe(`${kind}: account recovery`, async () => {
    const service = await startService({ after, before }, { kind });
    const { clock, store } = service;
    const open = (path: string, body: object) =>
      send(service, { method: 'POST', path: `/app/api${path}`, body });
    const as = (token: string, method: string, path: string, body?: object) =>
      send(service, { method, path: `/app/api${path}`, token, body });
    const isSignedIn = async (token: string) => (await as(token, 'GET', '/me')).status === 200;
    /** Attempts are limited per minute. */
    const nextMinute = () => (clock.nowMs += 61_000);
    const newWorld = () => {
      nextMinute();
      return makeWorld(service);
    };
    const linkFor = async (token: string, member: string) => {
      const { body } = await as(token, 'POST', `/members/${member}/reset-link`);
      return String(body.link).split('#')[1] ?? '';
    };
    const reset = (token: string, password = NEXT) => open('/reset', { token, password });
    const codesOf = async (token: string) =>
      (await as(token, 'POST', '/recovery-codes')).body.codes as string[];
    const recover = (email: string, code: string, password = NEXT) =>
      open('/recover', { email, code, password });
    const signIn = async (email: string, password: string) =>
      (await open('/sign-in', { email, password })).status;

    test('a link of an owner sets a new password, ends all sessions and signs in', async () => {
      const world = await newWorld();
      const { member } = world;
      const token = await linkFor(world.owner.token, member.id);
      deepStrictEqual((await open('/reset/look', { token })).body, { email: member.email });
      const done = await reset(token);
      strictEqual(done.body.member, member.id);
      match(done.headers.get('set-cookie') ?? '', /weekfare-session=\w{43}/);
      strictEqual(await isSignedIn(member.token), false);
      strictEqual(await isSignedIn(world.owner.token), true);
      deepStrictEqual([await signIn(member.email, PASSWORD), await signIn(member.email, NEXT)], [401, 200]);
    });

    test('everyone of the family is told until they have read it, and sees the events', async () => {
      const world = await newWorld();
      await reset(await linkFor(world.owner.token, world.member.id));
      for (const token of [world.owner.token, world.third.token]) {
        strictEqual((await as(token, 'GET', '/me')).body.hasNotices, true);
        const { notices } = (await as(token, 'GET', '/notices')).body;
        strictEqual(notices[0].email, world.member.email);
      }
      await as(world.owner.token, 'DELETE', '/notices');
      strictEqual((await as(world.owner.token, 'GET', '/me')).body.hasNotices, false);
      strictEqual((await as(world.third.token, 'GET', '/me')).body.hasNotices, true);
      const { events } = (await as(world.owner.token, 'GET', '/security-events')).body;
      const actions = events.slice(0, 4).map(({ action }: { action: string }) => action);
      deepStrictEqual(actions, ['member.sign-in', 'member.access-end', 'member.reset', 'member.reset-link']);
    });

    test('a link works once', async () => {
      const world = await newWorld();
      const token = await linkFor(world.owner.token, world.member.id);
      strictEqual((await reset(token)).status, 200);
      strictEqual((await reset(token, 'another new password')).body.code, 'reset-link-ended');
      strictEqual((await open('/reset/look', { token })).status, 410);
    });

    test('of ten uses of a link at the same time one succeeds', async () => {
      const world = await newWorld();
      const token = await linkFor(world.owner.token, world.member.id);
      const uses = await Promise.all(Array.from({ length: 8 }, (_, at) => reset(token, `${NEXT} ${at}`)));
      strictEqual(uses.filter(({ status }) => status === 200).length, 1);
    });

    test('a link ends after 24 hours', async () => {
      const world = await newWorld();
      const token = await linkFor(world.owner.token, world.member.id);
      clock.nowMs += 24 * HOUR_MS + 1;
      strictEqual((await reset(token)).body.code, 'reset-link-ended');
    });

    test('a new link replaces the old one', async () => {
      const world = await newWorld();
      const old = await linkFor(world.owner.token, world.member.id);
      const current = await linkFor(world.owner.token, world.member.id);
      deepStrictEqual([(await reset(old)).status, (await reset(current)).status], [410, 200]);
    });

    test('a link ends when its creator is no owner any more', async () => {
      const world = await newWorld();
      await as(world.owner.token, 'PATCH', `/members/${world.third.id}`, { role: 'owner' });
      const token = await linkFor(world.third.token, world.member.id);
      await as(world.owner.token, 'PATCH', `/members/${world.third.id}`, { role: 'member' });
      strictEqual((await reset(token)).status, 410);
    });

    test('a link ends when its creator is removed', async () => {
      const world = await newWorld();
      await as(world.owner.token, 'PATCH', `/members/${world.third.id}`, { role: 'owner' });
      const token = await linkFor(world.third.token, world.owner.id);
      const body = { endKeysAndDisplays: true };
      strictEqual((await as(world.owner.token, 'DELETE', `/members/${world.third.id}`, body)).status, 204);
      strictEqual((await reset(token)).status, 410);
    });

    test('a link ends when its member is removed', async () => {
      const world = await newWorld();
      const token = await linkFor(world.owner.token, world.member.id);
      await as(world.owner.token, 'DELETE', `/members/${world.member.id}`, { endKeysAndDisplays: false });
      strictEqual((await reset(token)).status, 410);
    });

    test('a plain member makes no link, for an owner or anyone else', async () => {
      const world = await newWorld();
      for (const { id } of [world.owner, world.third, world.member]) {
        strictEqual((await as(world.member.token, 'POST', `/members/${id}/reset-link`)).status, 403);
      }
    });

    test('an owner makes no link for themselves, for other families or for nobody', async () => {
      const [world, other] = [await newWorld(), await newWorld()];
      for (const id of [world.owner.id, other.member.id, 'nobody']) {
        strictEqual((await as(world.owner.token, 'POST', `/members/${id}/reset-link`)).status, 404, id);
      }
    });

    test('guessed links get the same answer and are limited', async () => {
      await newWorld();
      const codes = new Set<string>();
      for (let at = 0; at < 31; at += 1) codes.add((await open('/reset/look', { token: `${at}` })).body.code);
      deepStrictEqual([...codes], ['reset-link-ended', 'sign-in-limited']);
    });

    test('other secrets of the family are no links, and a link is no other secret', async () => {
      const world = await newWorld();
      const token = await linkFor(world.owner.token, world.member.id);
      for (const secret of [world.invitationToken, world.displayToken, world.owner.token]) {
        strictEqual((await reset(secret)).status, 410);
      }
      strictEqual(await isSignedIn(token), false);
      strictEqual((await open('/invitation', { token })).status, 404);
      strictEqual((await open('/display/open', { token })).status, 401);
    });

    test('common and personal passwords are refused wherever one is set, and use nothing up', async () => {
      const world = await newWorld();
      const { owner, member } = world;
      const weak = { 'Password2026!': 'common-password', [member.email]: 'personal-password' };
      const token = await linkFor(owner.token, member.id);
      const [code = ''] = await codesOf(member.token);
      const account = { email: member.email, timeZone: 'UTC' };
      const newcomer = { email: 'weak@example.org', familyName: member.email, timeZone: 'UTC' };
      for (const [password, expected] of Object.entries(weak)) {
        nextMinute();
        const change = { current: PASSWORD, next: password };
        strictEqual((await as(member.token, 'PUT', '/password', change)).body.code, expected);
        strictEqual((await reset(token, password)).body.code, expected);
        strictEqual((await recover(account.email, code, password)).body.code, expected);
        strictEqual((await open('/sign-up', { ...newcomer, password })).body.code, expected);
        const join = { token: world.invitationToken, email: member.email, password };
        strictEqual((await open('/join', join)).body.code, expected);
      }
      nextMinute();
      strictEqual((await recover(account.email, code, NEXT)).status, 200);
    });

    test('a short password leaves the link as it was', async () => {
      const world = await newWorld();
      const token = await linkFor(world.owner.token, world.member.id);
      strictEqual((await reset(token, 'short')).status, 400);
      strictEqual((await reset(token)).status, 200);
    });

    test('neither links nor codes are stored or logged', async () => {
      const world = await newWorld();
      const token = await linkFor(world.owner.token, world.member.id);
      const codes = await codesOf(world.owner.token);
      await reset(token);
      await recover(world.owner.email, codes[0] ?? '');
      const stored = JSON.stringify(await dump(store)) + service.log();
      for (const secret of [token, ...codes, NEXT]) ok(!stored.includes(secret));
    });

    test('the only owner comes back with a recovery code', async () => {
      nextMinute();
      const { browser, email } = await signUp(service);
      const { codes } = (await browser.call('POST', '/app/api/recovery-codes')).body;
      strictEqual(codes.length, 8);
      for (const code of codes) match(code, /^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
      strictEqual(new Set(codes).size, 8);
      const stranger = new AppClient(service);
      const body = { email, code: codes[3], password: NEXT };
      strictEqual((await stranger.call('POST', '/app/api/recover', body)).status, 200);
      strictEqual((await stranger.call('GET', '/app/api/me')).body.member.role, 'owner');
      strictEqual((await browser.call('GET', '/app/api/me')).status, 401);
      strictEqual((await stranger.call('GET', '/app/api/recovery-codes')).body.left, 0);
    });

    test('a code works once, and the others end with it', async () => {
      const { owner } = await newWorld();
      const [one = '', two = ''] = await codesOf(owner.token);
      strictEqual((await recover(owner.email, one)).status, 200);
      strictEqual((await recover(owner.email, one, 'yet another password')).body.code, 'wrong-code');
      nextMinute();
      strictEqual((await recover(owner.email, two)).body.code, 'wrong-code');
    });

    test('of several uses of a code at the same time one succeeds', async () => {
      const { owner } = await newWorld();
      const [code = ''] = await codesOf(owner.token);
      const uses = await Promise.all(Array.from({ length: 4 }, () => recover(owner.email, code)));
      strictEqual(uses.filter(({ status }) => status === 200).length, 1);
    });

    test('a code is read in any spelling that people write', async () => {
      const { owner } = await newWorld();
      const [code = ''] = await codesOf(owner.token);
      const written = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
      strictEqual(hashRecoveryCode(written), hashRecoveryCode(code));
      strictEqual((await recover(owner.email, written)).status, 200);
    });

    test('a code of another member or family is none', async () => {
      const [world, other] = [await newWorld(), await newWorld()];
      const [mine = ''] = await codesOf(world.member.token);
      strictEqual((await recover(world.owner.email, mine)).body.code, 'wrong-code');
      strictEqual((await recover(other.owner.email, mine)).body.code, 'wrong-code');
      strictEqual((await recover(world.member.email, mine)).status, 200);
    });

    test('a new set ends the old one', async () => {
      const { owner } = await newWorld();
      const [old = ''] = await codesOf(owner.token);
      const [current = ''] = await codesOf(owner.token);
      deepStrictEqual(
        [(await recover(owner.email, old)).status, (await recover(owner.email, current)).status],
        [401, 200],
      );
    });

    test('guessed codes are limited for the network', async () => {
      const { owner } = await newWorld();
      const answers = new Set<string>();
      for (let at = 0; at < 31; at += 1) answers.add((await recover(owner.email, `${at}`)).body.code);
      nextMinute();
      deepStrictEqual([...answers], ['wrong-code', 'sign-in-limited']);
    });

    test('an unknown email and a wrong code get the same answer, and no password is hashed', async () => {
      const { owner } = await newWorld();
      await codesOf(owner.token);
      const known = await recover(owner.email, '0000-0000-0000-0000');
      const unknown = await recover('nobody@example.org', '0000-0000-0000-0000');
      deepStrictEqual([unknown.status, unknown.body], [known.status, known.body]);
      // A hash takes longer than all else, so its time would show for one of them.
      nextMinute();
      const ofHash = await costOf(() => hashPassword('correct horse battery', GROUPS_OF_OPERATOR));
      for (const email of [owner.email, 'nobody@example.org']) {
        const ofRecovery = await costOf(() => recover(email, '0000-0000-0000-0000'));
        ok(ofRecovery < 0.8 * ofHash, `${ofRecovery} µs, ${ofHash} µs for hashes`);
      }
    });

    test('an empty code, and a member without codes, are refused', async () => {
      const { owner } = await newWorld();
      for (const code of ['', '----', '0000-0000-0000-0000']) {
        strictEqual((await recover(owner.email, code)).body.code, 'wrong-code');
      }
    });

    test('a reset ends an open link, the known devices and the older sessions alike', async () => {
      const world = await newWorld();
      const link = await linkFor(world.owner.token, world.member.id);
      const [code = ''] = await codesOf(world.member.token);
      strictEqual((await recover(world.member.email, code)).status, 200);
      strictEqual((await reset(link)).status, 410);
      strictEqual(await isSignedIn(world.member.token), false);
    });
  });
}

/** The processor time of three runs. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  for (let at = 0; at < 3; at += 1) await work();
  return process.cpuUsage(start).user;
}
