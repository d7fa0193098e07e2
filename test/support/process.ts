/** Runs the server and the command line in their own processes, as an operator does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Scope } from './store.ts';
import { TIMEOUT_MS } from './until.ts';

export type ProcessResult = { code: number; stdout: string; stderr: string };
export type Environment = Record<string, string>;

/** As in `npm start` and `npm run weekfare`: the compile cache halves the start time. */
const NODE = ['--import', './scripts/preload.mjs'];

/** Takes only PATH and TZ from the environment of the tests. */
function cleanEnvironment(environment: Environment): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: process.env.TZ, ...environment };
}

export async function runWeekfare(
  environment: Environment,
  parameters: string[],
  input = '',
): Promise<ProcessResult> {
  return finish(
    spawn(process.execPath, [...NODE, 'src/cli/main.ts', ...parameters], {
      env: cleanEnvironment(environment),
    }),
    input,
  );
}

/** Runs a server that must fail to start. If it starts, it is stopped in the end, and its exit code is not 1. */
export async function failToStart(environment: Environment): Promise<ProcessResult> {
  const env = cleanEnvironment({ PORT: '0', ...environment });
  return finish(spawn(process.execPath, SERVER.slice(1), { env, timeout: TIMEOUT_MS }), '');
}

async function finish(child: ChildProcess, input: string): Promise<ProcessResult> {
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error('The process has no pipes.');
  stdin.on('error', () => {}).end(input);
  const [out, err, [code]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
  return { code: Number(code), stdout: out, stderr: err };
}

export type RunningServer = {
  /** Its standard output until it was ready. */
  welcome: string;
  url: string;
  child: ChildProcess;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<ProcessResult>;
};

const SERVER = [process.execPath, ...NODE, 'src/main.ts'];

/** Starts a server process and does not wait until it is ready. */
export function launch(scope: Scope, environment: Environment, [program = '', ...parameters] = SERVER) {
  const child = spawn(program, parameters, {
    env: cleanEnvironment({ PORT: '0', ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  scope.after(() => child.kill('SIGKILL'));
  return child;
}

export async function startProcess(
  scope: Scope,
  environment: Environment,
  command = SERVER,
): Promise<RunningServer> {
  const child = launch(scope, environment, command);
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (bytes) => (stderr += bytes));
  const closed = once(child, 'close');
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (bytes) => {
      stdout += bytes;
      const url = /Weekfare is at (\S+)/.exec(stdout)?.[1];
      if (url && stdout.endsWith('\n')) resolve(url);
    });
    void closed.then(() => reject(new Error(`The server exited: ${stderr}`)));
  });
  const url = await ready;
  return {
    welcome: stdout,
    url,
    child,
    async stop() {
      child.kill('SIGTERM');
      const [code] = await closed;
      return { code: Number(code), stdout, stderr };
    },
  };
}
