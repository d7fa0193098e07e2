/**
 * Mail, as attackers try it: links used twice, of others, expired, with a forged host name; names and addresses that add
 * headers or recipients; floods of mails. The mail server is a real one.
 */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AppClient, startService } from '#test/support/service.ts';
import { startMailServer } from '#test/support/servers/mail-server.ts';
import { send } from '#test/support/clients/request.ts';
import { dump } from '#test/support/snapshot.ts';
import { ONE_KIND } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { makeWorld, PASSWORD } from '#test/support/world.ts';

const NEXT = 'a completely new one';
const HOUR_MS = 3_600_000;
const PUBLIC_URL = 'http://meals.example';

for (const kind of ONE_KIND) {
  describe(`${kind}: mail`, async () => {
    const mailServer = await startMailServer({ after, before });
    const config = { publicUrl: PUBLIC_URL, mail: mailServer.settings, trustedProxies: ['127.0.0.1'] };
    const service = await startService({ after, before }, { kind, config });
    const { clock, store } = service;
    let networks = 0;
    /** Each call comes from another network, unless it names one: networks are limited. */
    const from = (address = `192.0.2.${(networks += 1) % 250}`) => ({
      origin: PUBLIC_URL,
      'x-forwarded-for': address,
    });
    const open = (path: string, body: object, headers: object = from()) =>
      send(service, { method: 'POST', path: `/app/api${path}`, body, headers: { ...headers } });
    const as = (token: string, method: string, path: string, body?: object) =>
      send(service, { method, path: `/app/api${path}`, token, body, headers: from() });
    const me = async (token: string) => (await as(token, 'GET', '/me')).body.member;
    const queued = async () => {
      const { queued_mails: rows = [] } = await dump(store);
      return (rows as { id: string; recipient: string; due_at: string }[]).filter(
        ({ due_at }) => due_at < '2090',
      );
    };
    /** All mails are sent or given up. */
    const sent = () => until('empty queue', async () => (await queued()).length === 0);
    const newWorld = async () => {
      await sent();
      clock.nowMs += 25 * HOUR_MS;
      return makeWorld(service);
    };
    const confirm = async (token: string, email: string) => {
      strictEqual((await as(token, 'POST', '/me/email/confirmation')).status, 204);
      const { token: link } = await mailServer.receive(email);
      strictEqual((await open('/email/confirm', { token: link })).status, 204);
    };
    const signIn = (email: string) => open('/sign-in', { email, password: PASSWORD });
    const countTo = (email: string) => mailServer.mails.filter(({ to }) => to.includes(email)).length;
    const eventsOf = async (token: string) =>
      (await as(token, 'GET', '/security-events')).body.events.map(
        ({ action }: { action: string }) => action,
      );

    test('a forgotten password: mail, new password, all other sessions ended, the family told', async () => {
      const { owner, member } = await newWorld();
      strictEqual(
        (await open('/reset/mail', { email: member.email.toUpperCase(), language: 'de' })).status,
        204,
      );
      const mail = await mailServer.receive(member.email);
      deepStrictEqual(mail.to, [member.email]);
      strictEqual(mail.subject, 'Neues Passwort für Weekfare');
      const link = `${PUBLIC_URL}/reset#${mail.token}`;
      ok(mail.text.includes(link) && mail.html.includes(`href="${link}"`), mail.text);
      ok(mail.headers.includes('Auto-Submitted: auto-generated'));
      deepStrictEqual((await open('/reset/look', { token: mail.token })).body, { email: member.email });
      const done = await open('/reset', { token: mail.token, password: NEXT });
      strictEqual(done.body.member, member.id);
      strictEqual((await as(member.token, 'GET', '/me')).status, 401);
      strictEqual((await as(owner.token, 'GET', '/notices')).body.notices[0].email, member.email);
      strictEqual((await open('/sign-in', { email: member.email, password: NEXT })).status, 200);
      // The mail has reached the member, so the address is theirs.
      const [session = ''] = /(?<=weekfare-session=)\w+/.exec(done.headers.get('set-cookie') ?? '') ?? [];
      strictEqual((await me(session)).isEmailConfirmed, true);
    });

    test('a mailed link works once, within an hour, for its member only', async () => {
      const { member, third } = await newWorld();
      for (const { email } of [member, third]) await open('/reset/mail', { email });
      const mine = await mailServer.receive(member.email);
      const other = await mailServer.receive(third.email);
      strictEqual((await open('/reset', { token: other.token, password: NEXT })).body.member, third.id);
      strictEqual(
        (await open('/reset', { token: other.token, password: NEXT })).body.code,
        'reset-link-ended',
      );
      strictEqual((await open('/email/confirm', { token: mine.token })).body.code, 'email-link-ended');
      clock.nowMs += HOUR_MS + 1;
      strictEqual(
        (await open('/reset', { token: mine.token, password: NEXT })).body.code,
        'reset-link-ended',
      );
    });

    test('asking again leaves the link of an owner and the first mailed one valid', async () => {
      const { owner, member } = await newWorld();
      const { link } = (await as(owner.token, 'POST', `/members/${member.id}/reset-link`)).body;
      for (const at of [1, 2]) {
        await open('/reset/mail', { email: member.email });
        await mailServer.receive(member.email, at);
      }
      strictEqual((await open('/reset/look', { token: link.split('#')[1] })).status, 200);
      const { token } = await mailServer.receive(member.email);
      strictEqual((await open('/reset', { token, password: NEXT })).status, 200);
      const { token: second } = await mailServer.receive(member.email, 2);
      strictEqual((await open('/reset', { token: second, password: NEXT })).status, 410);
    });

    test('an unknown address gets the same answer after the same queries, and no mail', async () => {
      const { member } = await newWorld();
      // Without the mailer, what a request has written stays.
      const { mailer } = store;
      store.mailer = undefined;
      for (const email of [member.email, 'nobody@example.org']) await open('/reset/mail', { email });
      const left = (await queued()).map(({ id: _id, recipient: _to, ...mail }) => mail);
      strictEqual(left.length, 2);
      deepStrictEqual({ ...left[0], created_at: '', due_at: '' }, { ...left[1], created_at: '', due_at: '' });
      store.mailer = mailer;
      mailer?.wake();
      await sent();
      mailServer.attempts = 0;
      const [known, unknown] = [
        await open('/reset/mail', { email: member.email }),
        await open('/reset/mail', { email: 'nobody@example.org' }),
      ];
      deepStrictEqual([known.status, known.body], [unknown.status, unknown.body]);
      await mailServer.receive(member.email, 2);
      await sent();
      strictEqual(mailServer.attempts, 1);
    });

    test('links begin with PUBLIC_URL, whatever host name a request claims', async () => {
      const { member, owner } = await newWorld();
      const forged = {
        ...from(),
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example',
      };
      strictEqual((await open('/reset/mail', { email: member.email }, forged)).status, 204);
      const mail = await mailServer.receive(member.email);
      ok(mail.text.includes(`${PUBLIC_URL}/reset#`));
      await confirm(owner.token, owner.email);
      for (const { text, html } of mailServer.mails) doesNotMatch(text + html, /evil/);
    });

    test('a mailbox gets at most three requested mails an hour, for all requests and spellings together', async () => {
      const { member } = await newWorld();
      const [local = '', domain = ''] = member.email.split('@');
      const spellings = [
        member.email,
        `${local}+1@${domain}`,
        member.email.toUpperCase(),
        `${local}+2@${domain}`,
      ];
      const statuses = [];
      for (const email of spellings) statuses.push((await open('/reset/mail', { email })).status);
      deepStrictEqual(statuses, [204, 204, 204, 429]);
      clock.nowMs += HOUR_MS;
      strictEqual((await open('/reset/mail', { email: member.email })).status, 204);
      await sent();
    });

    test('a network gets ten mails an hour', async () => {
      await newWorld();
      const statuses = [];
      for (let at = 0; at < 11; at += 1) {
        const { status } = await open(
          '/reset/mail',
          { email: `flood${at}@example.org` },
          from('198.51.100.7'),
        );
        statuses.push(status);
      }
      deepStrictEqual(statuses, [...Array<number>(10).fill(204), 429]);
      await sent();
    });

    test('a new account works at once and is confirmed by its link, in its language', async () => {
      clock.nowMs += HOUR_MS;
      const browser = new AppClient(service);
      const email = 'newcomer@example.org';
      const account = { familyName: 'Okafor', email, password: PASSWORD, timeZone: 'UTC', language: 'de' };
      strictEqual((await browser.call('POST', '/app/api/sign-up', account, from())).status, 200);
      const token = browser.cookies.get('weekfare-session') ?? '';
      deepStrictEqual((await me(token)).isEmailConfirmed, false);
      const mail = await mailServer.receive(email);
      strictEqual(mail.subject, 'Bestätige deine E-Mail-Adresse');
      deepStrictEqual((await open('/email/look', { token: mail.token })).body, { email });
      strictEqual((await me(token)).isEmailConfirmed, false);
      strictEqual((await open('/email/confirm', { token: mail.token })).status, 204);
      strictEqual((await me(token)).isEmailConfirmed, true);
      strictEqual((await open('/email/confirm', { token: mail.token })).body.code, 'email-link-ended');
      strictEqual((await as(token, 'POST', '/me/email/confirmation')).status, 404);
    });

    test('a new device is told to a confirmed address, a known one and the first one are not', async () => {
      const { member } = await newWorld();
      await confirm(member.token, member.email);
      const browser = new AppClient(service);
      const credentials = { email: member.email, password: PASSWORD };
      const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
      const headers = { ...from('203.0.113.9'), 'user-agent': userAgent };
      await as(member.token, 'PUT', '/me/language', { language: 'de' });
      for (let at = 0; at < 2; at += 1)
        strictEqual((await browser.call('POST', '/app/api/sign-in', credentials, headers)).status, 200);
      const mail = await mailServer.receive(member.email, 2);
      strictEqual(mail.subject, 'Neue Anmeldung bei Weekfare');
      match(mail.text, /Firefox auf Linux, .*2026.*, von 203\.0\.113\.9\./);
      await sent();
      strictEqual(mailServer.mails.filter(({ to }) => to.includes(member.email)).length, 2);
    });

    test('an address that is not confirmed gets no notices, and a mailbox at most five an hour', async () => {
      const { member, third } = await newWorld();
      await confirm(member.token, member.email);
      strictEqual((await signIn(third.email)).status, 200);
      for (let at = 0; at < 7; at += 1) {
        clock.nowMs += 60_000;
        strictEqual((await signIn(member.email)).status, 200);
      }
      await sent();
      deepStrictEqual([countTo(third.email), countTo(member.email)], [0, 6]);
    });

    test('an invitation by mail: the link is only there, and confirms the address', async () => {
      const { owner, member } = await newWorld();
      const body = { email: 'aunt@example.org', role: 'member' };
      strictEqual((await as(owner.token, 'POST', '/invitations', body)).body.code, 'email-unconfirmed');
      await confirm(owner.token, owner.email);
      strictEqual((await as(member.token, 'POST', '/invitations', body)).status, 403);
      const made = await as(owner.token, 'POST', '/invitations', body);
      strictEqual(made.body.link, null);
      const mail = await mailServer.receive('aunt@example.org');
      ok(mail.text.includes(`${owner.email} invites you`) && mail.text.includes(`${PUBLIC_URL}/join#`));
      const joined = await open('/join', { token: mail.token, email: body.email, password: PASSWORD });
      strictEqual(joined.status, 200);
      const [token = ''] = /(?<=weekfare-session=)\w+/.exec(joined.headers.get('set-cookie') ?? '') ?? [];
      strictEqual((await me(token)).isEmailConfirmed, true);
      strictEqual(
        (await open('/join', { token: mail.token, email: 'b@example.org', password: PASSWORD })).status,
        410,
      );
    });

    test('a link that an owner passes on confirms no address, and a mailed one no other address', async () => {
      const { owner, invitationToken } = await newWorld();
      await confirm(owner.token, owner.email);
      await as(owner.token, 'POST', '/invitations', { email: 'nephew@example.org' });
      const { token: mailed } = await mailServer.receive('nephew@example.org');
      for (const { token, email } of [
        { token: invitationToken, email: 'niece@example.org' },
        { token: mailed, email: 'not.nephew@example.org' },
      ]) {
        const joined = await open('/join', { token, email, password: PASSWORD });
        const [session = ''] = /(?<=weekfare-session=)\w+/.exec(joined.headers.get('set-cookie') ?? '') ?? [];
        strictEqual((await me(session)).isEmailConfirmed, false, email);
      }
    });

    test('a withdrawn invitation is not sent', async () => {
      const { owner } = await newWorld();
      await confirm(owner.token, owner.email);
      await sent();
      mailServer.behaviour = 'later';
      mailServer.attempts = 0;
      const { body } = await as(owner.token, 'POST', '/invitations', { email: 'uncle@example.org' });
      await until('first attempt', () => mailServer.attempts === 1);
      mailServer.behaviour = 'accept';
      strictEqual((await as(owner.token, 'DELETE', `/invitations/${body.id}`)).status, 204);
      clock.nowMs += 60_000;
      store.mailer?.wake();
      await sent();
      ok(!mailServer.mails.some(({ to }) => to.includes('uncle@example.org')));
    });

    test('names and addresses add neither headers nor recipients nor links', async () => {
      const { owner } = await newWorld();
      await confirm(owner.token, owner.email);
      const name = 'Okafor\nBcc: evil@evil.example\n\n<a href="https://evil.example">x</a>';
      strictEqual((await as(owner.token, 'PATCH', '/family', { name })).status, 204);
      strictEqual(
        (await as(owner.token, 'POST', '/invitations', { email: 'guest@example.org' })).status,
        200,
      );
      const mail = await mailServer.receive('guest@example.org');
      deepStrictEqual(mail.to, ['guest@example.org']);
      ok(!mail.headers.some((line) => /^(bcc|cc):/i.test(line)), mail.headers.join('\n'));
      ok(mail.headers.includes('To: guest@example.org'));
      doesNotMatch(mail.text + mail.html, /evil\.example|<a href="https:\/\/evil/);
      const before = mailServer.attempts;
      const hostile = [
        'a@example.org,evil@evil.example',
        'a@b.example>',
        '<a@b.example',
        'a@b.example,c',
        'a;b@c.example',
        '"a"@b.example',
      ];
      for (const email of [
        ...hostile,
        'a@b.example\r\nBcc: evil@evil.example',
        'a@b.example\nRCPT TO:<e@e.example>',
      ]) {
        const { status } = await as(owner.token, 'POST', '/invitations', { email });
        ok([200, 400].includes(status), `${email}: ${status}`);
        await open('/reset/mail', { email });
      }
      await sent();
      strictEqual(mailServer.attempts, before);
    });

    test('a new address counts when its link is opened; the old one is told and has no power', async () => {
      const { owner, member } = await newWorld();
      await open('/reset/mail', { email: member.email });
      const { token: old } = await mailServer.receive(member.email);
      clock.nowMs += 11 * 60_000;
      const change = (email: string) => as(member.token, 'PUT', '/me/email', { email });
      strictEqual((await change('new@example.org')).body.code, 'reauthentication-required');
      await as(member.token, 'POST', '/reauthentication/password', { password: PASSWORD });
      strictEqual((await change(owner.email)).body.code, 'email-taken');
      deepStrictEqual((await change('new@example.org')).body, { isPending: true });
      const { email, newEmail } = await me(member.token);
      deepStrictEqual([email, newEmail], [member.email, 'new@example.org']);
      strictEqual((await open('/sign-in', { email: 'new@example.org', password: PASSWORD })).status, 401);
      const { token } = await mailServer.receive('new@example.org');
      strictEqual((await open('/email/confirm', { token })).status, 204);
      const now = await me(member.token);
      deepStrictEqual([now.email, now.newEmail, now.isEmailConfirmed], ['new@example.org', null, true]);
      strictEqual((await open('/sign-in', { email: member.email, password: PASSWORD })).status, 401);
      strictEqual((await open('/sign-in', { email: 'new@example.org', password: PASSWORD })).status, 200);
      strictEqual((await open('/reset', { token: old, password: NEXT })).status, 410);
      const notice = await mailServer.receive(member.email, 2);
      strictEqual(notice.subject, 'Your email address was changed');
      doesNotMatch(notice.text, /new@example/);
      ok((await eventsOf(owner.token)).includes('member.email'));
    });

    test('a change that was given up or replaced, or whose address was taken, has no effect', async () => {
      const { member, third } = await newWorld();
      const change = (email: string) => as(member.token, 'PUT', '/me/email', { email });
      await change('first@example.org');
      const first = await mailServer.receive('first@example.org');
      await change('second@example.org');
      const second = await mailServer.receive('second@example.org');
      strictEqual((await open('/email/confirm', { token: first.token })).status, 410);
      await as(third.token, 'PUT', '/me/email', { email: 'second@example.org' });
      const taken = await mailServer.receive('second@example.org', 2);
      strictEqual((await open('/email/confirm', { token: taken.token })).status, 204);
      strictEqual((await open('/email/confirm', { token: second.token })).body.code, 'email-taken');
      strictEqual((await change(member.email)).status, 200);
      strictEqual((await open('/email/confirm', { token: second.token })).status, 410);
      strictEqual((await me(member.token)).email, member.email);
    });

    test('a link to an address ends after a day and with its member', async () => {
      const { owner, member, third } = await newWorld();
      for (const { token } of [member, third]) await as(token, 'POST', '/me/email/confirmation');
      const mine = await mailServer.receive(member.email);
      const removed = await mailServer.receive(third.email);
      await as(owner.token, 'DELETE', `/members/${third.id}`, { endKeysAndDisplays: false });
      strictEqual((await open('/email/confirm', { token: removed.token })).status, 410);
      clock.nowMs += 24 * HOUR_MS + 1;
      strictEqual((await open('/email/confirm', { token: mine.token })).status, 410);
    });

    test('a link that was mailed is neither stored nor logged', async () => {
      const stored = JSON.stringify(await dump(store)) + service.log();
      const tokens = mailServer.mails.map(({ token }) => token).filter(Boolean);
      ok(tokens.length > 10);
      for (const token of tokens) ok(!stored.includes(token));
    });
  });
}
