/**
 * Resolves imports between the modules of the program from their names alone, and imports of packages with many files
 * to their bundles (setup.mjs). Node would look for every file and read the package.json that applies to it: half of
 * the processor time of a start. Other imports are left to Node. Plain JavaScript, because it runs before Node can
 * strip types.
 */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';

const root = new URL('..', import.meta.url).href;
const packages = `${root}node_modules/`;
const sdk = `${packages}@modelcontextprotocol/`;
/** The `imports` of package.json. */
const FOLDERS = { '#test/': `${root}test/`, '#': `${root}src/` };

/** A copy of the program may have no bundles. */
const bundles = new Map(
  ['kysely', 'zod']
    .map((name) => [name, new URL(`../dist/packages/${name}.js`, import.meta.url)])
    .filter(([, url]) => existsSync(url)),
);

registerHooks({
  resolve(specifier, context, next) {
    // The SDK of MCP imports the same version of zod under another name, and would load it a second time.
    if (specifier === 'zod/v4' && context.parentURL?.startsWith(sdk) && bundles.has('zod'))
      return { url: bundles.get('zod').href, format: 'module', shortCircuit: true };
    if (!isOwn(context.parentURL ?? '')) return next(specifier, context);
    const bundle = bundles.get(specifier);
    if (bundle) return { url: bundle.href, format: 'module', shortCircuit: true };
    const url = specifier.endsWith('.ts') && ownUrl(specifier, context.parentURL);
    return url ? { url, format: 'module-typescript', shortCircuit: true } : next(specifier, context);
  },
});

function isOwn(url) {
  return url.startsWith(root) && !url.startsWith(packages) && url.endsWith('.ts');
}

function ownUrl(specifier, parentURL) {
  if (specifier.startsWith('.')) return new URL(specifier, parentURL).href;
  const prefix = Object.keys(FOLDERS).find((start) => specifier.startsWith(start));
  return prefix && FOLDERS[prefix] + specifier.slice(prefix.length);
}
