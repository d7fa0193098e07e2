/** Builds the client into sdk/dist, ready for `npm pack`: one minified module, its source map and its types. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { clientBuild } from './client-build.ts';

const root = join(import.meta.dirname, '..');
const output = join(root, 'sdk/dist');

rmSync(output, { recursive: true, force: true });
await build(clientBuild(output));
const declarations = ['--noEmit', 'false', '--emitDeclarationOnly', '--declaration', '--outDir', output];
execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'sdk'), ...declarations], {
  stdio: 'inherit',
});
// In declarations, tsc leaves the extensions of imports as they are.
for (const name of readdirSync(output).filter((file) => file.endsWith('.d.ts'))) {
  const file = join(output, name);
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/ from '(\.\/[\w-]+)\.ts'/g, " from '$1.js'"));
}
// npm packs only the licence of the package's own folder.
copyFileSync(join(root, 'LICENSE'), join(output, 'LICENSE'));
