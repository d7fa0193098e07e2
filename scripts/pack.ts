/**
 * `npm run pack`: makes the package that is installed, dist/weekfare-VERSION.tgz. It has the compiled server, the built
 * web app, the cookbook and the locked versions of the packages that the server imports, and needs no build.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';

const FOLDER = 'dist/package';
/** Copied as they are. */
const COPIED = ['LICENSE', 'CHANGELOG.md', 'cookbook', 'dist/web'];
/** A package in an import, an export or an `import()` of compiled code. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]((?:@[\w.-]+\/)?[\w-][\w.:-]*)(?:\/[^'"]*)?['"]/g;

type Json = Record<string, unknown>;

const project = readJson('package.json') as Json & { dependencies: Record<string, string> };

rmSync(FOLDER, { recursive: true, force: true });
run('tsc', ['-p', 'scripts/package']);
for (const file of globSync('src/**/*.{bin,json}', { exclude: ['src/web/**'] })) copy(file);
for (const path of COPIED) copy(path);
copy('scripts/package/README.md', 'README.md');
copy('scripts/package/weekfare.mjs', 'bin/weekfare.mjs');
copy('scripts/package/healthcheck.mjs', 'bin/healthcheck.mjs');
chmodSync(join(FOLDER, 'bin/weekfare.mjs'), 0o755);
writeJson('package.json', makeManifest());
writeLock();
run('npm', ['pack', `./${FOLDER}`, '--pack-destination', 'dist', '--silent']);

function makeManifest(): Json {
  const { name, version, description, license, type, optionalDependencies, engines } = project;
  return {
    name,
    version,
    description,
    license,
    type,
    bin: { weekfare: 'bin/weekfare.mjs' },
    imports: { '#*.ts': './src/*.js' },
    dependencies: importedPackages(),
    optionalDependencies,
    engines,
  };
}

/** With their versions. The other dependencies of the project are those that build the web app. */
function importedPackages(): Record<string, string> {
  const files = globSync(`${FOLDER}/src/**/*.js`);
  const imported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name = '']) => ({ name, file })),
  );
  const found = new Map<string, string>();
  for (const { name, file } of imported.filter(({ name }) => !isBuiltin(name))) {
    const version = project.dependencies[name];
    if (version === undefined) throw new Error(`${file} imports ${name}, which is not in "dependencies".`);
    found.set(name, version);
  }
  return Object.fromEntries([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** npm removes from the lock file what the manifest does not need, without network: it knows all versions. */
function writeLock(): void {
  copy('package-lock.json');
  const parameters = ['--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--silent'];
  run('npm', ['install', ...parameters, '--omit-lockfile-registry-resolved'], FOLDER);
  // A package is published with its lock file only under this name.
  cpSync(join(FOLDER, 'package-lock.json'), join(FOLDER, 'npm-shrinkwrap.json'));
  rmSync(join(FOLDER, 'package-lock.json'));
}

function copy(from: string, to = from): void {
  mkdirSync(dirname(join(FOLDER, to)), { recursive: true });
  cpSync(from, join(FOLDER, to), { recursive: true });
}

function readJson(file: string): Json {
  return JSON.parse(readFileSync(file, 'utf8')) as Json;
}

function writeJson(file: string, value: Json): void {
  writeFileSync(join(FOLDER, file), `${JSON.stringify(value, undefined, 2)}\n`);
}

function run(command: string, parameters: string[], cwd = '.'): void {
  execFileSync(command, parameters, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
}
