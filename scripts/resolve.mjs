/**
 * Resolves imports between the modules of the program, and within an ES module package, from their names alone. Node
 * would look for each file and read the package.json that applies to it, which takes a third of a start. Everything
 * else, such as the name of a package or a CommonJS module, is left to Node. Plain JavaScript, because it runs
 * before Node can strip types.
 */
import { registerHooks } from 'node:module';

const root = new URL('..', import.meta.url).href;
const packages = `${root}node_modules/`;
/** The `imports` of package.json. */
const FOLDERS = { '#test/': `${root}test/`, '#': `${root}src/` };

/** ES modules of packages. */
const packageModules = new Set();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    if (isOwn(parentURL) && specifier.endsWith('.ts')) {
      const url = ownUrl(specifier, parentURL);
      if (url) return { url, format: 'module-typescript', shortCircuit: true };
    }
    if (specifier.startsWith('.') && specifier.endsWith('.js') && packageModules.has(parentURL)) {
      return fromPackage({ url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true });
    }
    return fromPackage(next(specifier, context));
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

/** Notes an ES module, whose neighbours are ES modules too. A module `.mjs` says nothing about them. */
function fromPackage(found) {
  if (found.format === 'module' && found.url.endsWith('.js')) packageModules.add(found.url);
  return found;
}
