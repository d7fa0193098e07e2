/**
 * Runs all tests: the checks on the text of the program, then the tests, on SQLite, on a real
 * PostgreSQL that it starts for them, and in a real browser. With arguments it runs only the tests
 * whose path contains one of them: npm test -- src/auth
 */
import { exec } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { inspect } from 'node:util';
import { prepareBrowser } from '../test/browser.ts';
import { startPostgres } from '../test/postgres.ts';
import { getProgram } from '../test/programs.ts';
import { meetsTimeZone } from '../test/time-zones.ts';

/** Test files at a time: one more than processors, since each of them waits a lot. */
const AT_ONCE = availableParallelism() + 1;

/** Half a million Mondays: what a second zone could show of them, the other tests of the week show too. */
const SAID_IN_ONE_ZONE = ['every Monday from 2020 to 2035'];

const CHECKS = {
  types: 'tsc',
  'types of the web app': 'tsc -p src/web',
  'types of its tests': 'tsc -p src/web/tsconfig.tests.json',
  lint: 'oxlint --type-aware --deny-warnings',
  format: 'oxfmt --check',
  'unused code': 'knip',
  'API description': 'redocly lint docs/openapi.json',
};

const wanted = process.argv.slice(2);
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'])
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  // The longest first, so that nobody waits at the end for one that began last.
  .toSorted((one, other) => lengthOf(other) - lengthOf(one));
/**
 * What depends on nothing but its arguments must not depend on the machine's time zone either. The planner
 * gets its days by name.
 */
const pure = files.filter((file) => /^src\/(domain|auth|web)\//.test(file) && meetsTimeZone(file));

if (files.length === 0) {
  console.error(`No test has ${wanted.join(' or ')} in its path.`);
  process.exit(1);
}

// Found or installed once: test files that run side by side would get in each other's way.
if (files.some((file) => /^test\/(web-|docs-page|chaos)/.test(file))) await prepareBrowser();
if (files.includes('test/chaos.test.ts')) ['strace', 'haproxy'].forEach((name) => getProgram(name));

if (wanted.length === 0) {
  const passed = await Promise.all(Object.entries(CHECKS).map(([what, line]) => check(what, line)));
  if (passed.includes(false)) process.exit(1);
}

const postgres = await startPostgres();
process.once('SIGINT', () => void postgres.stop().finally(() => process.exit(130)));
Object.assign(process.env, {
  NODE_ENV: 'test',
  TEST_POSTGRES_URL: postgres.url,
  // Every test file is a process; compiled code is the larger half of its start.
  NODE_COMPILE_CACHE: 'node_modules/.cache/weekfare',
});
const failed = [
  ...(await test('Pacific/Kiritimati', files)),
  ...(await test('Pacific/Pago_Pago', pure, SAID_IN_ONE_ZONE)),
];
await postgres.stop();
// Once more at the end, where a log that is cut off still has it.
if (failed.length > 0) console.log(`\n> ${failed.length} failed\n${failed.join('\n')}`);
process.exit(failed.length > 0 ? 1 : 0);

/** How long a file takes is not known before, but how much stands in it; the trials stand elsewhere. */
function lengthOf(file: string): number {
  return file === 'test/chaos.test.ts' ? Infinity : statSync(file).size;
}

/** All run side by side; each is heard out before the next one speaks. */
async function check(what: string, line: string): Promise<boolean> {
  const { promise, resolve: end } = Promise.withResolvers<boolean>();
  exec(line, { maxBuffer: Infinity }, (error, stdout, stderr) => {
    console.log(`\n> ${what}\n${stdout}${stderr}`.trimEnd());
    end(error === null);
  });
  return promise;
}

/** Answers what failed, with the reason. */
async function test(zone: string, paths: string[], skipped: string[] = []): Promise<string[]> {
  console.log(`\n> ${paths.length} test files, TZ=${zone}`);
  process.env.TZ = zone;
  // Not by `node --test`, which puts them into an order of its own.
  const tests = run({
    files: paths.map((path) => resolve(path)),
    concurrency: AT_ONCE,
    testSkipPatterns: skipped,
  });
  const failed: string[] = [];
  tests.on('test:fail', ({ file, name, details: { error } }) => {
    failed.push(`${relative('.', file ?? '')}, TZ=${zone}: ${name}\n  ${inspect(error.cause ?? error)}`);
  });
  await pipeline(tests, new spec(), process.stdout, { end: false });
  return failed;
}
