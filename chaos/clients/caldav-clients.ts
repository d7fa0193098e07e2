/**
 * Programs that others wrote use a server by CalDAV with an app password: those that are on this machine, one after the
 * other. Each sees the family's meals and shopping list, and adds, ticks and deletes an item, which the public API must
 * show. As root on Debian: apt-get install vdirsyncer khal todoman calcurse python3-caldav python3-httplib2.
 */
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { applyEdits } from '#actions/plan/changes.ts';
import { applyListOperations } from '#actions/shopping-list/lists.ts';
import { APP_PASSWORD_SCOPES, SCOPES } from '#domain/family/scopes.ts';
import { weekAt } from '#domain/week/week.ts';
import { OPERATOR } from '#storage/actor.ts';
import { accepted } from '#test/support/accepted.ts';
import { freshFolder } from '#test/support/store.ts';
import { startTarget, type Target } from '../target.ts';
import type { Trial, TrialContext } from '../trial.ts';
import { calcurse } from './calcurse.ts';
import { type CalDavClient, type ClientSession, DISH, ITEM, type Sight } from './client.ts';
import { pythonCaldav } from './python-caldav.ts';
import { tsdav } from './tsdav.ts';
import { khal, todoman, vdirsyncer } from './vdir.ts';

const CLIENTS: readonly CalDavClient[] = [pythonCaldav, vdirsyncer, khal, todoman, calcurse, tsdav];

export const caldavClients: Trial = {
  name: 'caldav-clients',
  part: 'clients',
  promise:
    'CalDAV clients that others wrote, those that are on the machine, see meals and shopping list, and add, tick and delete items',
  times: { full: 1, short: 1 },
  coveredBy: 'src/http/dav/client.test.ts',
  defect: {
    what: 'a to-do that is ticked stays to buy',
    file: 'src/domain/calendar/todo-parser.ts',
    from: "const DONE = new Set(['COMPLETED', 'CANCELLED']);",
    to: "const DONE = new Set(['CANCELLED']);",
  },

  async run(context) {
    const target = await startTarget(context);
    const family = await makeFamily(target);
    const figures: Record<string, string> = {};
    const broken: string[] = [];
    for (const client of CLIENTS) {
      const version = await client.find();
      const row = version === undefined ? 'not there' : await tryClient(context, target, family, client);
      if (row instanceof Error) broken.push(`${client.name}: ${row.message}`);
      const shown = row instanceof Error ? 'failed' : row;
      figures[`${client.name} ${version ?? ''}`.trim()] = shown;
      context.report(`${client.name.padEnd(18)} ${(version ?? '').padEnd(8)} ${shown}`);
    }
    if (Object.values(figures).every((shown) => shown === 'not there'))
      broken.push('No client is on this machine.');
    return { figures, broken };
  },
};

type Family = { password: string; reader: string };

/** A family with a meal today and an item to buy; `reader` is a key for the checks. */
async function makeFamily(target: Target): Promise<Family> {
  const { family } = await target.newWorld();
  const context = { store: target.store, actor: OPERATOR, nowMs: Date.now() };
  const addKey = async (scopes: typeof SCOPES | typeof APP_PASSWORD_SCOPES) =>
    accepted(await addApiKey(context, family, { name: 'x', expiresAt: null, scopes })).key;
  const today = Temporal.Now.plainDateISO('UTC');
  const week = weekAt(Temporal.Now.instant(), 'UTC');
  const day = today.toLocaleString('en', { weekday: 'long' }) as 'Monday';
  const dinner = { week, day, slot: 'dinner', after: { description: DISH } } as const;
  accepted(await applyEdits(context, family, { edits: [dinner] }));
  const refusal = await applyListOperations(context, family, week, [
    { opId: 'first-item', kind: 'add', text: ITEM },
  ]);
  accepted(refusal);
  return { password: await addKey(APP_PASSWORD_SCOPES), reader: await addKey(SCOPES) };
}

/** What it did and saw, in a few words. */
async function tryClient(
  { scope }: TrialContext,
  { url }: Target,
  { password, reader }: Family,
  client: CalDavClient,
): Promise<string | Error> {
  const session: ClientSession = {
    url,
    password,
    folder: freshFolder(scope),
    findItem: (words) => findItem(url, reader, words),
  };
  try {
    const { did, seen } = await client.use(session);
    const wrong = wrongIn(seen);
    if (wrong !== undefined) return new Error(wrong);
    const counts = Object.entries(seen).map(([what, texts]) => `${what} ${texts.length}`);
    return `${did.join(', ')}; saw: ${counts.join(', ')}`;
  } catch (error) {
    return error as Error;
  }
}

function wrongIn({ meals, items }: Sight): string | undefined {
  if (meals && !meals.some((meal) => meal.includes(DISH)))
    return `It does not see the meal: ${meals.join(' | ')}`;
  if (items && !items.includes(ITEM)) return `It does not see the item: ${items.join(' | ')}`;
  return undefined;
}

async function findItem(url: string, key: string, words: string): Promise<{ isTicked: boolean } | undefined> {
  const response = await fetch(`${url}/api/shopping-lists/v1/current`, { headers: { 'x-api-key': key } });
  if (response.status !== 200) throw new Error(`The list returned ${response.status}.`);
  type List = { data: { aisles: { items: { name: string; isTicked: boolean }[] }[] } };
  const { data } = (await response.json()) as List;
  return data.aisles.flatMap(({ items }) => items).find(({ name }) => name === words);
}
