/**
 * `npm run bench:pages`: Lighthouse and slow interactions on the pages of a family, as the tables of
 * docs/performance.md. `--runs=1` is quicker, `--only=list` measures one page, `--no-interactions` leaves those out,
 * and `--slowdown=1` suits a machine that is busy.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '../../test/support/process.ts';
import { median } from '../rounds.ts';
import { createFamily } from './family.ts';
import { type Interaction, measureInteractions, PAGES_WITH_INTERACTIONS } from './interactions.ts';
import { loadLighthouse, measure, type Run } from './lighthouse.ts';

/** Pages with their paths; the first two are measured signed out. */
const PAGES: Record<string, string> = {
  welcome: '/',
  'sign-in': '/sign-in',
  week: '/',
  list: '/list',
  recipes: '/recipes',
};
const SIGNED_OUT = ['welcome', 'sign-in'];

const HEADER = `
| page | performance | accessibility | best practices | LCP | FCP | blocking | shift | bytes |
|---|---|---|---|---|---|---|---|---|
`;

const runs = Number(option('runs') ?? 5);
const slowdown = Number(option('slowdown') ?? 4);
const only = option('only')?.split(',') ?? Object.keys(PAGES);
const folder = mkdtempSync(join(tmpdir(), 'weekfare-pages-'));
const cleanup = new AsyncDisposableStack();
cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
const scope = { after: (work: () => unknown) => cleanup.defer(async () => void (await work())) };
process.once('SIGINT', () => void cleanup.disposeAsync().finally(() => process.exit(130)));
try {
  await bench();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await cleanup.disposeAsync();
}
// Lighthouse leaves connections open that would keep the process running.
process.exit();

async function bench(): Promise<void> {
  const lighthouse = await loadLighthouse();
  const settings = { DATA_DIR: folder, APP_RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' };
  const server = await startProcess(scope, settings);
  cleanup.defer(async () => void (await server.stop()));
  // Browsers accept Brotli on localhost, as with https.
  const url = server.url.replace('127.0.0.1', 'localhost').replace(/\/$/, '');
  const cookie = await createFamily(url);
  const rows: string[] = [];
  for (const page of only) {
    const results: Run[] = [];
    for (let run = 0; run < runs; run += 1) {
      results.push(
        await measure(lighthouse, url + PAGES[page], {
          cookie: SIGNED_OUT.includes(page) ? undefined : cookie,
          slowdown,
        }),
      );
    }
    rows.push(rowOf(page, results));
    console.error(rows.at(-1));
  }
  console.log(HEADER + rows.join('\n'));
  if (!process.argv.includes('--no-interactions')) await printInteractions(url, cookie);
}

function rowOf(page: string, results: Run[]): string {
  const of = (read: (run: Run) => number) => median(results.map(read));
  const failed = [...new Set(results.flatMap((run) => run.failed))];
  const cells = [
    page,
    of(({ scores }) => scores.performance),
    of(({ scores }) => scores.accessibility),
    of(({ scores }) => scores['best-practices']) + (failed.length > 0 ? ` (${failed.join('; ')})` : ''),
    seconds(of(({ lcpMs }) => lcpMs)),
    seconds(of(({ fcpMs }) => fcpMs)),
    `${Math.round(of(({ blockedMs }) => blockedMs))} ms`,
    of(({ shift }) => shift).toFixed(3),
    Math.round(of(({ bytes }) => bytes)).toLocaleString('en'),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function printInteractions(url: string, cookie: string): Promise<void> {
  console.log('\n| page | slowest interaction, processor slowed 4 times | all |\n|---|---|---|');
  for (const page of PAGES_WITH_INTERACTIONS.filter((name) => only.includes(name))) {
    const rounds: Interaction[][] = [];
    for (let run = 0; run < Math.min(runs, 3); run += 1) {
      rounds.push(await measureInteractions(url, cookie, page));
    }
    const all = (rounds[0] ?? []).map(({ name }, at) => ({
      name,
      ms: median(rounds.map((round) => round[at]?.ms ?? 0)),
    }));
    const slowest = all.toSorted((first, second) => second.ms - first.ms)[0];
    const list = all.map(({ name, ms }) => `${name} ${ms}`).join(', ');
    console.log(`| ${page} | ${slowest?.ms} ms (${slowest?.name}) | ${list} |`);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function option(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
}
