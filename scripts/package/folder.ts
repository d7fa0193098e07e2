/**
 * Makes the folder of the package that is installed: the compiled server, the built web app, the cookbook and a manifest
 * with the packages that the server imports.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';

/** Copied as they are. */
const COPIED = ['LICENSE', 'CHANGELOG.md', 'cookbook', 'dist/web'];
/** The package in an import, an export or an `import()` of compiled code. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]((?:@[\w.-]+\/)?[\w-][\w.:-]*)(?:\/[^'"]*)?['"]/g;

export type Manifest = Record<string, unknown> & { dependencies: Record<string, string> };

/** Makes the package in a folder that is empty or does not exist. The web app must be built. */
export function makePackageFolder(folder: string): Manifest {
  run('node_modules/.bin/tsc', ['-p', 'scripts/package', '--outDir', join(folder, 'src')]);
  const others = globSync('src/**/*.*', { exclude: ['src/web/**', '**/*.ts'] });
  for (const path of [...others, ...COPIED]) copy(path, join(folder, path));
  copy('scripts/package/README.md', join(folder, 'README.md'));
  for (const name of ['weekfare.mjs', 'healthcheck.mjs']) {
    copy(`scripts/package/${name}`, join(folder, 'bin', name));
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  const manifest = makeManifest(folder);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return manifest;
}

export function run(command: string, parameters: string[], cwd = '.'): void {
  execFileSync(command, parameters, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
}

export function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}

function makeManifest(folder: string): Manifest {
  const project = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  const { name, version, description, license, type, optionalDependencies, engines } = project;
  // npm's provenance names the repository, which a release knows.
  const { REPOSITORY_URL } = process.env;
  return {
    name,
    version,
    description,
    license,
    ...(REPOSITORY_URL !== undefined && { repository: { type: 'git', url: REPOSITORY_URL } }),
    type,
    bin: { weekfare: 'bin/weekfare.mjs' },
    imports: { '#*.ts': './src/*.js' },
    dependencies: importedPackages(folder, project.dependencies),
    optionalDependencies,
    engines,
  };
}

/** With their versions. The other dependencies of the project build the web app. */
function importedPackages(folder: string, versions: Record<string, string>): Record<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync('src/**/*.js', { cwd: folder })) {
    for (const [, name = ''] of readFileSync(join(folder, file), 'utf8').matchAll(IMPORT)) {
      if (isBuiltin(name)) continue;
      const version = versions[name];
      if (version === undefined) throw new Error(`${file} imports ${name}, which is not in "dependencies".`);
      found.set(name, version);
    }
  }
  return Object.fromEntries([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
