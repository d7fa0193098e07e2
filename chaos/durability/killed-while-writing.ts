/**
 * `kill -9` during changes over HTTP. Each change writes one text into the same slot of two weeks, so that a partial
 * change is visible. After every kill: acknowledged changes are stored, others are stored completely or not at all,
 * and the file passes SQLite's integrity check.
 */
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { mealAt, type Plans, type Place, PLACES } from '#domain/plan/plan.ts';
import { weekAfter, weekAt } from '#domain/week/week.ts';
import { seededRandom } from '#domain/random.ts';
import { freshFolder } from '#test/support/store.ts';
import { type Client, signUp } from '../client.ts';
import type { Trial } from '../trial.ts';
import { integrityErrors } from './integrity.ts';

const WRITERS = 4;
/** Maximum number of acknowledged changes before the server is killed. */
const MAX_CHANGES = 40;
const RESTART_MS = 2_000;

/** The last acknowledged text of a slot, and a text that was sent later without a response. */
type SlotState = { acknowledged: string | undefined; unanswered: string | undefined };

export const killedWhileWriting: Trial = {
  name: 'killed-while-writing',
  part: 'durability',
  promise:
    '`kill -9` during writes over HTTP, SQLite, 1,000 times: no acknowledged change lost or half done, up again within 2 s',
  times: { full: 1_000, short: 2 },
  defect: {
    what: 'a change is acknowledged before it is committed',
    file: 'src/http/endpoints/plan/changes.ts',
    from: 'applyEdits(once, family, change)',
    to: 'Promise.resolve(void setTimeout(() => void applyEdits(once, family, change), 50))',
  },

  async run({ times, program, scope, report, isTimed }) {
    const folder = freshFolder(scope);
    const random = seededRandom(1);
    const known = new Map(PLACES.map((place) => [place, emptySlot()]));
    const broken: string[] = [];
    let [changes, slowestMs] = [0, 0];
    let client: Client | undefined;
    for (let kills = 0; kills < times; kills += 1) {
      const startedAt = performance.now();
      const server = await program.start(scope, {
        DATA_DIR: folder,
        LOG_LEVEL: 'error',
        APP_RATE_LIMIT_PER_MINUTE: '0',
      });
      if (kills > 0) slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      if (client) client.url = server.url;
      client ??= await signUp(server.url);
      broken.push(...(await compare(client, known)));
      const closed = once(server.child, 'close');
      const kill = () => void setTimeout(() => server.child.kill('SIGKILL'), random(5));
      changes += await writeUntilKilled(client, known, 1 + random(MAX_CHANGES), kill);
      await closed;
      broken.push(...integrityErrors(join(folder, 'weekfare.db')));
      if ((kills + 1) % 50 === 0) report(`${kills + 1} kills, ${changes} changes acknowledged`);
      if (broken.length > 0) break;
    }
    if (isTimed && slowestMs > RESTART_MS) broken.push(`A start took ${Math.round(slowestMs)} ms.`);
    return {
      figures: {
        kills: times,
        'changes acknowledged': changes,
        'slowest start': `${Math.round(slowestMs)} ms`,
      },
      broken,
    };
  },
};

function emptySlot(): SlotState {
  return { acknowledged: undefined, unanswered: undefined };
}

/** Several writers, each with its own slots, until the server no longer responds. */
async function writeUntilKilled(
  client: Client,
  known: Map<Place, SlotState>,
  killAfter: number,
  kill: () => void,
): Promise<number> {
  let count = 0;
  const writeInto = async (mine: Place[]) => {
    for (let at = 0; await write(client, mine[at] as Place, known); at = (at + 1) % mine.length) {
      count += 1;
      if (count === killAfter) kill();
    }
  };
  const shares = Map.groupBy(PLACES, (_, at) => at % WRITERS);
  await Promise.all(Array.from(shares.values(), writeInto));
  return count;
}

async function write(client: Client, place: Place, everything: Map<Place, SlotState>): Promise<boolean> {
  const known = everything.get(place) as SlotState;
  const text = randomUUID();
  const before = known.acknowledged === undefined ? null : { description: known.acknowledged };
  const edits = weeks().map((week) => ({ week, ...place, before, after: { description: text } }));
  known.unanswered = text;
  const response = await client
    .call('POST', '/app/api/changes', { id: randomUUID(), edits })
    .catch(() => undefined);
  if (response === undefined) return false;
  if (response.status !== 200) throw new Error(`A change returned ${response.status}.`);
  known.acknowledged = text;
  known.unanswered = undefined;
  return true;
}

/** Compares the stored plans with the known state, and updates the state to what is stored. */
async function compare(client: Client, known: Map<Place, SlotState>): Promise<string[]> {
  const [one, other] = weeks();
  const broken: string[] = [];
  const plans: Plans = {};
  for (const week of weeks()) plans[week] = (await client.call('GET', `/app/api/plans/${week}`)).body.plan;
  for (const [place, { acknowledged, unanswered }] of known) {
    const stored = [one, other].map((week) => mealAt(plans[week]?.meals ?? {}, place)?.description);
    const where = `${place.day} ${place.slot}`;
    if (stored[0] !== stored[1]) broken.push(`${where}: a change was stored partially.`);
    if (stored[0] !== acknowledged && (stored[0] !== unanswered || unanswered === undefined)) {
      broken.push(`${where}: an acknowledged change is lost.`);
    }
    known.set(place, { acknowledged: stored[0], unanswered: undefined });
  }
  return broken;
}

function weeks() {
  const current = weekAt(Temporal.Now.instant(), 'UTC');
  return [current, weekAfter(current)] as const;
}
