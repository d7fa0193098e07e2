/**
 * The effect of planning on plan reads: reads by API key at a constant rate, with and without twenty families
 * that plan without pause. To run it alone: node bench/planner/reads.ts
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSession } from '#auth/session.ts';
import { weekAfter, weekAt } from '#domain/week/week.ts';
import { insertMember } from '#storage/tables/account/members.ts';
import { type Location, openStore, OPERATOR_TIMEOUT_MS } from '#storage/store.ts';
import { fillWithFamilies } from '../families.ts';
import { startService } from '../servers.ts';
import type { Reading } from './reader.ts';

export type Reads = {
  quiet: Percentiles;
  busy: Percentiles;
  /** The number of weeks that were planned during the busy rounds. */
  weeks: number;
  goal: number;
};
type Percentiles = { reads: number; p50Ms: number; p99Ms: number };

const FAMILIES = 1_000;
const PLANNING = 20;
const PER_SECOND = 200;
/** The largest acceptable slowdown. */
const GOAL = 1.5;

/** Alternates quiet and busy rounds, so that other load on the machine affects both. */
export async function measureReads(rounds: number, seconds: number): Promise<Reads> {
  const folder = mkdtempSync(join(tmpdir(), 'weekfare-bench-'));
  const location: Location = { kind: 'sqlite', file: join(folder, 'weekfare.db') };
  const keys = await fillWithFamilies(location, FAMILIES, Date.now());
  const sessions = await openSessions(location);
  const service = await startService(location);
  const reader = fork(fileURLToPath(new URL('reader.ts', import.meta.url)), { execArgv: [] });
  const read = async (stretch: number): Promise<number[]> => {
    reader.send({ port: service.port, keys, perSecond: PER_SECOND, seconds: stretch } satisfies Reading);
    const [times] = (await once(reader, 'message')) as [number[] | string];
    if (typeof times === 'string') throw new Error(times);
    return times;
  };
  try {
    const [quiet, busy]: [number[], number[]] = [[], []];
    let weeks = 0;
    // Warm up the response cache and the planner thread.
    await read(2);
    await plannedMeanwhile(service.port, sessions.slice(0, 2), () => read(3));
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(...(await read(seconds)));
      const { result, planned } = await plannedMeanwhile(service.port, sessions, () => read(seconds));
      busy.push(...result);
      weeks += planned;
    }
    return { quiet: percentiles(quiet), busy: percentiles(busy), weeks, goal: GOAL };
  } finally {
    reader.kill();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A signed-in member of each family that plans. */
async function openSessions(location: Location): Promise<string[]> {
  const store = await openStore(location, OPERATOR_TIMEOUT_MS);
  const nowMs = Date.now();
  const families = await store.db.selectFrom('families').select('id').limit(PLANNING).execute();
  const sessions = await store.db.transaction().execute(async (tx) => {
    const tokens: string[] = [];
    for (const { id } of families) {
      const member = {
        id: `member-${id}`,
        email: `${id}@example.org`,
        role: 'owner',
        passwordHash: '',
      } as const;
      await insertMember(tx, id, member, nowMs);
      tokens.push(await startSession(tx, id, { member: member.id, device: '' }, nowMs));
    }
    return tokens;
  });
  await store.close();
  return sessions;
}

/** Each session requests one proposal after the other until the work is done. */
async function plannedMeanwhile<Result>(port: number, sessions: string[], work: () => Promise<Result>) {
  const over = new AbortController();
  let planned = 0;
  // The current and the next week already have meals.
  const week = weekAfter(weekAfter(weekAt(Temporal.Now.instant(), 'UTC')));
  const planners = sessions.map(async (token, at) => {
    for (let seed = at; !over.signal.aborted; seed += sessions.length) {
      const response = await fetch(`http://127.0.0.1:${port}/app/api/weeks/${week}/proposal`, {
        method: 'POST',
        headers: {
          origin: `http://127.0.0.1:${port}`,
          cookie: `weekfare-session=${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ seed }),
      });
      if (response.status !== 200) throw new Error(`a proposal got status ${response.status}`);
      await response.arrayBuffer();
      planned += 1;
    }
  });
  const result = await work();
  over.abort();
  await Promise.all(planners);
  return { result, planned };
}

function percentiles(times: number[]): Percentiles {
  const sorted = times.toSorted((first, second) => first - second);
  const at = (share: number): number =>
    Math.round(1_000 * (sorted[Math.ceil(share * sorted.length) - 1] ?? 0)) / 1_000;
  return { reads: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}

if (import.meta.main) {
  const { quiet, busy, weeks, goal } = await measureReads(4, 10);
  console.table({ quiet, busy });
  const times = (part: 'p50Ms' | 'p99Ms') => (busy[part] / quiet[part]).toFixed(2);
  console.log(
    `${weeks} weeks planned; p50 ${times('p50Ms')}, p99 ${times('p99Ms')} times as slow (goal ${goal})`,
  );
}
