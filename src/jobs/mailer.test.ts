/** The queue of mails: retries, refusals for good, a server that is down or silent, a restart, and what is logged. */
import { deepStrictEqual, doesNotMatch, match, ok, rejects, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { MailLimit } from '#auth/mail-limit.ts';
import { MAIL_PASSWORD, startMailServer } from '#test/support/servers/mail-server.ts';
import { send } from '#test/support/clients/request.ts';
import { type Service, startService } from '#test/support/service.ts';
import { dump } from '#test/support/snapshot.ts';
import { freshStore, KINDS, type Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { makeWorld } from '#test/support/world.ts';
import { beforeDeadline, createDeadline } from '#storage/deadline.ts';
import { openStore, SERVER_TIMEOUT_MS } from '#storage/store.ts';
import { claimMail, findDueMails, insertMail } from '#storage/tables/account/queued-mails.ts';
import { Mailer, RETRY_DELAYS_MS } from './mailer.ts';

const PUBLIC_URL = 'http://meals.example';

async function prepare(scope: Scope, options: Parameters<typeof startService>[1] = {}) {
  const mailServer = await startMailServer(scope);
  const config = { publicUrl: PUBLIC_URL, mail: mailServer.settings };
  const service = await startService(scope, { ...options, config });
  const { member } = await makeWorld(service);
  return { mailServer, config, service, email: member.email };
}

async function askForReset(service: Service, email: string): Promise<void> {
  const call = { method: 'POST', path: '/app/api/reset/mail', body: { email } };
  strictEqual((await send(service, { ...call, headers: { origin: PUBLIC_URL } })).status, 204);
}

async function attemptsOf({ store }: Service): Promise<number[]> {
  const { queued_mails: rows = [] } = await dump(store);
  const mails = rows as { attempts: number; kind: string }[];
  return mails.filter(({ kind }) => kind === 'reset').map(({ attempts }) => attempts);
}

/** Moves the clock over the delay after attempt `at`, and waits for the next attempt. */
async function retry(service: Service, seen: () => number, at: number): Promise<void> {
  // Logged when the next attempt is planned.
  await until(`attempt ${at}`, () => seen() === at && service.log().split('mail not sent').length > at);
  service.clock.nowMs += RETRY_DELAYS_MS[at - 1] ?? 0;
  service.store.mailer?.wake();
}

for (const kind of KINDS) {
  test(`${kind}: a mail that is refused for now is tried again, and sent once`, async (t) => {
    const { mailServer, service, email } = await prepare(t, { kind });
    mailServer.behaviour = 'later';
    await askForReset(service, email);
    await retry(service, () => mailServer.attempts, 1);
    await until('second attempt', () => mailServer.attempts === 2);
    mailServer.behaviour = 'accept';
    await retry(service, () => mailServer.attempts, 2);
    await mailServer.receive(email);
    await until('empty queue', async () => (await attemptsOf(service)).length === 0);
    strictEqual(mailServer.mails.length, 1);
  });
}

test('a mail is dropped after six attempts; the log has neither address nor link', async (t) => {
  const { mailServer, service, email } = await prepare(t);
  mailServer.behaviour = 'later';
  await askForReset(service, email);
  for (let at = 1; at <= RETRY_DELAYS_MS.length; at += 1) await retry(service, () => mailServer.attempts, at);
  await until('dropped', async () => (await attemptsOf(service)).length === 0);
  strictEqual(mailServer.attempts, RETRY_DELAYS_MS.length + 1);
  const log = service.log();
  match(
    log,
    /"level":50.*"kind":"reset","attempts":6.*"responseCode":451.*mail dropped after its last attempt/,
  );
  doesNotMatch(log, new RegExp(`${email}|/reset#|${MAIL_PASSWORD}`));
});

test('postgres: mails are sent after the request that has woken the mailer has used up its time', async (t) => {
  const store = await openStore((await freshStore(t, 'postgres')).location, SERVER_TIMEOUT_MS);
  t.after(() => store.close());
  const { mailServer, service, email } = await prepare(t, { store });
  const runInRequest = createDeadline();
  const { promise: never } = Promise.withResolvers<never>();
  await rejects(runInRequest(() => beforeDeadline(() => never)));
  const mail = { id: 'mail', kind: 'reset', recipient: email } as const;
  await service.store.db.transaction().execute((tx) => insertMail(tx, null, mail, service.clock.nowMs));
  await runInRequest(async () => service.store.mailer?.wake());
  await mailServer.receive(email);
});

test('a mail that is refused for good is not tried again', async (t) => {
  const { mailServer, service, email } = await prepare(t);
  mailServer.behaviour = 'never';
  await askForReset(service, email);
  await until('dropped', () => service.log().includes('mail dropped after its last attempt'));
  await until('empty queue', async () => (await attemptsOf(service)).length === 0);
  strictEqual(mailServer.attempts, 1);
});

test('a server that never responds delays neither requests nor the end of the process', async (t) => {
  const { mailServer, service, email } = await prepare(t);
  mailServer.behaviour = 'silent';
  await askForReset(service, email);
  await until('attempt', () => mailServer.attempts === 1);
  await askForReset(service, email);
  // Neither is dropped. On a busy machine the first may have been tried again.
  strictEqual((await attemptsOf(service)).length, 2);
});

test('a wrong password of the mail server is for the operator to correct: the mail stays', async (t) => {
  const { mailServer, config, email, service } = await prepare(t);
  const url = mailServer.settings.url.replace(MAIL_PASSWORD, 'wrong');
  const wrong = await startService(t, { config: { ...config, mail: { ...mailServer.settings, url } } });
  const { member } = await makeWorld(wrong);
  await askForReset(wrong, member.email);
  await until('refused', () => wrong.log().includes('"code":"EAUTH"'));
  deepStrictEqual(await attemptsOf(wrong), [1]);
  doesNotMatch(wrong.log(), /wrong@|weekfare:/);
  await askForReset(service, email);
  await mailServer.receive(email);
});

test('mails survive a restart, and old ones are not sent', async (t) => {
  const store = await freshStore(t, 'sqlite');
  const mailServer = await startMailServer(t);
  const down = { ...mailServer.settings, url: 'smtp://127.0.0.1:1' };
  const ends: (() => unknown)[] = [];
  const scope = { after: (end: () => unknown) => void ends.push(end) } as Scope;
  const first = await startService(scope, { store, config: { publicUrl: PUBLIC_URL, mail: down } });
  const { member, third } = await makeWorld(first);
  await askForReset(first, third.email);
  first.clock.nowMs += 3 * 3_600_000;
  await askForReset(first, member.email);
  await until('attempts', () => first.log().split('mail not sent').length > 2);
  for (const end of ends) await end();
  const nowMs = first.clock.nowMs + 60_000;
  const config = { publicUrl: PUBLIC_URL, mail: mailServer.settings };
  const second = await startService(t, { store, nowMs, config });
  const { token } = await mailServer.receive(member.email);
  const call = { method: 'POST', path: '/app/api/reset/look', body: { token } };
  strictEqual((await send(second, { ...call, headers: { origin: PUBLIC_URL } })).status, 200);
  await until('empty queue', async () => (await attemptsOf(second)).length === 0);
  ok(!mailServer.mails.some(({ to }) => to.includes(third.email)));
});

for (const kind of KINDS) {
  test(`${kind}: of servers that find the same mail due, one sends it`, async (t) => {
    const store = await freshStore(t, kind);
    const nowMs = Date.parse('2026-11-11T12:00:00Z');
    const mail = { id: 'mail', kind: 'reset', recipient: 'a@example.org' } as const;
    await store.db.transaction().execute((tx) => insertMail(tx, null, mail, nowMs));
    const [due] = await findDueMails(store.db, nowMs, 1);
    ok(due);
    const claim = () => store.db.transaction().execute((tx) => claimMail(tx, due, nowMs + 60_000));
    const claims = await Promise.all([claim(), claim(), claim()]);
    deepStrictEqual(
      claims.flatMap((claimed) => claimed?.attempts ?? []),
      [1],
    );
    deepStrictEqual(await findDueMails(store.db, nowMs, 1), []);
  });
}

test('a mail that is queued while the mailer looks for the next due mail is sent at once', async (t) => {
  const { mailServer, service, email } = await prepare(t);
  const { store, clock } = service;
  let found = 0;
  const queueMail: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      found += 1;
      // The first query finds no due mail, the second no next one.
      if (found === 2) {
        const mail = { id: 'mail', kind: 'reset', recipient: email } as const;
        await store.db.transaction().execute((tx) => insertMail(tx, null, mail, clock.nowMs));
        mailer.wake();
      }
      return result;
    },
  };
  const mailer = new Mailer({
    store: { ...store, db: store.db.withPlugin(queueMail) },
    settings: mailServer.settings,
    publicUrl: PUBLIC_URL,
    limit: new MailLimit(),
    clock: () => clock.nowMs,
    log: { warn() {}, error() {} },
  });
  t.after(() => mailer.stop());
  mailer.start();
  // Without the second query it is found half a minute later.
  await until('the mail is sent', () => mailServer.mails.length === 1, 5_000);
});
