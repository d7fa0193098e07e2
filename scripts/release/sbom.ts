/**
 * `npm run sbom`: writes the list of everything that a release contains, dist/weekfare-VERSION.cdx.json (CycloneDX): the
 * packages of dist/package, which `npm run pack` has made, and those that are built into the pages.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { findImports, type Manifest, writeLock } from '../package/folder.ts';

/** npm names the main component like the folder. */
const FOLDER = 'dist/sbom/weekfare';

const project = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const packed = JSON.parse(readFileSync('dist/package/package.json', 'utf8')) as Manifest;
const inPages = findImports(globSync('src/web/**/*.{ts,tsx,css}', { exclude: ['**/*.test.ts', '**/*.d.ts'] }))
  .map(({ name }) => name)
  .filter((name) => name in project.dependencies);
const dependencies = {
  ...packed.dependencies,
  ...Object.fromEntries(inPages.map((name) => [name, project.dependencies[name]])),
};

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
writeFileSync(`${FOLDER}/package.json`, JSON.stringify({ ...packed, dependencies }));
writeLock(FOLDER);
const parameters = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
const list = execFileSync('npm', parameters, { cwd: FOLDER, shell: process.platform === 'win32' });
writeFileSync(`dist/weekfare-${String(packed.version)}.cdx.json`, list);
rmSync('dist/sbom', { recursive: true });
