/**
 * A real browser for tests. On Linux on x64 it comes from npm; elsewhere it is the machine's own Chromium. Its
 * arguments leave web security on, which is part of what is tested.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { getProgram, type Program } from '../support/programs.ts';
import type { Scope } from '../support/store.ts';

/** Instead of the arguments of the npm package, which turn web security off. */
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // A page lives for a second or two: optimising its code or giving it another process costs more than it saves.
  '--js-flags=--no-opt --no-maglev --single-threaded',
  '--in-process-gpu',
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
];

type Executable = { file: string; env: Record<string, string> };

/** Whether npm has a browser for this machine. */
const COMES_FROM_NPM = process.platform === 'linux' && process.arch === 'x64';
/** Without a window, which nobody sees, a browser takes two thirds of the work. */
const CHROMIUM: Program = ['chromium-headless-shell', 'chromium'];
const PACKAGE = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));
const CACHE = join(dirname(dirname(PACKAGE)), '.cache', 'weekfare-chromium');

/** What has to be on the machine for a browser. */
export const BROWSER_PROGRAMS: readonly Program[] = COMES_FROM_NPM ? [] : [CHROMIUM];

/** Where the browser is; the one of npm is unpacked first if need be. */
export async function prepareBrowser(): Promise<Executable> {
  return COMES_FROM_NPM ? unpackBrowser(CACHE) : { file: getProgram(...CHROMIUM), env: {} };
}

export async function startBrowser(scope: Scope): Promise<Browser> {
  const { file, env } = await prepareBrowser();
  const browser = await chromium.launch({
    executablePath: file,
    args: ARGUMENTS,
    env: { ...process.env, ...env },
    // It opens only our own pages; root and most containers cannot use the sandbox.
    chromiumSandbox: false,
  });
  scope.after(() => browser.close());
  return browser;
}

/** Unpacks the browser of npm once; the next `npm ci` removes it. */
export async function unpackBrowser(folder: string): Promise<Executable> {
  if (!existsSync(folder)) await unpack(folder);
  return {
    file: join(folder, 'chromium'),
    // A bare machine has neither the libraries nor a font.
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

/** Unpacks to a temporary folder and renames it, because another process may do the same. */
async function unpack(folder: string): Promise<void> {
  const { default: packed, inflate } = await import('@sparticuz/chromium');
  const draft = `${folder}-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const { TMPDIR } = process.env;
  // The package unpacks to the system's folder for temporary files.
  process.env.TMPDIR = draft;
  try {
    await packed.executablePath();
    await inflate(join(PACKAGE, 'bin', 'al2023.tar.br'));
    const fonts = `<fontconfig><dir>${join(folder, 'fonts')}</dir></fontconfig>`;
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
