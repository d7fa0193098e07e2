/**
 * Runs the static checks, then all tests: on SQLite, on a real PostgreSQL that it starts, and in a real browser.
 * With arguments it runs only the tests whose path contains one of them: npm test -- src/auth
 * The trials are a command of their own, `npm run chaos`: they measure times, which other tests would disturb.
 */
import { exec } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { inspect } from 'node:util';
import { BROWSER_PROGRAMS, prepareBrowser } from '../test/web/support/browser.ts';
import { startPostgres } from '../test/support/servers/postgres.ts';
import { checkPrograms, installPrograms } from '../test/support/programs.ts';
import { dependsOnTimeZone } from '../test/support/time-zones.ts';
import { writeGroups } from './test-groups.ts';

/** Processes at a time. Tests wait half of their time, for timers, other processes and pages. */
const CONCURRENT_PROCESSES = 2 * availableParallelism();

/** Slow tests for which one time zone is enough. */
const SKIPPED_IN_SECOND_ZONE = ['every Monday of 2026 and 2027', 'mistyped key', 'titles survive folding'];

/** They share the cores, so each of them uses one: on two, threads cost tsc half of its processor time. */
const CHECKS = {
  types: 'tsc --singleThreaded',
  'types of the web app': 'tsc --singleThreaded -p src/web',
  'types of its tests': 'tsc --singleThreaded -p src/web/tsconfig.tests.json',
  'types of the client': 'tsc --singleThreaded -p sdk',
  lint: 'oxlint --type-aware --deny-warnings',
  format: 'oxfmt --check',
  'unused code': 'knip',
  'API description': 'redocly lint docs/openapi.json',
};
/** For tsc and the linter's type checker, which are Go programs: one core, and less garbage collection. */
const CHECK_ENVIRONMENT = { GOMAXPROCS: '1', GOGC: '400' };

const wanted = process.argv.slice(2);
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'sdk/**/*.test.ts']).filter(
  (file) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
);
/** Pure code must not depend on the time zone of the machine. The planner gets its days by name. */
const pureFiles = files.filter((file) => /^src\/(domain|auth|web)\//.test(file) && dependsOnTimeZone(file));

if (files.length === 0) {
  console.error(`No test has ${wanted.join(' or ')} in its path.`);
  process.exit(1);
}

const needsBrowser = files.some((file) => file.startsWith('test/web/'));
const programs = needsBrowser ? BROWSER_PROGRAMS : [];
await orExit(() => checkPrograms(programs));
// Installing waits for downloads most of the time, so the checks run beside it.
const checks = wanted.length === 0 ? Object.entries(CHECKS) : [];
const [passed] = await Promise.all([
  Promise.all(checks.map(([what, line]) => check(what, line))),
  orExit(prepareMachine),
]);
if (passed.includes(false)) process.exit(1);

const postgres = await orExit(() => startPostgres());
// PostgreSQL ends with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
Object.assign(process.env, {
  NODE_ENV: 'test',
  TEST_POSTGRES_URL: postgres.url,
  // Compiling code takes more than half of the start of a process.
  NODE_COMPILE_CACHE: 'node_modules/.cache/weekfare',
});
// Both at the same time; the reports are printed one after the other.
const runs = [
  test('tests', files, { zone: 'Pacific/Kiritimati', concurrency: CONCURRENT_PROCESSES }),
  test('second-zone', pureFiles, {
    zone: 'Pacific/Pago_Pago',
    concurrency: 1,
    testSkipPatterns: SKIPPED_IN_SECOND_ZONE,
  }),
];
const failures: string[] = [];
for (const { title, report, failures: found } of runs) {
  console.log(title);
  await pipeline(report, process.stdout, { end: false });
  failures.push(...found);
}
// At the end, where a truncated log still shows them.
if (failures.length > 0) console.log(`\n> ${failures.length} failed\n${failures.join('\n')}`);
await postgres.stop();
process.exit(failures.length > 0 ? 1 : 0);

/** Finds or installs everything the tests need, once: concurrent test files would compete for it. */
async function prepareMachine(): Promise<void> {
  if (!needsBrowser) return;
  const startedAt = performance.now();
  await installPrograms(programs);
  await prepareBrowser();
  console.log(`> a browser: ready after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
}

/** Ends the run with the message of the error: its stack would not help. */
async function orExit<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(1);
  }
}

/** The checks run at the same time; each prints its output at its end. */
async function check(what: string, line: string): Promise<boolean> {
  const { promise, resolve: end } = Promise.withResolvers<boolean>();
  exec(
    line,
    { maxBuffer: Infinity, env: { ...process.env, ...CHECK_ENVIRONMENT } },
    (error, stdout, stderr) => {
      console.log(`\n> ${what}\n${stdout}${stderr}`.trimEnd());
      end(error === null);
    },
  );
  return promise;
}

type RunOptions = { zone: string; concurrency: number; testSkipPatterns?: string[] };

/** Starts the tests. `failures` has what failed, with the reason, when the report has ended. */
function test(name: string, paths: string[], { zone, ...options }: RunOptions) {
  // `node --test` would change the order of the files.
  const tests = run({
    ...options,
    files: writeGroups(name, paths),
    env: { ...process.env, TZ: zone },
  });
  const found: string[] = [];
  tests.on('test:fail', ({ file = '', name, details: { error } }) => {
    found.push(`${relative('.', file)}, TZ=${zone}: ${name}\n  ${inspect(error.cause ?? error)}`);
  });
  return {
    title: `\n> ${paths.length} test files, TZ=${zone}`,
    report: tests.compose(new spec()),
    failures: found,
  };
}
