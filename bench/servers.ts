/** Starts and stops the measured processes (the service with an operator's options, bare servers) and reads their probes. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Location } from '#storage/store.ts';
import { SERVER_ENVIRONMENT, SERVER_OPTIONS } from '../scripts/server-options.ts';
import { freePort } from '../test/support/servers/postgres.ts';
import type { Reading } from './probe.ts';

/** A response of the service as `writeHead` and `end` take it, without the headers that Node adds. */
export type RecordedResponse = { status: number; headers: string[]; body: string; keepAliveMs: number };

export type Server = { port: number; read(): Promise<Reading>; stop(): Promise<void> };

const CURRENT = '/api/meal-plans/v1/current';
const TIMEOUT_MS = 30_000;
const ROOT = new URL('..', import.meta.url);
const PROBE = ['--import', './bench/probe.ts'];

export async function startService(location: Location, settings: NodeJS.ProcessEnv = {}): Promise<Server> {
  const port = await freePort();
  return ready(port, runService(location, port, 'probed', settings));
}

export async function startBare(response: RecordedResponse, file: string): Promise<Server> {
  writeFileSync(file, JSON.stringify(response));
  const port = await freePort();
  return ready(port, run('bench/bare.ts', [file, String(port)], PROBE, {}));
}

/** The time from the fork to the first 200. */
export async function timeStart(location: Location, key: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = runService(location, port, 'as it is');
  await untilResponse(port, child, key, 200);
  const milliseconds = performance.now() - startedAt;
  await stop(child);
  return milliseconds;
}

/** Records a real response to this key, for a bare server. */
export async function fetchResponse(port: number, key: string): Promise<RecordedResponse> {
  const response = await request(port, key);
  const chunks = await response.setEncoding('utf8').toArray();
  const headers: string[] = [];
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = response.rawHeaders.slice(at, at + 2);
    if (!/^(date|connection|keep-alive)$/i.test(name)) headers.push(name, value);
  }
  const keepAliveSeconds = /timeout=(\d+)/.exec(String(response.headers['keep-alive']))?.[1] ?? '5';
  return {
    status: response.statusCode as number,
    headers,
    body: chunks.join(''),
    keepAliveMs: Number(keepAliveSeconds) * 1_000,
  };
}

function serviceSettings(location: Location, port: number): NodeJS.ProcessEnv {
  return {
    PORT: String(port),
    // Rate limiting is on, as for an operator, with a limit too high to be reached.
    RATE_LIMIT_PER_MINUTE: '1000000000',
    APP_RATE_LIMIT_PER_MINUTE: '1000000000',
    LOG_LEVEL: 'warn',
    ...(location.kind === 'postgres' ? { DATABASE_URL: location.url } : { DATA_DIR: dirname(location.file) }),
  };
}

/** Starts the service as `npm start` does. `--import` options load in order, so the probe comes last. */
function runService(
  location: Location,
  port: number,
  probed: 'probed' | 'as it is',
  settings: NodeJS.ProcessEnv = {},
): ChildProcess {
  const all = probed === 'probed' ? [...SERVER_OPTIONS, ...PROBE] : SERVER_OPTIONS;
  return run('src/main.ts', [], all, {
    ...SERVER_ENVIRONMENT,
    ...serviceSettings(location, port),
    ...settings,
  });
}

function run(
  script: string,
  parameters: string[],
  execArgv: string[],
  settings: NodeJS.ProcessEnv,
): ChildProcess {
  const child = fork(script, parameters, {
    cwd: fileURLToPath(ROOT),
    execArgv,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.setMaxListeners(0);
  return child;
}

async function ready(port: number, child: ChildProcess): Promise<Server> {
  await untilResponse(port, child, 'none', undefined);
  let lastId = 0;
  return {
    port,
    async read() {
      const id = (lastId += 1);
      child.send(id);
      for (;;) {
        const [reading] = (await once(child, 'message')) as [Reading];
        if (reading.id === id) return reading;
      }
    },
    stop: () => stop(child),
  };
}

/** Polls every few milliseconds until there is this response, or any but "not ready". */
async function untilResponse(
  port: number,
  child: ChildProcess,
  key: string,
  wanted: number | undefined,
): Promise<void> {
  const giveUpAt = performance.now() + TIMEOUT_MS;
  while (performance.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error(`A server ended unexpectedly with code ${child.exitCode}.`);
    const status = await request(port, key).then(
      (response) => response.resume().statusCode,
      () => undefined,
    );
    if (wanted === undefined ? status !== undefined && status !== 503 : status === wanted) return;
    await delay(3);
  }
  throw new Error('A server did not become ready.');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timeout = setTimeout(() => child.kill('SIGKILL'), 12_000);
  await ended;
  clearTimeout(timeout);
}

function request(port: number, key: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: CURRENT, headers: { 'X-API-Key': key } }, resolve).on(
      'error',
      reject,
    );
  });
}
