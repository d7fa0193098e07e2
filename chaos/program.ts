/**
 * The program under trial: the service itself, or a copy of it with a planted defect. The defect is planted in a
 * copy so that the service needs no switch for it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Scope } from '#test/support/store.ts';

export type Program = {
  folder: string;
  /** Starts a server and waits for its URL. `wrapper` is a command that runs it, such as strace. */
  start(scope: Scope, settings: Settings, wrapper?: string[]): Promise<RunningServer>;
  /** Runs an operator's command and waits for its end. */
  runCommand(
    settings: Settings,
    ...args: string[]
  ): Promise<{ code: number; stdout: string; stderr: string }>;
};

/** Replaces `from`, which must occur exactly once in the file, by `to`. */
export type Defect = { what: string; file: string; from: string; to: string };

export type Settings = Record<string, string>;
export type RunningServer = { url: string; child: ChildProcess; welcome: string; log(): string };

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** A copy has its own program files and shares the files that it only reads. */
const COPIED = [
  'src',
  'package.json',
  'package-lock.json',
  'LICENSE',
  'CHANGELOG.md',
  'scripts',
  'tsconfig.json',
  'vite.config.ts',
];
const LINKED = ['node_modules', 'dist', 'cookbook'];

export function currentProgram(): Program {
  return programIn(ROOT);
}

/** A copy of the program, or of another copy of it. */
export function programWithDefect(scope: Scope, { file, from, to }: Defect, original = ROOT): Program {
  const folder = mkdtempSync(join(tmpdir(), 'weekfare-defect-'));
  scope.after(() => rmSync(folder, { recursive: true, force: true }));
  // A defect in the web app needs a new build.
  const isInWebApp = file.startsWith('src/web/');
  for (const name of COPIED) cpSync(join(original, name), join(folder, name), { recursive: true });
  for (const name of LINKED) {
    if (name !== 'dist' || !isInWebApp) symlinkSync(join(ROOT, name), join(folder, name));
  }
  const path = join(folder, file);
  const sound = readFileSync(path, 'utf8');
  const [before, after, ...more] = sound.split(from);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} must contain this text exactly once: ${from}`);
  }
  writeFileSync(path, before + to + after);
  if (isInWebApp) {
    const build = ['node_modules/vite/bin/vite.js', 'build', '--logLevel=warn'];
    const { status } = spawnSync(process.execPath, build, { cwd: folder, stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error('The web app could not be built.');
  }
  return programIn(folder);
}

const SERVER = [process.execPath, 'scripts/start.ts'];
const COMMAND = [process.execPath, '--import', './scripts/preload.mjs', 'src/cli/main.ts'];

/** The program in a folder, with the commands that run it there. */
export function programIn(folder: string, server = SERVER, command = COMMAND): Program {
  const run = (settings: Settings, [file = '', ...parameters]: string[]) => {
    const env = { PATH: process.env.PATH, TZ: process.env.TZ, ...settings };
    return spawn(file, parameters, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  };
  return {
    folder,
    async start(scope, settings, wrapper = []) {
      const child = run({ PORT: '0', ...settings }, [...wrapper, ...server]);
      scope.after(() => child.kill('SIGKILL'));
      return whenReady(child);
    },
    async runCommand(settings, ...args) {
      const child = run(settings, [...command, ...args]);
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { code: Number(code), stdout, stderr };
    },
  };
}

async function whenReady(child: ReturnType<typeof spawn>): Promise<RunningServer> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The server has no pipes.');
  let [welcome, log] = ['', ''];
  stderr.on('data', (bytes) => (log += bytes));
  const url = await new Promise<string>((resolve, reject) => {
    stdout.on('data', (bytes) => {
      welcome += bytes;
      const found = /Weekfare is at (\S+)/.exec(welcome)?.[1];
      if (found && welcome.endsWith('\n')) resolve(found);
    });
    child.once('close', () => reject(new Error(`The server ended: ${log}`)));
  });
  return { url, child, welcome, log: () => log };
}
