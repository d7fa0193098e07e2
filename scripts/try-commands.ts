/**
 * `npm run commands`: runs each command of package.json that no test covers, in its shortest form. They must end without
 * an error and leave the checkout as it was. With names it runs only those.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../test/support/servers/postgres.ts';
import { until } from '../test/support/until.ts';
import { COMMANDS } from './commands.ts';

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in COMMANDS));
if (unknown !== undefined) {
  console.error(`There is no command ${unknown} in scripts/commands.ts.`);
  process.exit(1);
}

const failed: string[] = [];
for (const [name, command] of Object.entries(COMMANDS)) {
  if ('coveredBy' in command || (wanted.length > 0 && !wanted.includes(name))) continue;
  const folder = mkdtempSync(join(tmpdir(), 'weekfare-command-'));
  const before = checkout();
  const startedAt = performance.now();
  const parameters = command.parameters(folder);
  console.log(`\n> npm run ${[name, ...(parameters.length > 0 ? ['--'] : []), ...parameters].join(' ')}`);
  let problem = await (command.isServer ? tryServer(name, parameters) : tryCommand(name, parameters));
  if (!problem && checkout() !== before) problem = 'it has changed the checkout';
  rmSync(folder, { recursive: true, force: true });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  console.log(`> ${name}: ${problem ?? 'as expected'} (${seconds} s)`);
  if (problem) failed.push(name);
}
if (failed.length > 0) console.log(`\n> failed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);

/** What git would show as changed. */
function checkout(): string {
  return git('status', '--porcelain') + git('diff');
}

function git(...parameters: string[]): string {
  return execFileSync('git', parameters, { encoding: 'utf8' });
}

/** In a process group of its own, since npm and its shell do not pass all signals on. */
function start(name: string, parameters: string[]): ChildProcess {
  return spawn('npm', ['run', '-s', name, '--', ...parameters], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
}

async function tryCommand(name: string, parameters: string[]): Promise<string | undefined> {
  const [code] = await once(start(name, parameters), 'exit');
  return code === 0 ? undefined : `it ended with ${code}`;
}

async function tryServer(name: string, parameters: string[]): Promise<string | undefined> {
  const port = await freePort();
  const server = start(name, [...parameters, `--port=${port}`, '--strictPort']);
  const exited = once(server, 'exit');
  const servesPage = () =>
    fetch(`http://localhost:${port}/`).then(
      async (response) => response.ok && (await response.text()).includes('<html'),
      () => false,
    );
  try {
    await Promise.race([
      until('it serves a page', servesPage),
      exited.then(([code]) => Promise.reject(new Error(`it ended with ${code}`))),
    ]);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    if (server.exitCode === null && server.pid !== undefined) process.kill(-server.pid, 'SIGTERM');
    await exited.catch(() => {});
  }
}
