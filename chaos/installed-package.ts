/** Installs the package of `npm run pack` into an empty folder, as an operator does. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from '#test/support/store.ts';
import { type Program, programIn } from './program.ts';

export type InstalledPackage = Program & { installSeconds: number };

/** Uses npm's own cache and PATH unless others are given. */
export function installPackage(
  scope: Scope,
  program: Program,
  { cache, path = process.env.PATH }: { cache?: string; path?: string } = {},
): InstalledPackage {
  const work = mkdtempSync(join(tmpdir(), 'weekfare-package-'));
  scope.after(() => rmSync(work, { recursive: true, force: true }));
  execFileSync(process.execPath, ['scripts/pack.ts', work], { cwd: program.folder });
  const [archive = ''] = globSync(join(work, '*.tgz'));
  const folder = join(work, 'installed');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{}');
  const options = ['--no-audit', '--no-fund', '--loglevel=error', ...(cache ? ['--cache', cache] : [])];
  const startedAt = performance.now();
  execFileSync('npm', ['install', archive, ...options], {
    cwd: folder,
    env: { ...process.env, PATH: path },
  });
  const installSeconds = Math.round((performance.now() - startedAt) / 1_000);
  // With this Node, the server replaces the process of the command, so that a trial can kill it.
  const command = [process.execPath, realpathSync(join(folder, 'node_modules/.bin/weekfare'))];
  return { ...programIn(folder, command, command), installSeconds };
}
