/**
 * A PostgreSQL primary and a standby that follows it, a write counting only when both have it. The primary
 * can be killed and the standby take its place, again and again: each time there is a new standby.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort, postgresIn } from '#test/postgres.ts';
import type { Scope } from '#test/store.ts';
import { until } from '#test/until.ts';
import { type TcpProxy, startTcpProxy } from '#test/tcp-proxy.ts';

export type Pair = {
  /** The address that follows the primary. */
  url: string;
  /** What the standby hears the primary over. */
  link: TcpProxy;
  /** Kills the primary and promotes the standby. */
  failOver(): Promise<void>;
  /** Makes another standby, and waits until every write counts only with it. */
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
  chmodSync(home, 0o777);
  const nodes: Node[] = [];
  scope.after(() => {
    for (const node of nodes) node.kill();
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  let primary = await startNode(join(home, '0'));
  nodes.push(primary);
  const proxy = await startTcpProxy(scope, primary.url);
  const link = await startTcpProxy(scope, primary.url);
  return {
    url: proxy.url,
    link,
    async failOver() {
      primary.kill();
      primary = nodes.at(-1) as Node;
      await ask(primary.url, 'select pg_promote()');
      proxy.target = primary.url;
      link.target = primary.url;
    },
    async addStandby() {
      const folder = join(home, String(nodes.length));
      await backUp(primary, folder);
      const { hostname, port } = new URL(link.url);
      const following = `primary_conninfo=host=${hostname} port=${port} user=weekfare password=weekfare`;
      nodes.push(await startNode(folder, following));
      await ask(primary.url, "alter system set synchronous_standby_names = '*'");
      await ask(primary.url, 'select pg_reload_conf()');
      const isFollowed = async () =>
        (await ask(primary.url, "select 1 from pg_stat_replication where sync_state = 'sync'")).length > 0;
      await until('the standby follows', isFollowed, TIMEOUT_MS);
    },
  };
}

/** A new server, or one that follows another. */
async function startNode(folder: string, following?: string): Promise<Node> {
  const port = await freePort();
  let said = '';
  const settings = following === undefined ? SETTINGS : [...SETTINGS, following];
  const server = postgresIn(folder, port, settings, (line) => (said += line));
  if (following === undefined) await server.initialise();
  // Only a primary counts as started there; when it is killed it counts as failed.
  server.start().catch(() => {});
  await until('PostgreSQL is ready', () => said.includes('ready to accept'), TIMEOUT_MS).catch(() => {
    throw new Error(`PostgreSQL did not start:\n${said}`);
  });
  const [pid = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  const kill = () => {
    try {
      // All its processes at once, without a word to anyone and without writing anything down.
      process.kill(Number(pid), 'SIGQUIT');
    } catch {
      // It was killed before.
    }
  };
  return { url: `postgres://weekfare:weekfare@127.0.0.1:${port}/postgres`, folder, kill };
}

/** What `pg_basebackup` does, which npm does not bring. */
async function backUp({ url, folder }: Node, to: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  // With its owner and its rights; files that vanish meanwhile are not needed.
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
  // When its turn comes to be the primary, nobody follows it yet.
  write('postgresql.auto.conf', '');
}

async function ask(url: string, question: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(question)).rows;
  } finally {
    await client.end();
  }
}
