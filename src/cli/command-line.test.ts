/** The command line: the databases it accepts, its questions, the lines it refuses, and its output. */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual, throws } from 'node:assert/strict';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { refuse } from '#domain/refusal.ts';
import { migrate } from '#storage/migrate.ts';
import { openStore, SERVER_TIMEOUT_MS } from '#storage/store.ts';
import { runWeekfareInProcess } from '#test/support/clients/command-line.ts';
import { freshFolder, freshLocation, type Scope } from '#test/support/store.ts';
import { unwrap } from './command.ts';
import { runCommandLine } from './command-line.ts';

const ADD = 'family add --name Okafor --email a@example.org --time-zone UTC';
/** Every command that needs a database. */
const NEED_DATABASE = [
  'family list',
  'family show x',
  'family delete x --yes',
  'premium grant x',
  'premium revoke x',
  'key add x --name tablet',
  'key list x',
  'key rotate x',
  'key revoke x',
  'plan show x',
  'plan set x --week 2026-11-09',
  'plan clear x --week 2026-11-09',
  'plan propose x --week 2026-11-09',
  'preferences show x',
  'preferences set x',
  'check',
  'backup FILE',
  'move-to postgres://me@127.0.0.1:1/x',
];

async function postgres(scope: Scope): Promise<Record<string, string>> {
  const location = await freshLocation(scope, 'postgres');
  if (location.kind !== 'postgres') throw new Error('Expected a PostgreSQL location.');
  return { DATABASE_URL: location.url };
}

async function addFamily(environment: Record<string, string>, name = 'Okafor'): Promise<string> {
  const line = [...ADD.replace(' --name Okafor', '').split(' '), '--name', name, '--json'];
  const { code, stdout, stderr } = await runWeekfareInProcess(environment, line);
  strictEqual(code, 0, stderr);
  return JSON.parse(stdout).id;
}

test('refuses an SQLite database that does not exist, and creates nothing', async (t) => {
  const folder = freshFolder(t);
  const DATA_DIR = join(folder, 'wrong', 'data');
  for (const line of NEED_DATABASE) {
    const parameters = line.replace('FILE', join(folder, 'x.backup')).split(' ');
    const { code, stdout, stderr } = await runWeekfareInProcess({ DATA_DIR }, parameters, '{}');
    deepStrictEqual([code, stdout], [1, ''], line);
    strictEqual(
      stderr,
      `There is no database ${DATA_DIR}/weekfare.db. Set DATA_DIR to its folder. Only family add, migrate, restore and the server create a new one.\n`,
      line,
    );
  }
  deepStrictEqual(readdirSync(folder), []);
});

test('refuses a PostgreSQL database without our tables, and creates none', async (t) => {
  const environment = await postgres(t);
  const file = join(freshFolder(t), 'x.backup');
  for (const line of NEED_DATABASE) {
    const { code, stderr } = await runWeekfareInProcess(
      environment,
      line.replace('FILE', file).split(' '),
      '{}',
    );
    strictEqual(code, 1, line);
    match(stderr, /^PostgreSQL at postgres:\S+ has no tables of Weekfare\. Set DATABASE_URL/, line);
  }
  ok(!existsSync(file));
  const { code, stdout } = await runWeekfareInProcess(environment, ['migrate']);
  deepStrictEqual([code, stdout.startsWith('Applied 0001-schema')], [0, true], 'it was still empty');
});

test('migrate and family add create a new database; a mistyped family add does not', async (t) => {
  const DATA_DIR = join(freshFolder(t), 'data');
  const wrong = await runWeekfareInProcess({ DATA_DIR }, ADD.replace('a@example.org', 'nonsense').split(' '));
  strictEqual(wrong.code, 2);
  ok(!existsSync(DATA_DIR));
  await addFamily({ DATA_DIR });
  const other = join(freshFolder(t), 'data');
  strictEqual((await runWeekfareInProcess({ DATA_DIR: other }, ['migrate'])).code, 0);
  deepStrictEqual(readdirSync(other), ['weekfare.db']);
});

test('a backup without families fails and leaves no file', async (t) => {
  const [DATA_DIR, folder] = [freshFolder(t), freshFolder(t)];
  const file = join(folder, 'x.backup');
  const id = await addFamily({ DATA_DIR });
  strictEqual((await runWeekfareInProcess({ DATA_DIR }, ['backup', file])).code, 0);
  strictEqual(statSync(file).mode & 0o777, 0o600);
  strictEqual((await runWeekfareInProcess({ DATA_DIR }, ['family', 'delete', id, '--yes'])).code, 0);
  const empty = await runWeekfareInProcess({ DATA_DIR }, ['backup', join(folder, 'empty.backup')]);
  deepStrictEqual(empty, {
    code: 1,
    stdout: '',
    stderr: 'The database holds no families: there is nothing to back up.\n',
  });
  deepStrictEqual(readdirSync(folder), ['x.backup']);
  const into = join(freshFolder(t), 'data');
  strictEqual((await runWeekfareInProcess({ DATA_DIR: into }, ['restore', file])).code, 0);
  match((await runWeekfareInProcess({ DATA_DIR: into }, ['family', 'list'])).stdout, /Okafor/);
});

