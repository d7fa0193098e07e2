/** haproxy with the configuration that docs/operations.md recommends; only the addresses differ. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getProgram } from '#test/support/programs.ts';
import { freePort } from '#test/support/servers/postgres.ts';
import { freshFolder, type Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';

const MANUAL = new URL('../docs/operations.md', import.meta.url);

/** Starts haproxy in front of the two or three servers at these ports; returns its URL. */
export async function startHaproxy(scope: Scope, ports: number[]): Promise<string> {
  const port = await freePort();
  const file = join(freshFolder(scope), 'haproxy.cfg');
  writeFileSync(file, configuration(port, ports));
  const child = spawn(getProgram('haproxy'), ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  scope.after(() => child.kill('SIGKILL'));
  let output = '';
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (bytes) => (output += bytes));
  const url = `http://127.0.0.1:${port}`;
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(`haproxy ended: ${output}`);
    return fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  await until('haproxy finds servers', isUp);
  return url;
}

function configuration(port: number, ports: number[]): string {
  const shown = /```\n# haproxy\.cfg\n([^]*?)```/.exec(readFileSync(MANUAL, 'utf8'))?.[1];
  if (shown === undefined) throw new Error('The manual shows no haproxy.cfg.');
  const rest = [...ports];
  return shown
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replaceAll(/^.*127\.0\.0\.1:300\d.*\n/gm, (line) => {
      const next = rest.shift();
      return next === undefined ? '' : line.replace(/300\d/, String(next));
    });
}
