/** calcurse-caldav, which syncs the files of calcurse with one calendar. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CalDavClient,
  type ClientSession,
  expectItem,
  runProgram,
  systemProgram,
  versionOf,
} from './client.ts';

/** The folder of calcurse for a calendar, with what the server has. */
async function openCalendar({ url, password, folder }: ClientSession, name: 'meals' | 'shopping') {
  const home = join(folder, name);
  const [config, hooks] = [join(home, 'config'), join(home, 'hooks')];
  mkdirSync(hooks, { recursive: true });
  writeFileSync(
    config,
    `[General]
Binary = calcurse
Hostname = ${new URL(url).host}
Path = dav/calendars/${name}/
HTTPS = No
AuthMethod = basic
DryRun = No
[Auth]
Username = phone
Password = ${password}
`,
  );
  const files = Object.entries({
    config,
    datadir: home,
    hookdir: hooks,
    lockfile: join(home, 'lock'),
    syncdb: join(home, 'sync.db'),
  }).flatMap(([option, file]) => [`--${option}`, file]);
  const sync = (...more: string[]) => runProgram('calcurse-caldav', [...files, ...more], { home });
  await runProgram('calcurse', ['-D', home, '-Q'], { home });
  await sync('--init', 'keep-remote');
  return { home, sync };
}

async function readMeals(session: ClientSession): Promise<string[]> {
  const { home } = await openCalendar(session, 'meals');
  const shown = await runProgram('calcurse', ['-D', home, '-Q', '--days', '14'], { home });
  return shown
    .split('\n')
    .filter((line) => line.startsWith(' '))
    .map((line) => line.replace(/^[ *>-]+/, ''));
}

export const calcurse: CalDavClient = {
  name: 'calcurse-caldav',
  async find() {
    if (systemProgram('calcurse-caldav') === undefined) return undefined;
    const works = await runProgram('calcurse-caldav', ['--help']).then(
      () => true,
      () => false,
    );
    return works ? versionOf('calcurse') : undefined;
  },
  async use(session) {
    const meals = await readMeals(session);
    const { home, sync } = await openCalendar(session, 'shopping');
    const file = join(home, 'todo');
    const lines = () => readFileSync(file, 'utf8').split('\n').slice(0, -1);
    const items = lines().map((line) => line.replace(/^\[-?\d\](?:>\w+)? /, ''));
    const words = 'calcurse matches';
    appendFileSync(file, `[5] ${words}\n`);
    await sync();
    await expectItem(session, words, 'to buy');
    // A negative priority means that it is done.
    writeFileSync(
      file,
      lines()
        .map((line) => `${line.includes(words) ? line.replace('[5]', '[-5]') : line}\n`)
        .join(''),
    );
    await sync();
    await expectItem(session, words, 'ticked');
    writeFileSync(
      file,
      lines()
        .map((line) => (line.includes(words) ? '' : `${line}\n`))
        .join(''),
    );
    await sync();
    await expectItem(session, words, 'gone');
    return { did: ['listed', 'added', 'ticked', 'deleted'], seen: { meals, items } };
  },
};