/** Runs a command at a terminal with this input. */
async function atTerminal(environment: Record<string, string>, parameters: string[], typed: string) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  input.end(typed);
  let output = '';
  const print = (text: string) => void (output += `${text}\n`);
  const terminal = { environment, input, print, printError: print, write: async () => {} };
  return { code: await runCommandLine(parameters, terminal), output };
}

test('family delete asks at a terminal and deletes only if the answer is the name or yes', async (t) => {
  const environment = { DATA_DIR: freshFolder(t) };
  const id = await addFamily(environment, 'Smith & Jones');
  const command = ['family', 'delete', id];
  for (const typed of ['no\n', '\n', '', `${id}\n`, 'smith & jones\n', 'y\nyes\n']) {
    const { code, output } = await atTerminal(environment, command, typed);
    strictEqual(code, 1, typed);
    match(
      output,
      /^This deletes the family Smith & Jones \(.{16}\) and all of its data\. This cannot be undone\./,
    );
    match(output, /\nNothing was deleted\.\n$/, typed);
  }
  strictEqual((await atTerminal(environment, command, ' Smith & Jones \n')).code, 0);
  const other = await addFamily(environment);
  strictEqual((await atTerminal(environment, ['family', 'delete', other], 'yes\n')).code, 0);
  const { code, output } = await atTerminal(environment, ['family', 'delete', other], '');
  deepStrictEqual([code, output], [1, `Family ${other}: not found.\n`]);
});

test('family delete without a terminal needs --yes', async (t) => {
  const environment = { DATA_DIR: freshFolder(t) };
  const id = await addFamily(environment);
  const refused = await runWeekfareInProcess(environment, ['family', 'delete', id], 'yes\n');
  strictEqual(refused.code, 2);
  match(refused.stderr, /^The input is not a terminal, so nobody can confirm\. Add --yes/);
  match((await runWeekfareInProcess(environment, ['family', 'list'])).stdout, /Okafor/);
  strictEqual((await runWeekfareInProcess(environment, ['family', 'delete', id, '--yes'])).code, 0);
});

test('exits with 2 and an error for a wrong line, and prints help for a line that asks for it', async (t) => {
  const environment = { DATA_DIR: join(freshFolder(t), 'data') };
  const wrongLines = [
    'family nonsense',
    'family nonsense --help',
    'family',
    'family --json',
    'family ',
    'family --help nonsense',
    'premium',
    'key nonsense x',
    'plan',
    'nonsense',
    'nonsense --help',
    'help nonsense',
    '--help nonsense',
    '--json family list',
    '--nonsense',
    ' ',
    'Family list',
    'familylist',
    'family list list',
    'migrate now',
    'check x',
    'backup',
    'backup a b',
    'restore',
    'move-to',
    'family list --yes',
    'family list --json=yes',
    'family list --json --json',
    'family list -j',
    'family show',
    'family delete --yes',
    'family add --name A --name B --email a@example.org --time-zone UTC',
    'family add --name --email a@example.org --time-zone UTC',
    'family add --name A --email a@example.org --time-zone',
    'family add --name A --email a@example.org --time-zone UTC --premium=no',
    'key rotate x --overlap day --overlap week',
    'plan set x',
    'plan propose x',
    'plan propose x --week 2026-11-09 --seed -1',
    'preferences set',
    'preferences x',
  ];
  for (const line of wrongLines) {
    const { code, stdout, stderr } = await runWeekfareInProcess(environment, line.split(' '));
    deepStrictEqual([code, stdout], [2, ''], `${line}: ${stderr}`);
    match(stderr, /^(.+\n)+See: npm run -s weekfare -- .*--help\n$/, line);
  }
  ok(!existsSync(environment.DATA_DIR));
  for (const line of ['--help', '-h', 'help', 'family --help', 'family -h', 'key help', 'family add -h']) {
    const { code, stdout, stderr } = await runWeekfareInProcess(environment, line.split(' '));
    deepStrictEqual([code, stderr], [0, ''], line);
    match(stdout, /Usage: /, line);
  }
});

/** A right-to-left override, a zero-width space, a C1 control that begins a terminal sequence, a soft hyphen. */
const HOSTILE = 'a\u202eb\u200bc\u009b31md\u00ade\u2066f';
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;
const ESCAPED = 'a\\u202eb\\u200bc\\u009b31md\\u00ade\\u2066f';

