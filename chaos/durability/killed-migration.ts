/** `weekfare migrate` in a process of its own that is killed at a chosen point of its work. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import type { Location } from '#storage/store.ts';
import { getProgram } from '#test/support/programs.ts';
import { startOperating } from '../operator.ts';
import type { Program } from '../program.ts';

/** Answers whether it was killed; with too late a point, it comes to its end. */
export async function migrateAndKill(program: Program, location: Location, at: number): Promise<boolean> {
  return location.kind === 'sqlite' ? killAtWrite(program, location, at) : killAtQuery(program, location, at);
}

const WRITES = 'pwrite64,fsync,fdatasync,ftruncate,?unlink,unlinkat';

/** At a system call that changes a file of the database. */
async function killAtWrite(program: Program, location: Location & { kind: 'sqlite' }, at: number) {
  const files = ['', '-wal', '-journal'].flatMap((end) => ['-P', location.file + end]);
  const calls = ['-e', WRITES, '-e', `inject=${WRITES}:signal=KILL:when=${at}`];
  const wrapper = [getProgram('strace'), '-D', '-f', '-qq', '-o', '/dev/null', ...files, ...calls];
  return isKilled(startOperating(program, location, ['migrate'], wrapper));
}

/** When it sends PostgreSQL something: half of the time that arrives, half of the time it does not. */
async function killAtQuery(program: Program, location: Location & { kind: 'postgres' }, at: number) {
  const url = new URL(location.url);
  let [sent, child]: [number, ChildProcess | undefined] = [0, undefined];
  const line = createServer((near) => {
    const far = connect(Number(url.port), url.hostname);
    near.on('data', (bytes) => {
      sent += 1;
      if (sent === at) child?.kill('SIGKILL');
      if (sent !== at || at % 2 === 0) far.write(bytes);
    });
    far.on('data', (bytes) => near.write(bytes));
    near.on('close', () => far.end()).on('error', () => {});
    far.on('close', () => near.destroy()).on('error', () => {});
  });
  url.port = String(await portOf(line));
  child = startOperating(program, { kind: 'postgres', url: url.toString() }, ['migrate']);
  const killed = await isKilled(child);
  line.close();
  return killed;
}

async function portOf(line: Server): Promise<number> {
  await once(line.listen(0, '127.0.0.1'), 'listening');
  return (line.address() as { port: number }).port;
}

async function isKilled(child: ChildProcess): Promise<boolean> {
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0 && signal !== 'SIGKILL')
    throw new Error(`The migration ended by itself: ${code ?? signal}.`);
  return signal === 'SIGKILL';
}
