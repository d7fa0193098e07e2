/**
 * `npm run bench`: measures the service against a bare server that writes the same bytes: databases, servers,
 * rounds, starts, memory, results. `--quick` uses fewer requests and families, for an estimate, and writes nothing.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Location } from '#storage/store.ts';
import { startPostgres } from '../test/support/servers/postgres.ts';
import { type Host, listCases } from './cases.ts';
import { chart } from './chart.ts';
import { addCalendarLinks, fillWithFamilies } from './families.ts';
import { startGenerator } from './generator.ts';
import { type Memory, measureMemory } from './memory.ts';
import { makeResults, type Start, START_MS, table } from './results.ts';
import { type Hosted, measureRounds, median } from './rounds.ts';
import { fetchResponse, type Server, startBare, startService, timeStart } from './servers.ts';

type Database = { location: Location; keys: string[]; keysFile: string };
type Databases = Record<Exclude<Host, 'bare' | 'bare401' | 'calendars' | 'sqliteManySmallCache'>, Database>;

const quick = process.argv.includes('--quick');
const MANY = quick ? 10_000 : 100_000;
const many = MANY.toLocaleString('en');
const REQUESTS = quick ? 5_000 : 15_000;
/** Enough that many keys are used more than once, as in a minute of such a load. */
const REQUESTS_OF_MANY = quick ? 5_000 : 40_000;
/** Enough for the optimising compiler to settle in every server. */
const WARM_UP = quick ? 20_000 : 40_000;
const CALENDARS = 200;
/** Holds the keys and plans of a hundred thousand families; the default holds those of fourteen thousand. */
const LARGE_CACHE = { CACHE_MB: '256' };
const startedAt = performance.now();

const folder = mkdtempSync(join(tmpdir(), 'weekfare-bench-'));
const cleanup = new AsyncDisposableStack();
cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
const generator = startGenerator();
cleanup.defer(() => generator.stop());
process.once('SIGINT', () => void cleanup.disposeAsync().finally(() => process.exit(130)));
try {
  await bench();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await cleanup.disposeAsync();
}

async function bench(): Promise<void> {
  log('starting PostgreSQL');
  const postgres = await startPostgres();
  cleanup.defer(() => postgres.stop());
  const databases = {
    sqlite10: await makeDatabase(10),
    sqlite1000: await makeDatabase(1_000),
    sqliteMany: await makeDatabase(MANY),
    postgres1000: await makeDatabase(1_000, postgres.url),
    postgresMany: await makeDatabase(MANY, postgres.url),
  };
  const starts = [
    await measureStart('start to first 200, SQLite, 1,000 families', databases.sqlite1000),
    await measureStart(`start to first 200, SQLite, ${many} families`, databases.sqliteMany),
    await measureStart(`start to first 200, PostgreSQL, ${many} families`, databases.postgresMany),
  ];
  const memory = await measureMany(databases.sqliteMany);
  const samples = await measureCases(databases);

  const results = makeResults(samples, { many, quick }, starts, memory);
  console.log(table(results));
  if (quick) return;
  writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, undefined, 2)}\n`);
  writeFileSync(new URL('../docs/bench.svg', import.meta.url), chart(results));
  log('done: bench/results.json, docs/bench.svg');
}

/** Creates an SQLite database, or one on the given PostgreSQL server. */
async function makeDatabase(families: number, serverUrl?: string): Promise<Database> {
  const kind = serverUrl ? 'postgres' : 'sqlite';
  log(`filling ${kind} with ${families.toLocaleString('en')} families`);
  const name = `${kind}_${families}`;
  const location: Location = serverUrl
    ? { kind: 'postgres', url: await createDatabase(serverUrl, name) }
    : { kind: 'sqlite', file: join(folder, name, 'weekfare.db') };
  const keys = await fillWithFamilies(location, families, Date.now());
  const keysFile = join(folder, `${name}.json`);
  writeFileSync(keysFile, JSON.stringify(keys));
  return { location, keys, keysFile };
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new Client(serverUrl);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.toString();
}

async function measureStart(name: string, { location, keys }: Database): Promise<Start> {
  log(name);
  const times: number[] = [];
  while (times.length < (quick ? 2 : 5)) times.push(await timeStart(location, keys[0] as string));
  return { name, milliseconds: median(times), goal: START_MS };
}

async function measureMany({ location, keysFile }: Database): Promise<Memory> {
  const server = await startService(location);
  try {
    return await measureMemory({ server, keysFile }, generator, quick ? 100_000 : 200_000, log);
  } finally {
    await server.stop();
  }
}

async function measureCases(databases: Databases) {
  await using servers = new AsyncDisposableStack();
  const register = (server: Server, keysFile: string): Hosted => {
    servers.defer(() => server.stop());
    return { server, keysFile };
  };
  const serve = async ({ location, keysFile }: Database, settings: NodeJS.ProcessEnv = {}) =>
    register(await startService(location, settings), keysFile);
  const sqlite1000 = await serve(databases.sqlite1000);
  const { keys, keysFile } = databases.sqlite1000;
  const startBareFor = async (name: string, key: string) =>
    register(
      await startBare(await fetchResponse(sqlite1000.server.port, key), join(folder, `${name}.json`)),
      keysFile,
    );
  const serveCalendars = async ({ location }: Database) => {
    const tokensFile = join(folder, 'calendars.json');
    writeFileSync(tokensFile, JSON.stringify(await addCalendarLinks(location, CALENDARS, Date.now())));
    return register(await startService(location, { RATE_LIMIT_PER_MINUTE: '0' }), tokensFile);
  };
  const hosts: Record<Host, Hosted> = {
    bare: await startBareFor('bare', keys[0] as string),
    bare401: await startBareFor('bare401', 'malformed'),
    calendars: await serveCalendars(databases.sqlite10),
    sqlite10: await serve(databases.sqlite10),
    sqlite1000,
    sqliteMany: await serve(databases.sqliteMany, LARGE_CACHE),
    sqliteManySmallCache: await serve(databases.sqliteMany),
    postgres1000: await serve(databases.postgres1000),
    postgresMany: await serve(databases.postgresMany, LARGE_CACHE),
  };
  // Awaited here, because leaving this function stops the servers.
  return await measureRounds(
    listCases(many),
    hosts,
    generator,
    { rounds: quick ? 4 : 7, requests, warmUp: WARM_UP },
    log,
  );
}

function requests(host: Host): number {
  return host.includes('Many') ? REQUESTS_OF_MANY : REQUESTS;
}

function log(text: string): void {
  console.error(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(5)} s  ${text}`);
}
