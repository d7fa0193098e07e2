/** vdirsyncer, which copies calendars to folders, and the programs that show such folders: khal and todoman. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CalDavClient,
  type ClientSession,
  DISH,
  expectItem,
  ITEM,
  runProgram,
  summariesOf,
  todoText,
  versionOf,
} from './client.ts';

/** A pair of both calendars and two folders, which exist after this. */
async function openFolders({ url, password, folder }: ClientSession) {
  const config = join(folder, 'vdirsyncer');
  writeFileSync(
    config,
    `[general]
status_path = "${folder}/status/"
[pair family]
a = "here"
b = "weekfare"
collections = ["from b"]
conflict_resolution = "b wins"
[storage here]
type = "filesystem"
path = "${folder}/calendars/"
fileext = ".ics"
[storage weekfare]
type = "caldav"
url = "${url}/dav/"
username = "phone"
password = "${password}"
`,
  );
  const run = (...args: string[]) =>
    runProgram('vdirsyncer', ['-c', config, ...args], { home: folder, input: 'y\n'.repeat(9) });
  await run('discover');
  await run('sync');
  const read = (name: string) => {
    const path = join(folder, 'calendars', name);
    return readdirSync(path).map((file) => readFileSync(join(path, file), 'utf8'));
  };
  return {
    sync: () => run('sync'),
    shopping: join(folder, 'calendars', 'shopping'),
    meals: join(folder, 'calendars', 'meals'),
    see: () => ({
      meals: summariesOf(read('meals'), 'VEVENT'),
      items: summariesOf(read('shopping'), 'VTODO'),
    }),
  };
}

export const vdirsyncer: CalDavClient = {
  name: 'vdirsyncer',
  find: () => versionOf('vdirsyncer'),
  async use(session) {
    const { sync, shopping, see } = await openFolders(session);
    const seen = see();
    const [file, summary] = [join(shopping, 'vdir-matches.ics'), 'vdir matches'];
    writeFileSync(file, todoText({ uid: 'vdir-matches', summary, isDone: false }));
    await sync();
    await expectItem(session, summary, 'to buy');
    writeFileSync(file, todoText({ uid: 'vdir-matches', summary, isDone: true }));
    await sync();
    await expectItem(session, summary, 'ticked');
    // The server has its own instant of COMPLETED, which is a change to fetch before the file may be deleted.
    await sync();
    rmSync(file);
    await sync();
    await expectItem(session, summary, 'gone');
    return { did: ['listed', 'added', 'ticked', 'deleted'], seen };
  },
};

export const khal: CalDavClient = {
  name: 'khal',
  async find() {
    return (await versionOf('vdirsyncer')) && versionOf('khal');
  },
  async use(session) {
    const { meals } = await openFolders(session);
    const config = join(session.folder, 'khal');
    writeFileSync(
      config,
      `[calendars]
[[meals]]
path = ${meals}
[locale]
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
timeformat = %H:%M
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
`,
    );
    const shown = await runProgram('khal', ['-c', config, 'list', 'today', '14d'], { home: session.folder });
    const lines = shown.split('\n').map((line) => line.trim());
    const dish = lines.find((line) => line.includes(DISH));
    if (dish === undefined) throw new Error(`It does not show the meal: ${shown}`);
    return { did: ['listed meals'], seen: { meals: lines.filter((line) => line.includes(':')) } };
  },
};

export const todoman: CalDavClient = {
  name: 'todoman',
  async find() {
    return (await versionOf('vdirsyncer')) && versionOf('todoman');
  },
  async use(session) {
    const { sync } = await openFolders(session);
    const { folder } = session;
    const config = join(folder, 'todoman.py');
    mkdirSync(join(folder, 'cache'));
    writeFileSync(
      config,
      `path = "${folder}/calendars/*"\ncache_path = "${folder}/cache/cache.sqlite3"\ndefault_list = "shopping"\n`,
    );
    const todo = (...args: string[]) =>
      runProgram('todoman', ['-c', config, '--porcelain', ...args], { home: folder });
    const list = async () =>
      JSON.parse(await todo('list', '--status', 'ANY')) as {
        id: number;
        summary: string;
        completed: boolean;
      }[];
    const items = (await list()).map(({ summary }) => summary);
    if (!items.includes(ITEM)) throw new Error(`It does not show ${ITEM}: ${items.join(', ')}`);
    const words = 'todoman matches';
    const id = async () => String((await list()).find(({ summary }) => summary === words)?.id);
    // With --porcelain it takes no empty priority.
    await todo('new', '--list', 'shopping', '--priority', '0', words);
    await sync();
    await expectItem(session, words, 'to buy');
    await todo('done', await id());
    await sync();
    await expectItem(session, words, 'ticked');
    await sync();
    await todo('delete', '--yes', await id());
    await sync();
    await expectItem(session, words, 'gone');
    return { did: ['listed items', 'added', 'ticked', 'deleted'], seen: { items } };
  },
};
