/** Runs `weekfare migrate` in its own process and kills it at a chosen point of its work. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import type { Location } from '#storage/store.ts';
import { getProgram } from '#test/support/programs.ts';
import { startCommand } from '../operator.ts';
import type { Program } from '../program.ts';

/** Returns whether it was killed; it completes if the point is too late. */
export async function migrateAndKill(program: Program, location: Location, at: number): Promise<boolean> {
  return location.kind === 'sqlite' ? killAtWrite(program, location, at) : killAtQuery(program, location, at);
}

const WRITES = 'pwrite64,fsync,fdatasync,ftruncate,?unlink,unlinkat';

/** Kills it at the given system call that changes a file of the database. */
async function killAtWrite(program: Program, location: Location & { kind: 'sqlite' }, at: number) {
  const files = ['', '-wal', '-journal'].flatMap((end) => ['-P', location.file + end]);
  const calls = ['-e', WRITES, '-e', `inject=${WRITES}:signal=KILL:when=${at}`];
  const wrapper = [getProgram('strace'), '-D', '-f', '-qq', '-o', '/dev/null', ...files, ...calls];
  return isKilled(startCommand(program, location, ['migrate'], wrapper));
}

/** Kills it when it sends the given packet to PostgreSQL. Packets with even numbers are still delivered. */
async function killAtQuery(program: Program, location: Location & { kind: 'postgres' }, at: number) {
  const url = new URL(location.url);
  let [sent, child]: [number, ChildProcess | undefined] = [0, undefined];
  const proxy = createServer((client) => {
    const server = connect(Number(url.port), url.hostname);
    client.on('data', (bytes) => {
      sent += 1;
      if (sent === at) child?.kill('SIGKILL');
      if (sent !== at || at % 2 === 0) server.write(bytes);
    });
    server.on('data', (bytes) => client.write(bytes));
    client.on('close', () => server.end()).on('error', () => {});
    server.on('close', () => client.destroy()).on('error', () => {});
  });
  url.port = String(await portOf(proxy));
  child = startCommand(program, { kind: 'postgres', url: url.toString() }, ['migrate']);
  const killed = await isKilled(child);
  proxy.close();
  return killed;
}

async function portOf(proxy: Server): Promise<number> {
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return (proxy.address() as { port: number }).port;
}

async function isKilled(child: ChildProcess): Promise<boolean> {
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The migration failed: ${code ?? signal}.`);
  return signal === 'SIGKILL';
}
