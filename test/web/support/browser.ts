/**
 * Starts Chromium for tests: on Linux x64 the build from npm, elsewhere the one installed on the machine. Its
 * arguments leave web security on, because the tests check it.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { getProgram, type Program } from '#test/support/programs.ts';
import type { Scope } from '#test/support/store.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Replaces the default arguments of the npm package, which turn web security off. */
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // A page lives for a second or two: compiler optimisation and separate processes cost more than they save.
  '--js-flags=--no-opt --no-maglev --single-threaded',
  '--in-process-gpu',
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
];

/** More than the processes of a browser share. */
const SHARED_BYTES = 1_000_000_000;

type Executable = { file: string; env: Record<string, string> };

/** npm has a Chromium build only for this platform. */
export const COMES_FROM_NPM = process.platform === 'linux' && process.arch === 'x64';
/** The headless shell needs a third less CPU time than the full browser. */
const CHROMIUM: Program = ['chromium-headless-shell', 'chromium'];
const PACKAGE = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));
const CACHE = join(dirname(dirname(PACKAGE)), '.cache', 'weekfare-chromium');

/** Programs that must be installed on the machine. */
export const BROWSER_PROGRAMS: readonly Program[] = COMES_FROM_NPM ? [] : [CHROMIUM];

/** Returns the executable. Unpacks the npm package first if necessary. */
export async function prepareBrowser(): Promise<Executable> {
  return COMES_FROM_NPM ? unpackBrowser(CACHE) : { file: getProgram(...CHROMIUM), env: {} };
}

let shared: Promise<Browser> | undefined;
let users = 0;

/**
 * The test files of a process share one browser, which is closed after the last of them. Async, so that each file
 * awaits its own promise: the test runner would take tests after a shared one for those of another file.
 */
export async function startBrowser(scope: Scope): Promise<Browser> {
  users += 1;
  const browser = (shared ??= launch());
  scope.after(async () => {
    users -= 1;
    if (users > 0) return;
    shared = undefined;
    await (await browser).close();
  });
  return browser;
}

async function launch(): Promise<Browser> {
  const { file, env } = await prepareBrowser();
  const options = {
    executablePath: file,
    args: ARGUMENTS,
    // Playwright makes the processes of the browser share memory by files in this folder, because Docker limits /dev/shm.
    env: { ...process.env, ...env, TMPDIR: temporaryFolder(SHARED_BYTES) },
    // The sandbox fails as root and in most containers; the tests open only our own pages.
    chromiumSandbox: false,
  };
  // On a busy machine the browser sometimes crashes while it starts (SIGSEGV).
  return chromium.launch(options).catch(() => chromium.launch(options));
}

/** Unpacks the npm package once; the next `npm ci` removes it. */
export async function unpackBrowser(folder: string): Promise<Executable> {
  if (!existsSync(folder)) await unpack(folder);
  return {
    file: join(folder, 'chromium'),
    // A bare machine has neither the shared libraries nor a font.
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

/** Unpacks to a temporary folder and renames it, because another process may do the same. */
async function unpack(folder: string): Promise<void> {
  const { default: packed, inflate } = await import('@sparticuz/chromium');
  const draft = `${folder}-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const { TMPDIR } = process.env;
  // The package unpacks to the system's temporary folder.
  process.env.TMPDIR = draft;
  try {
    await packed.executablePath();
    await inflate(join(PACKAGE, 'bin', 'al2023.tar.br'));
    // Relative to the file: the clone may move, and the browser crashes without a font.
    const fonts = '<fontconfig><dir prefix="relative">.</dir></fontconfig>';
    writeFileSync(join(draft, 'fonts', 'fonts.conf'), fonts);
    renameSync(draft, folder);
  } catch (error) {
    // Another process has unpacked it meanwhile.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
