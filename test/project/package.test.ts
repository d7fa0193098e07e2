/**
 * The package of `npm run pack` without its installation: it has every file that it imports, imports no package for
 * development, and serves the app. The trial `npm-install` installs it.
 */
import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { makePackageFolder } from '../../scripts/package/folder.ts';
import { startProcess } from '../support/process.ts';
import { freshFolder, type Scope } from '../support/store.ts';

const OWN_IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'((?:#|\.\.?\/)[^']+)'/g;

/** Of all packages, only those that the manifest names can be found. */
function makePackage(scope: Scope): string {
  const folder = join(freshFolder(scope), 'package');
  const { dependencies } = makePackageFolder(folder);
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve('node_modules', name), link);
  }
  return folder;
}

/** Files of the server that are read, not imported, such as the list of common passwords. */
function missingFiles(folder: string): string[] {
  const files = globSync('src/**/*.*', { exclude: ['src/web/**', '**/*.ts'] });
  return files.filter((file) => !existsSync(join(folder, file)));
}

function missingImports(folder: string): string[] {
  const sources = join(folder, 'src');
  return globSync('**/*.js', { cwd: sources }).flatMap((file) => {
    const imports = readFileSync(join(sources, file), 'utf8').matchAll(OWN_IMPORT);
    return [...imports].flatMap(([, name = '']) => {
      const target = name.startsWith('#') ? name.slice(1).replace(/\.ts$/, '.js') : join(file, '..', name);
      return existsSync(join(sources, target)) ? [] : [`${file} imports ${name}`];
    });
  });
}

test('the package has every file that it needs, shows the commands and serves the app', async (t) => {
  const folder = makePackage(t);
  deepStrictEqual([...missingImports(folder), ...missingFiles(folder)], []);

  const command = [process.execPath, join(folder, 'bin/weekfare.mjs')];
  const environment = { DATA_DIR: join(folder, 'data'), XDG_CACHE_HOME: join(folder, 'cache') };
  const help = spawnSync(process.execPath, [...command.slice(1), '--help'], {
    env: environment,
    encoding: 'utf8',
  });
  deepStrictEqual([help.status, help.stderr], [0, '']);
  match(help.stdout, /^Usage: weekfare COMMAND/m);

  const server = await startProcess(t, environment, command);
  const page = await (await fetch(server.url)).text();
  const script = /<script [^>]*src="([^"]+)"/.exec(page)?.[1] ?? '';
  strictEqual((await fetch(server.url + script)).status, 200);
  const [, key = '', address = ''] = /curl -H 'X-API-Key: (\S+)' (\S+)/.exec(server.welcome) ?? [];
  const plan = await readJson(address, key);
  const { recipeId } = plan.data.meals.Monday.dinner;
  const recipe = await readJson(`${server.url}/api/recipes/v1/${recipeId}`, key);
  strictEqual(recipe.data.id, recipeId);
  strictEqual((await server.stop()).code, 0);
});

test('the package of the client has nothing but its build, its manifest and its readme', () => {
  const { stdout } = spawnSync('npm', ['pack', './sdk', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
  });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const paths = files
    .map(({ path }) => path)
    .filter((path) => !/^dist\/[\w-]+\.(?:js|js\.map|d\.ts)$/.test(path));
  deepStrictEqual(
    paths.filter((path) => path !== 'dist/LICENSE'),
    ['README.md', 'package.json'],
  );
});

async function readJson(address: string, key: string): Promise<any> {
  return (await fetch(address, { headers: { 'X-API-Key': key } })).json();
}
