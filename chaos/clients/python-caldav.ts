/** python3-caldav, the library behind Home Assistant's CalDAV integration. */
import { fileURLToPath } from 'node:url';
import { type CalDavClient, expectItem, runProgram, systemProgram } from './client.ts';

const SCRIPT = fileURLToPath(new URL('python-caldav.py', import.meta.url));
const VERSION = 'import caldav, importlib.metadata as m; print(m.version("caldav"))';
const WORDS = 'python matches';

export const pythonCaldav: CalDavClient = {
  name: 'python3-caldav',
  async find() {
    if (systemProgram('python3') === undefined) return undefined;
    return runProgram('python3', ['-c', VERSION]).then(
      (version) => version.trim(),
      () => undefined,
    );
  },
  async use(session) {
    const { url, password, folder } = session;
    const run = async (step: string) => {
      const line = await runProgram('python3', [SCRIPT, `${url}/dav/`, password, step, WORDS], {
        home: folder,
      });
      return JSON.parse(line) as { meals: string[]; items: string[]; ticked: string[] };
    };
    const { meals, items } = await run('list');
    const added = await run('add');
    if (!added.items.includes(WORDS)) throw new Error('It does not see what it has added.');
    await expectItem(session, WORDS, 'to buy');
    const ticked = await run('tick');
    if (!ticked.ticked.includes(WORDS)) throw new Error('It does not see what it has ticked.');
    await expectItem(session, WORDS, 'ticked');
    await run('delete');
    await expectItem(session, WORDS, 'gone');
    return { did: ['listed', 'added', 'ticked', 'deleted'], seen: { meals, items } };
  },
};
