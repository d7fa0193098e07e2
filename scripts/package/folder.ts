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
/** The package in an import, an export, an `import()` or the `url()` of a style sheet. */
const IMPORT = /(?:\bfrom|\bimport|\burl)\s*\(?\s*['"]((?:@[\w.-]+\/)?[\w-][\w.:-]*)(?:\/[^'"]*)?['"]/g;

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

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  // npm leaves links out of a package.
  cpSync(from, to, { recursive: true, dereference: true });
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
  const found: Record<string, string> = {};
  for (const { name, file } of findImports(globSync(`${folder}/src/**/*.js`))) {
    const version = versions[name];
    if (version === undefined) throw new Error(`${file} imports ${name}, which is not in "dependencies".`);
    found[name] = version;
  }
  return found;
}

/** The packages that files import, in alphabetical order. */
export function findImports(files: string[]): { name: string; file: string }[] {
  return files
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name = '']) => ({ name, file })),
    )
    .filter(({ name }) => !isBuiltin(name))
    .toSorted((first, second) => (first.name < second.name ? -1 : 1));
}

/** Writes a lock file with what the manifest in a folder needs. Without network: npm knows all versions. */
export function writeLock(folder: string): void {
  copy('package-lock.json', join(folder, 'package-lock.json'));
  const parameters = ['--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--silent'];
  run('npm', ['install', ...parameters, '--omit-lockfile-registry-resolved'], folder);
}
