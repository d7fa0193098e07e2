/**
 * `kill -9` while changes come in over HTTP. Each change puts one text into the same slot of two weeks, so
 * that half a change would show. After every kill: what was acknowledged is there, what was not is there
 * whole or not at all, and the file is sound.
 */
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { mealAt, type Plans, type Place, SLOTS } from '#domain/plan/plan.ts';
import { DAYS, weekAfter, weekAt } from '#domain/week/week.ts';
import { seededRandom } from '#domain/random.ts';
import { freshFolder } from '#test/support/store.ts';
import { type Client, signUp } from '../client.ts';
import type { Trial } from '../trial.ts';
import { faultsOf } from './soundness.ts';

const PLACES: readonly Place[] = DAYS.flatMap((day) => SLOTS.map((slot) => ({ day, slot })));
const WRITERS = 4;
/** Acknowledged before the server is killed. */
const MAX_CHANGES = 40;
const UP_AGAIN_MS = 2_000;

/** What a place was last known to hold, and what was sent since without an answer. */
type Known = { acknowledged: string | undefined; unanswered: string | undefined };

export const killedWhileWriting: Trial = {
  name: 'killed-while-writing',
  part: 'durability',
  promise:
    '`kill -9` during writes over HTTP, SQLite, 1,000 times: no acknowledged change lost or half done, up again within 2 s',
  times: { full: 1_000, short: 2 },
  defect: {
    what: 'a change is acknowledged before it is committed',
    file: 'src/http/app/routes/changes.ts',
    from: '=> applyEdits(context, caller.family, body)',
    to: '=> setTimeout(() => void applyEdits(context, caller.family, body), 50) && { plans: {} }',
  },

  async run({ times, program, scope, report, isTimed }) {
    const folder = freshFolder(scope);
    const random = seededRandom(1);
    const known = new Map(PLACES.map((place) => [place, nothingKnown()]));
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
      changes += await writeUntilGone(client, known, 1 + random(MAX_CHANGES), kill);
      await closed;
      broken.push(...faultsOf(join(folder, 'weekfare.db')));
      if ((kills + 1) % 50 === 0) report(`${kills + 1} kills, ${changes} changes acknowledged`);
      if (broken.length > 0) break;
    }
    if (isTimed && slowestMs > UP_AGAIN_MS) broken.push(`A start took ${Math.round(slowestMs)} ms.`);
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

function nothingKnown(): Known {
  return { acknowledged: undefined, unanswered: undefined };
}

/** Several writers, each with places of its own, until the server does not answer any more. */
async function writeUntilGone(
  client: Client,
  known: Map<Place, Known>,
  enough: number,
  kill: () => void,
): Promise<number> {
  let count = 0;
  const writeInto = async (mine: Place[]) => {
    for (let at = 0; await write(client, mine[at] as Place, known); at = (at + 1) % mine.length) {
      count += 1;
      if (count === enough) kill();
    }
  };
  const shares = Map.groupBy(PLACES, (_, at) => at % WRITERS);
  await Promise.all(Array.from(shares.values(), writeInto));
  return count;
}

async function write(client: Client, place: Place, everything: Map<Place, Known>): Promise<boolean> {
  const known = everything.get(place) as Known;
  const text = randomUUID();
  const before = known.acknowledged === undefined ? null : { description: known.acknowledged };
  const edits = weeks().map((week) => ({ week, ...place, before, after: { description: text } }));
  known.unanswered = text;
  const answer = await client
    .call('POST', '/app/api/changes', { id: randomUUID(), edits })
    .catch(() => undefined);
  if (answer === undefined) return false;
  if (answer.status !== 200) throw new Error(`A change was answered ${answer.status}.`);
  known.acknowledged = text;
  known.unanswered = undefined;
  return true;
}

/** What the server has against what is known; from here on, what it has is what is known. */
async function compare(client: Client, known: Map<Place, Known>): Promise<string[]> {
  const [one, other] = weeks();
  const broken: string[] = [];
  const plans: Plans = {};
  for (const week of weeks()) plans[week] = (await client.call('GET', `/app/api/plans/${week}`)).body.plan;
  for (const [place, { acknowledged, unanswered }] of known) {
    const has = [one, other].map((week) => mealAt(plans[week]?.meals ?? {}, place)?.description);
    const where = `${place.day} ${place.slot}`;
    if (has[0] !== has[1]) broken.push(`${where}: a change was made by half.`);
    if (has[0] !== acknowledged && (has[0] !== unanswered || unanswered === undefined)) {
      broken.push(`${where}: an acknowledged change is gone.`);
    }
    known.set(place, { acknowledged: has[0], unanswered: undefined });
  }
  return broken;
}

function weeks() {
  const current = weekAt(Temporal.Now.instant(), 'UTC');
  return [current, weekAfter(current)] as const;
}
