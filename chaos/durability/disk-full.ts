/**
 * The disk fills up repeatedly under a server that is never restarted. While it is full, reads succeed and writes
 * return 503. Exactly the acknowledged changes are stored.
 */
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Meal } from '#domain/plan/plan.ts';
import { weekAt } from '#domain/week/week.ts';
import { type Client, signUp } from '../client.ts';
import type { Trial } from '../trial.ts';
import { startOnSmallDisk } from './small-disk.ts';
import { integrityErrors } from './integrity.ts';

/** Writes before the disk fills up: each round then meets SQLite at another point of its checkpoints. */
const WRITES_BEFORE = 50;
/** After this many consecutive refusals the disk is full for every kind of write. */
const CONSECUTIVE_REFUSALS = 12;
/** Limit for changes that still fit into free space within SQLite's files. */
const MAX_CHANGES = 2_000;

export const diskFull: Trial = {
  name: 'disk-full',
  part: 'durability',
  promise:
    'a full disk, 20 times: reads succeed, writes return 503, and succeed again afterwards without a restart',
  times: { full: 20, short: 1 },
  defect: {
    what: 'a full disk is reported as an internal error',
    file: 'src/storage/outage.ts',
    from: 'new Set([5, 6, 8, 10, 11, 13, 14, 26])',
    to: 'new Set([5, 6, 8, 10, 11, 14, 26])',
  },

  async run({ times, program, scope }) {
    const server = await startOnSmallDisk(program, scope);
    const family = familyOf(await signUp(server.url));
    const [broken, seen]: [string[], { isRead: boolean; status: number }[]] = [[], []];
    const writeOf = (n: number) => family.writes[n % family.writes.length] as Call;
    const expectStatus = async (call: Call, allowed: number[]) => {
      const status = await call();
      seen.push({ isRead: family.reads.includes(call), status });
      if (!allowed.includes(status)) broken.push(`Response ${seen.length}: ${status}.`);
      return status;
    };
    for (let round = 0; round < times && broken.length === 0; round += 1) {
      for (let made = 0; made < WRITES_BEFORE; made += 1) await expectStatus(writeOf(made), [200, 204]);
      server.fillDisk();
      let refused = 0;
      for (let made = 0; refused < CONSECUTIVE_REFUSALS && broken.length === 0; made += 1) {
        const status = await expectStatus(writeOf(made), [200, 204, 503]);
        refused = status === 503 ? refused + 1 : 0;
        for (const read of family.reads) await expectStatus(read, [200]);
        if (made > MAX_CHANGES) throw new Error('The disk did not fill up.');
      }
      server.makeRoom();
      for (const call of [...family.writes, ...family.reads]) await expectStatus(call, [200, 204]);
      broken.push(...(await family.losses()), ...integrityErrors(join(server.folder, 'weekfare.db')));
    }
    if (server.child.exitCode !== null) broken.push('The server has ended.');
    const reads = seen.filter(({ isRead }) => isRead).length;
    const refused = seen.filter(({ status }) => status === 503).length;
    const figures = { 'times full': times, reads, 'writes refused': refused };
    return { figures: { ...figures, 'writes made': seen.length - reads - refused }, broken };
  },
};

type Call = () => Promise<number>;

/** The reads and writes of a family. It remembers the last acknowledged dinner. */
function familyOf(client: Client) {
  const week = weekAt(Temporal.Now.instant(), 'UTC');
  let dinner: Meal | null = null;
  const statusOf = async (...call: Parameters<Client['call']>) => (await client.call(...call)).status;
  const change = async () => {
    const after = { description: randomUUID() };
    const edits = [{ week, day: 'Monday', slot: 'dinner', before: dinner, after }];
    const status = await statusOf('POST', '/app/api/changes', { id: randomUUID(), edits });
    if (status === 200) dinner = after;
    return status;
  };
  let cents = 0;
  const price = () => statusOf('PUT', '/app/api/prices/onion', { centsPerKg: 100 + (cents += 1) });
  const rename = () => statusOf('PATCH', '/app/api/family', { name: randomUUID(), timeZone: 'UTC' });
  const paths = [`/app/api/plans/${week}`, `/app/api/lists/${week}`, '/app/api/me', '/readyz'];
  return {
    writes: [change, price, rename],
    reads: paths.map((path) => () => statusOf('GET', path)),
    async losses(): Promise<string[]> {
      const { body } = await client.call('GET', `/app/api/plans/${week}`);
      const isSame = body.plan.meals.Monday.dinner.description === dinner?.description;
      return isSame ? [] : ['The stored dinner is not the acknowledged one.'];
    },
  };
}
