/**
 * A real browser for tests. Where npm has one for the machine (Linux on x64) it comes from there;
 * elsewhere it is the machine's own Chromium, installed first if we may. Decides how it is started:
 * with web security on, since that is among the things tested.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { getProgram } from './programs.ts';
import type { Scope } from './store.ts';

/** The npm package brings arguments of its own, which switch web security off; these are ours. */
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Pages live for a second or two: code that is optimised for later, and a process more for each, never pay.
  '--js-flags=--no-opt --no-maglev --single-threaded',
  '--in-process-gpu',
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
];

type Program = { file: string; env: Record<string, string> };

/** Where it is, after unpacking or installing it if need be. */
export function prepareBrowser(): Promise<Program> {
  const onLinuxX64 = process.platform === 'linux' && process.arch === 'x64';
  return onLinuxX64 ? unpackedProgram() : installedProgram();
}

export async function startBrowser(scope: Scope): Promise<Browser> {
  const { file, env } = await prepareBrowser();
  const browser = await chromium.launch({
    executablePath: file,
    args: ARGUMENTS,
    env: { ...process.env, ...env },
    // It opens only our own pages, and root and most containers may not have the sandbox.
    chromiumSandbox: false,
  });
  scope.after(() => browser.close());
  return browser;
}

/** Unpacked once, until the next `npm ci`, and moved into place whole: test files run side by side. */
async function unpackedProgram(): Promise<Program> {
  const home = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));
  const folder = join(dirname(dirname(home)), '.cache', 'weekfare-chromium');
  if (!existsSync(folder)) await unpack(home, folder);
  return {
    file: join(folder, 'chromium'),
    // A bare machine has neither the libraries nor a typeface.
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

async function unpack(home: string, folder: string): Promise<void> {
  const { default: packed, inflate } = await import('@sparticuz/chromium');
  const draft = `${folder}-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const { TMPDIR } = process.env;
  // The package unpacks into the temporary folder, wherever that is.
  process.env.TMPDIR = draft;
  try {
    await packed.executablePath();
    await inflate(join(home, 'bin', 'al2023.tar.br'));
    const fonts = `<fontconfig><dir>${join(folder, 'fonts')}</dir></fontconfig>`;
    writeFileSync(join(draft, 'fonts', 'fonts.conf'), fonts);
    renameSync(draft, folder);
  } catch (error) {
    // Another test file may have been faster, which is as good.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

async function installedProgram(): Promise<Program> {
  // Without the window that nobody sees, a browser takes two thirds of the work.
  return { file: getProgram('chromium-headless-shell', 'chromium'), env: {} };
}
