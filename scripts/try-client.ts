/**
 * Runs the trial of the client with each of the given programs, on a real service:
 * npm run sdk:try -- node 'deno run -A' 'bun run'
 */
import { execFile } from 'node:child_process';
import { isDeepStrictEqual, promisify } from 'node:util';
import { EXPECTED, prepareClientTrial } from '#test/support/clients/client-trial.ts';
import { startService } from '#test/support/service.ts';

const ends: (() => unknown)[] = [];
const scope = { after: (end: () => unknown) => void ends.push(end) };
const service = await startService(scope);
const task = await prepareClientTrial(scope, service);
const env = { ...process.env, TASK: JSON.stringify(task) };

for (const command of process.argv.slice(2)) {
  const [program = '', ...parameters] = command.split(' ');
  const run = (more: string[]) =>
    promisify(execFile)(program, more, { env }).then(
      ({ stdout }) => stdout,
      (error: Error) => error.message,
    );
  const [version = ''] = (await run(['--version'])).split('\n');
  const printed = await run([...parameters, 'sdk/trial/run.js']);
  const isExpected = printed.startsWith('{') && isDeepStrictEqual(JSON.parse(printed), EXPECTED);
  console.log(`${command}, ${version}: ${isExpected ? 'as expected' : printed}`);
  if (!isExpected) process.exitCode = 1;
}
for (const end of ends.toReversed()) await end();
