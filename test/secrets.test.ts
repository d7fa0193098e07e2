/** Secrets: the database, the log, a backup, the metrics and error responses contain no password, key or token. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openStore, SERVER_TIMEOUT_MS } from '#storage/store.ts';
import { filesIn, findLeaks } from './support/leaks.ts';
import { MAIL_PASSWORD, type MailServer, startMailServer } from './support/servers/mail-server.ts';
import { runWeekfareInProcess } from './support/clients/command-line.ts';
import { type RunningServer, startProcess } from './support/process.ts';
import { AppClient } from './support/service.ts';
import { freshFolder, freshLocation, KINDS } from './support/store.ts';

const CURRENT = '/api/meal-plans/v1/current';
const PUBLIC_URL = 'http://meals.example';
const PASSWORDS = [
  'first-Passw0rd-of-all',
  'second-Passw0rd-of-all',
  'joined-Passw0rd-of-all',
  'mistaken-Passw0rd',
];

/** A key as the password of CalDAV. */
function asPassword(key: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`x:${key}`).toString('base64')}` };
}

/** Calls every route that accepts or returns a secret. Returns all secrets and all error responses. */
async function useAllSecrets(server: RunningServer, mailServer: MailServer) {
  const secrets = new Set<string>([...PASSWORDS, MAIL_PASSWORD]);
  /** Stored as they are, since they sign. */
  const signing = new Set<string>();
  const errors: string[] = [];
  const [first = '', second = '', third = '', wrong = ''] = PASSWORDS;
  const newClient = () => {
    const browser = new AppClient(server);
    return async (status: number, method: string, path: string, body?: unknown, headers = {}) => {
      const reply = await browser.call(method, path, body, { origin: PUBLIC_URL, ...headers });
      strictEqual(reply.status, status, `${method} ${path}: ${JSON.stringify(reply.body)}`);
      if (status >= 400) errors.push(JSON.stringify(reply.body) + JSON.stringify([...reply.headers]));
      for (const value of browser.cookies.values()) secrets.add(value);
      return reply.body;
    };
  };
  const [owner, joiner] = [newClient(), newClient()];
  const account = { familyName: 'Okafor', email: 'owner@example.org', timeZone: 'UTC' };
  await owner(200, 'POST', '/app/api/sign-up', { ...account, password: first });
  await owner(409, 'POST', '/app/api/sign-up', { ...account, password: first });
  await owner(400, 'POST', '/app/api/sign-up', { ...account, password: first, more: wrong });
  await owner(401, 'POST', '/app/api/sign-in', { email: account.email, password: wrong });
  await owner(200, 'POST', '/app/api/sign-in', { email: account.email, password: first });
  /** Of the mail with this number to an address. */
  const mailedToken = async (to: string, number: number) => {
    const { token: mailed } = await mailServer.receive(to, number);
    secrets.add(mailed);
    return mailed;
  };
  const confirmation = await mailedToken(account.email, 1);
  await newClient()(200, 'POST', '/app/api/email/look', { token: confirmation });
  await newClient()(204, 'POST', '/app/api/email/confirm', { token: confirmation });
  await newClient()(410, 'POST', '/app/api/email/confirm', { token: confirmation });
  await newClient()(204, 'POST', '/app/api/reset/mail', { email: account.email });
  const mailedReset = await mailedToken(account.email, 2);
  await newClient()(200, 'POST', '/app/api/reset/look', { token: mailedReset });
  await newClient()(410, 'POST', '/app/api/email/look', { token: mailedReset });
  await owner(200, 'POST', '/app/api/invitations', { email: 'aunt@example.org' });
  await newClient()(200, 'POST', '/app/api/invitation', { token: await mailedToken('aunt@example.org', 1) });
  await owner(200, 'PUT', '/app/api/me/email', { email: 'changed@example.org' });
  await newClient()(200, 'POST', '/app/api/email/look', {
    token: await mailedToken('changed@example.org', 1),
  });
  const { codes } = await owner(200, 'POST', '/app/api/recovery-codes');
  for (const code of codes) secrets.add(code);
  await newClient()(401, 'POST', '/app/api/recover', {
    email: 'other@example.org',
    code: codes[0],
    password: third,
  });
  const one = await owner(200, 'POST', '/app/api/keys', { name: 'tablet' });
  const two = await owner(200, 'POST', `/app/api/keys/${one.id}/rotate`, { overlap: 'day' });
  const { link } = await owner(200, 'POST', '/app/api/invitations', {});
  const token = String(link).split('#')[1] as string;
  const display = await owner(200, 'POST', '/app/api/displays', { name: 'hall' });
  const displayToken = String(display.link).split('#')[1] as string;
  const shared = await owner(200, 'POST', '/app/api/list-links', { days: 7 });
  const listToken = String(shared.link).split('#')[1] as string;
  const calendar = await owner(200, 'POST', '/app/api/calendar-links', {
    slots: ['dinner'],
    times: null,
    showsWarnings: true,
    language: 'en',
  });
  const hook = { name: 'hook', url: 'http://127.0.0.1:59999/hook', types: ['plan.changed'] };
  const webhook = await owner(200, 'POST', '/app/api/webhooks', hook);
  const rotated = await owner(200, 'POST', `/app/api/webhooks/${webhook.id}/rotate`, { overlap: 'day' });
  for (const { secret } of [webhook, rotated]) signing.add(secret);
  await owner(200, 'POST', `/app/api/webhooks/${webhook.id}/test`);
  await owner(422, 'POST', '/app/api/webhooks', { ...hook, url: `http://10.0.0.1/${webhook.secret}` });
  await owner(400, 'POST', '/app/api/webhooks', { ...hook, secret: webhook.secret });
  await owner(401, 'GET', CURRENT, undefined, { 'x-api-key': webhook.secret });
  await owner(200, 'GET', '/app/api/webhooks');
  const calendarPath = new URL(calendar.link).pathname;
  const [, calendarToken = ''] = /^\/calendar\/(\w{43})\.ics$/.exec(calendarPath) ?? [];
  for (const secret of [one.key, two.key, token, displayToken, listToken, calendarToken]) secrets.add(secret);
  strictEqual((await fetch(server.url + calendarPath)).status, 200);
  await newClient()(405, 'POST', calendarPath);
  await newClient()(404, 'GET', `${calendarPath}.html?secret=${calendarToken}`);
  await newClient()(401, 'POST', '/app/api/shared-list', { token: calendarToken });
  await owner(204, 'DELETE', `/app/api/calendar-links/${calendar.id}`);
  await newClient()(404, 'GET', calendarPath);
  await newClient()(200, 'POST', '/app/api/shared-list', { token: listToken });
  await newClient()(401, 'POST', '/app/api/shared-list', { token: displayToken });
  await newClient()(401, 'POST', '/app/api/display/open', { token: listToken });
  await owner(204, 'DELETE', `/app/api/list-links/${shared.id}`);
  await newClient()(401, 'POST', '/app/api/shared-list', { token: listToken });
  await newClient()(204, 'POST', '/app/api/display/open', { token: displayToken });
  await newClient()(200, 'GET', '/app/api/display', undefined, {
    cookie: `weekfare-display=${displayToken}`,
  });
  await newClient()(401, 'GET', `/app/api/display`, undefined, { cookie: `weekfare-display=${token}` });
  await newClient()(200, 'POST', '/app/api/invitation', { token });
  await newClient()(404, 'POST', '/app/api/invitation', { token: displayToken });
  await newClient()(401, 'POST', '/app/api/display/open', { token });
  await joiner(200, 'POST', '/app/api/join', { token, email: 'joiner@example.org', password: third });
  await joiner(410, 'POST', '/app/api/join', { token, email: 'again@example.org', password: third });
  for (const key of [one.key, two.key, one.key])
    await owner(200, 'GET', CURRENT, undefined, { 'x-api-key': key });
  await owner(405, 'POST', CURRENT, {}, { 'x-api-key': one.key });
  await owner(405, 'GET', '/dav/calendars/meals/', undefined, asPassword(one.key));
  await owner(401, 'GET', '/dav/calendars/meals/', undefined, asPassword(`${one.key}!`));
  await owner(404, 'GET', `/dav/${two.key}?key=${two.key}`, undefined, asPassword(two.key));
  secrets.add(Buffer.from(`x:${one.key}`).toString('base64'));
  await owner(401, 'GET', CURRENT, undefined, { 'x-api-key': `${one.key.slice(0, -1)}!` });
  await owner(404, 'GET', `/api/${one.key}?key=${two.key}`, undefined, { 'x-api-key': one.key });
  await owner(403, 'PUT', '/app/api/password', { current: wrong, next: second });
  await owner(200, 'PUT', '/app/api/password', { current: first, next: second });
  await owner(200, 'POST', '/app/api/sign-in', { email: account.email, password: second });
  await owner(400, 'POST', '/app/api/sign-in', `{"email":"x","password":"${first}"`);
  await owner(400, 'POST', '/app/api/sign-in', { email: [second], password: { first } });
  await owner(415, 'POST', '/app/api/sign-in', `password=${first}`, { 'content-type': 'text/plain' });
  await owner(413, 'POST', '/app/api/sign-in', { email: second.repeat(4_000), password: first });
  await owner(404, 'GET', `/app/api/join/${token}`);
  await owner(400, 'GET', `/app/api/me?token=${token}`);
  await owner(403, 'POST', '/app/api/sign-in', { password: first }, { origin: `http://${wrong}.example` });
  const demo = /password +(\w{22})\n[^]*X-API-Key: (\w+)/.exec(server.welcome);
  if (demo) for (const secret of demo.slice(1)) secrets.add(secret);
  return { secrets: [...secrets], signing: [...signing], errors };
}

