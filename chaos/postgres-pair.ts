/**
 * A PostgreSQL primary with a synchronous standby. The primary can be killed and the standby promoted, repeatedly:
 * each time a new standby is added.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  freePort,
  type PostgresPrograms,
  postgresIn,
  preparePostgres,
} from '#test/support/servers/postgres.ts';
import type { Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { type TcpProxy, startTcpProxy } from '#test/support/servers/tcp-proxy.ts';

export type Pair = {
  /** A URL that always leads to the current primary. */
  url: string;
  /** The replication connection between standby and primary. */
  replication: TcpProxy;
  /** Kills the primary and promotes the standby. */
  failOver(): Promise<void>;
  /** Adds a standby and waits until replication is synchronous. */
  addStandby(): Promise<void>;
};

type Node = { url: string; folder: string; kill(): void };

const SETTINGS = [
  'fsync=off',
  'wal_level=replica',
  'max_wal_senders=5',
  'wal_keep_size=1GB',
  'autovacuum=off',
  'max_connections=100',
];
const TIMEOUT_MS = 30_000;

export async function startPair(scope: Scope): Promise<Pair> {
  const home = mkdtempSync(join(tmpdir(), 'weekfare-pair-'));
  chmodSync(home, 0o755);
  const programs = preparePostgres(home);
  const nodes: Node[] = [];
  scope.after(() => {
    for (const node of nodes) node.kill();
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  let primary = await startNode(programs, join(home, '0'));
  nodes.push(primary);
  const proxy = await startTcpProxy(scope, primary.url);
  const replication = await startTcpProxy(scope, primary.url);
  return {
    url: proxy.url,
    replication,
    async failOver() {
      primary.kill();
      primary = nodes.at(-1) as Node;
      await query(primary.url, 'select pg_promote()');
      proxy.target = primary.url;
      replication.target = primary.url;
    },
    async addStandby() {
      const folder = join(home, String(nodes.length));
      await backUp(primary, folder);
      const { hostname, port } = new URL(replication.url);
      const primaryConnection = `primary_conninfo=host=${hostname} port=${port} user=weekfare password=weekfare`;
      nodes.push(await startNode(programs, folder, primaryConnection));
      await query(primary.url, "alter system set synchronous_standby_names = '*'");
      await query(primary.url, 'select pg_reload_conf()');
      const isSynchronous = async () =>
        (await query(primary.url, "select 1 from pg_stat_replication where sync_state = 'sync'")).length > 0;
      await until('the standby replicates synchronously', isSynchronous, TIMEOUT_MS);
    },
  };
}

/** Starts a primary, or a standby that follows one. */
async function startNode(
  programs: PostgresPrograms,
  folder: string,
  primaryConnection?: string,
): Promise<Node> {
  const port = await freePort();
  const settings = primaryConnection === undefined ? SETTINGS : [...SETTINGS, primaryConnection];
  const postgres = postgresIn(programs, folder, port, settings);
  if (primaryConnection === undefined) await postgres.initialise();
  const server = await postgres.start();
  // Ends all its processes at once, without a checkpoint.
  const kill = () => void server.kill('SIGQUIT');
  return { url: `postgres://weekfare:weekfare@127.0.0.1:${port}/postgres`, folder, kill };
}

/** Does the work of `pg_basebackup`, which the npm package does not contain. */
async function backUp({ url, folder }: Node, to: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  // Copies owner and mode. `cp` fails for files that disappear meanwhile; the backup does not need them.
  spawnSync('cp', ['-a', folder, to]);
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
  await client.end();
  rmSync(join(to, 'postmaster.pid'), { force: true });
  const { uid, gid } = statSync(folder);
  const write = (name: string, text: string) => {
    writeFileSync(join(to, name), text);
    chownSync(join(to, name), uid, gid);
  };
  write('backup_label', rows[0].labelfile);
  write('standby.signal', '');
  // Drop synchronous_standby_names: after its promotion this server has no standby yet.
  write('postgresql.auto.conf', '');
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
