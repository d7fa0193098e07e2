/** Starts the browser of the tests, but with its compilers, and with an address for Lighthouse. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareBrowser } from '../../test/web/support/browser.ts';

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--remote-debugging-port=0',
];

/** Calls `work` with the port of a new browser with an empty profile. */
export async function withBrowser<Result>(work: (port: number) => Promise<Result>): Promise<Result> {
  const { file, env } = await prepareBrowser();
  const profile = mkdtempSync(join(tmpdir(), 'weekfare-pages-'));
  const child = spawn(file, [...ARGUMENTS, `--user-data-dir=${profile}`, 'about:blank'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  try {
    return await work(await readPort(child.stderr));
  } finally {
    child.kill();
    await exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function readPort(log: NodeJS.ReadableStream): Promise<number> {
  let text = '';
  return new Promise((resolve, reject) => {
    log.on('data', (bytes) => {
      text += bytes;
      const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(text)?.[1];
      if (port) resolve(Number(port));
    });
    log.once('end', () => reject(new Error(`The browser did not start: ${text}`)));
  });
}
