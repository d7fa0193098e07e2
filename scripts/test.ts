/**
 * Runs all tests: the checks on the text of the program, then the tests, on SQLite, on a real
 * PostgreSQL that it starts for them, and in a real browser. With arguments it runs only the tests
 * whose path contains one of them: npm test -- src/auth
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { startPostgres } from '../test/postgres.ts';

/** Test files at a time. Node would leave one of two processors idle, and the browser waits a lot. */
const AT_ONCE = Math.max(2, availableParallelism() - 1);

const wanted = process.argv.slice(2);
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'])
  .toSorted()
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)));
/** What depends on nothing but its arguments must not depend on the machine's time zone either. */
const pure = files.filter((file) => /^src\/(domain|planner|auth)\//.test(file));

if (files.length === 0) {
  console.error(`No test has ${wanted.join(' or ')} in its path.`);
  process.exit(1);
}

if (wanted.length === 0) {
  run('types', 'tsc');
  for (const pages of ['src/http/api/docs', 'src/web', 'src/web/tsconfig.tests.json']) {
    run(`types of ${pages}`, 'tsc', '-p', pages);
  }
  run('lint', 'oxlint', '--type-aware', '--deny-warnings');
  run('format', 'oxfmt', '--check');
  run('unused code', 'knip');
  run('API description', 'redocly', 'lint', 'docs/openapi.json');
}

const postgres = await startPostgres();
process.once('SIGINT', () => void postgres.stop().finally(() => process.exit(130)));
const environment = { ...process.env, TEST_POSTGRES_URL: postgres.url, NODE_ENV: 'test' };
const east = test({ ...environment, TZ: 'Pacific/Kiritimati' }, files);
const west = pure.length > 0 ? test({ ...environment, TZ: 'Pacific/Pago_Pago' }, pure) : true;
await postgres.stop();
process.exit(east && west ? 0 : 1);

function run(what: string, command: string, ...parameters: string[]): void {
  console.log(`\n> ${what}`);
  const { status } = spawnSync(command, parameters, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(1);
}

function test(env: NodeJS.ProcessEnv, paths: string[]): boolean {
  console.log(`\n> ${paths.length} test files, TZ=${env.TZ}`);
  const { status } = spawnSync(
    'node',
    ['--test', '--test-reporter=spec', `--test-concurrency=${AT_ONCE}`, ...paths],
    {
      stdio: 'inherit',
      env,
    },
  );
  return status === 0;
}