test('escapes control and formatting characters in texts that strangers typed', async (t) => {
  const folder = freshFolder(t);
  const environment = { DATA_DIR: folder };
  const id = await addFamily(environment);
  const store = await openStore({ kind: 'sqlite', file: join(folder, 'weekfare.db') }, SERVER_TIMEOUT_MS);
  t.after(() => store.close());
  const key = await runWeekfareInProcess(environment, ['key', 'add', id, '--name', 'tablet', '--json']);
  const meals = JSON.stringify({ Monday: { dinner: { description: 'Dal' } } });
  await runWeekfareInProcess(environment, ['plan', 'set', id, '--week', '2026-11-09'], meals);
  // The domain refuses such texts today, but rows may be older than its rules.
  await store.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('families')
      .set({ name: `${HOSTILE}\nFamily 2\t`, time_zone: HOSTILE })
      .execute();
    await tx
      .updateTable('members')
      .set({ email: `${HOSTILE}\u001b[2J@example.org` })
      .execute();
    await tx
      .updateTable('api_keys')
      .set({ name: `${HOSTILE}\r` })
      .execute();
    await tx
      .updateTable('plans')
      .set({ meals: meals.replace('Dal', HOSTILE) })
      .execute();
  });
  const text: Record<string, string> = {};
  for (const line of [
    'family list',
    `family show ${id}`,
    `key list ${id}`,
    `plan show ${id} --week 2026-11-09`,
    'check',
    `family show ${HOSTILE}`,
    HOSTILE,
  ]) {
    for (const parameters of [line.split(' '), [...line.split(' '), '--json']]) {
      const { stdout, stderr } = await runWeekfareInProcess(environment, parameters);
      doesNotMatch(stdout + stderr, UNSAFE);
      text[parameters.join(' ')] = stdout + stderr;
    }
  }
  strictEqual(text['family list']?.trimEnd().split('\n').length, 1, 'a name does not start a new line');
  ok(text['family list']?.endsWith(` ${ESCAPED}\\u000aFamily 2\\u0009\n`), text['family list']);
  ok(text[`family show ${id}`]?.includes(`${ESCAPED}\\u001b[2J@example.org (owner)`));
  ok(text[`key list ${id}`]?.endsWith(` ${ESCAPED}\\u000d\n`));
  ok(text[`plan show ${id} --week 2026-11-09`]?.endsWith(` ${ESCAPED}\n`));
  ok(text[`family show ${HOSTILE}`]?.includes(`Family ${ESCAPED}: not found.`));
  ok(text[HOSTILE]?.includes(`There is no command "${ESCAPED}".`));
  // Programs get the original value.
  strictEqual(JSON.parse(text['family list --json'] ?? '')[0].name, `${HOSTILE}\nFamily 2\t`);
  strictEqual(key.code, 0);
  const { output } = await atTerminal(environment, ['family', 'delete', id], 'no\n');
  ok(output.includes(`the family ${ESCAPED}\\u000aFamily 2`), output);
});

test('every command refuses an empty file and a log without its database', async (t) => {
  for (const [name, sentence] of [
    [
      'weekfare.db',
      /^The database \S+ is an empty file, which a database of Weekfare never is\. Move it away/,
    ],
    ['weekfare.db-wal', /^The database \S+ is missing, but its weekfare\.db-wal is there/],
  ] as const) {
    const DATA_DIR = freshFolder(t);
    writeFileSync(join(DATA_DIR, name), '');
    const backup = join(freshFolder(t), 'x.backup');
    for (const line of ['family list', ADD, 'migrate', 'check', `backup ${backup}`]) {
      const { code, stderr } = await runWeekfareInProcess({ DATA_DIR }, line.split(' '));
      strictEqual(code, 1, line);
      match(stderr, sentence, line);
    }
    deepStrictEqual(readdirSync(DATA_DIR), [name]);
  }
});

test('treats a database without a first commit as missing', async (t) => {
  const location = await freshLocation(t, 'sqlite');
  if (location.kind !== 'sqlite') throw new Error('Expected an SQLite location.');
  writeFileSync(`${location.file}.setup`, '');
  writeFileSync(location.file, '');
  const environment = { DATA_DIR: join(location.file, '..') };
  match((await runWeekfareInProcess(environment, ['family', 'list'])).stderr, /^There is no database/);
  const store = await openStore(location, SERVER_TIMEOUT_MS);
  await migrate(store, 0);
  await store.close();
  strictEqual((await runWeekfareInProcess(environment, ['family', 'list'])).code, 0);
});

const print = () => {};

test('reads the terminal line by line', async (t) => {
  const environment = { DATA_DIR: freshFolder(t) };
  const id = await addFamily(environment);
  const input = Object.assign(Readable.from(['y', 'e', 's\n', 'more\n']), { isTTY: true });
  const terminal = { environment, input, print, printError: print, write: async () => {} };
  strictEqual(await runCommandLine(['family', 'delete', id], terminal), 0);
});

test('a backup names its tables in words', async (t) => {
  const environment = { DATA_DIR: freshFolder(t) };
  await addFamily(environment);
  const { stdout } = await runWeekfareInProcess(environment, ['backup', join(freshFolder(t), 'x.backup')]);
  match(stdout.split(': ')[1] ?? '', /^[a-z]+( [a-z]+)* \d+(, [a-z]+( [a-z]+)* \d+)*\.\n$/);
});

test('the text of a refusal continues the sentence that names what was refused', () => {
  for (const reason of [
    'last-sign-in-method',
    'passkey-unknown',
    'provider-unavailable',
    'not-found',
  ] as const)
    throws(() => unwrap(refuse(reason), 'Member x'), { name: 'UserError', message: /^Member x: [a-z].*\.$/ });
});