for (const kind of KINDS) {
  test(`${kind}: no response, log, file or backup contains a secret`, async (t) => {
    const folder = freshFolder(t);
    const location = await freshLocation(t, kind);
    const database: Record<string, string> =
      location.kind === 'sqlite' ? { DATA_DIR: folder } : { DATABASE_URL: location.url };
    const mailServer = await startMailServer(t);
    const mail = { SMTP_URL: mailServer.settings.url, MAIL_FROM: 'meals@example.org', PUBLIC_URL };
    const env = {
      ...database,
      ...mail,
      LOG_LEVEL: 'debug',
      PREMIUM: 'everyone',
      FETCH_PRIVATE_HOSTS: '127.0.0.1',
    };
    const server = await startProcess(t, env);
    const { secrets, signing, errors } = await useAllSecrets(server, mailServer);
    ok(secrets.length >= PASSWORDS.length + 3 + 4 + 1 + 4 + 8 + 1, `${secrets.length} secrets`);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const running = kind === 'sqlite' ? filesIn(folder) : {};
    const { stderr, code } = await server.stop();
    strictEqual(code, 0);
    const backup = join(freshFolder(t), 'backup');
    const command = await runWeekfareInProcess(database, ['backup', backup]);
    strictEqual(command.code, 0, command.stderr);

    const shown = {
      log: Buffer.from(stderr),
      metrics: Buffer.from(metrics),
      errors: Buffer.from(errors.join('\n')),
      command: Buffer.from(command.stdout + command.stderr),
    };
    const places: Record<string, Buffer> = {
      ...running,
      ...shown,
      backup: readFileSync(backup),
      ...(location.kind === 'sqlite'
        ? filesIn(folder)
        : { rows: Buffer.from(JSON.stringify(await readAllRows(location))) }),
    };
    // Proves that the search sees the written data: the owner's email is there in plain text.
    for (const name of Object.keys(places).filter((place) => /backup|rows|-wal$/.test(place))) {
      ok(places[name]?.includes('owner@example.org'), name);
    }
    ok(stderr.includes('/app/api/sign-in') && errors.length > 10);
    deepStrictEqual(findLeaks(secrets, places), []);
    strictEqual(signing.length, 2);
    deepStrictEqual(findLeaks(signing, shown), []);
  });
}

async function readAllRows(location: Parameters<typeof openStore>[0]): Promise<unknown[]> {
  const store = await openStore(location, SERVER_TIMEOUT_MS);
  try {
    const tables = await store.db.introspection.getTables();
    ok(tables.length >= 9);
    const rows = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(store.db));
    return await Promise.all(rows);
  } finally {
    await store.close();
  }
}
