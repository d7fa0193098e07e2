/**
 * A server to attack, in a separate process. The trial opens its database too: it creates families without the
 * server and checks what the server has written. The server trusts this machine as a proxy, so that requests can
 * come from any address.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, SERVER_TIMEOUT_MS, type Store } from '#storage/store.ts';
import { makeWorld, type World } from '#test/support/world.ts';
import { freshFolder } from '#test/support/store.ts';
import type { RunningServer, Settings } from './program.ts';
import type { TrialContext } from './trial.ts';

export type Target = RunningServer & { store: Store; settings: Settings; newWorld(): Promise<World> };

export async function startTarget(
  { program, scope }: TrialContext,
  overrides: Settings = {},
): Promise<Target> {
  const folder = freshFolder(scope);
  const settings: Settings = {
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    PREMIUM: 'everyone',
    RATE_LIMIT_PER_MINUTE: '0',
    APP_RATE_LIMIT_PER_MINUTE: '0',
    TRUSTED_PROXIES: '127.0.0.1',
    ...overrides,
  };
  const running = await program.start(scope, settings);
  const url = settings.DATABASE_URL;
  const location = url
    ? ({ kind: 'postgres', url } as const)
    : ({ kind: 'sqlite', file: join(folder, 'weekfare.db') } as const);
  const store = await openStore(location, SERVER_TIMEOUT_MS);
  scope.after(() => store.close());
  return { ...running, store, settings, newWorld: () => makeWorld({ store, clock: { nowMs: Date.now() } }) };
}

let addresses = 0;

/** The header with which a proxy forwards a request from a new address. */
export function fromNewAddress(): { 'x-forwarded-for': string } {
  addresses += 1;
  return { 'x-forwarded-for': `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}` };
}

/** The memory of a server: current (`VmRSS`) or peak (`VmHWM`). */
export function megabytes({ child }: Pick<RunningServer, 'child'>, which: 'VmRSS' | 'VmHWM'): number {
  return megabytesOf(child.pid, which);
}

/** Processor time of a process, to the nearest 10 ms. */
export function cpuMsOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // User and system time in hundredths of a second: fields 14 and 15 of proc(5).
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The processes that a server has started, such as that of an import. */
export function childrenOf({ child: { pid } }: Pick<RunningServer, 'child'>): number[] {
  const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return ids === '' ? [] : ids.split(' ').map(Number);
}

export function megabytesOf(pid: number | undefined, which: 'VmRSS' | 'VmHWM' | 'RssAnon'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${which}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1_000;
}
