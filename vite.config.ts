/**
 * How the browser app is built: from src/web into dist/web, with nothing inline, since the policy it
 * is served under forbids that. Every file gets its compressed forms beside it, so that the server
 * compresses nothing; every catalogue of words is compiled, so that the browser parses none.
 */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = join(import.meta.dirname, 'src/web');

// What is built is for families, whatever the shell says: otherwise React comes as for its own developers.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production';

export default defineConfig({
  root,
  plugins: [react(), words(), order(), worker(), compressed()],
  resolve: {
    // React has had it itself since version 18.
    alias: { 'use-sync-external-store/shim': 'react' },
  },
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // All browsers we build for preload modules by themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        page: join(root, 'index.html'),
        docs: join(root, 'docs/page.html'),
        'service-worker': join(root, 'offline/service-worker.ts'),
      },
      // It would complain on a slow machine, where there is nothing to be done about it.
      checks: { pluginTimings: false },
      output: {
        // Each with all it imports that no group before has: a few large files pack tighter than twenty small ones.
        codeSplitting: {
          groups: [
            { name: 'boot', test: /[\\/]src[\\/]web[\\/]boot\.ts$/ },
            // On its own it is evaluated on its own, and a slow phone can do something in between.
            { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'app', test: /[\\/]src[\\/]web[\\/]main\.tsx$/ },
            { name: 'parts', test: /[\\/](@tanstack|web[\\/](ui|auth))[\\/]/, minShareCount: 2 },
          ],
        },
        // A service worker is found again by its name, and rules over the folder it lies in.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  // For work on the pages: `npm start` beside it answers what is not a page.
  server: { proxy: { '/app/api': 'http://127.0.0.1:3000', '/api': 'http://127.0.0.1:3000' } },
});

/** Parts whose words come with their page. */
const APART = ['auth', 'display', 'list', 'preferences', 'profile', 'proposal', 'recipes'];

/** `virtual:i18n/de`: one language's messages, compiled; `virtual:i18n/de/profile`: those of a part that stands apart. */
function words(): Plugin {
  const prefix = 'virtual:i18n/';
  return {
    name: 'words',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const [language = '', part] = id.slice(prefix.length + 1).split('/');
      const folder = join(root, 'i18n', language);
      const parts = readdirSync(folder).map((name) => name.replace('.json', ''));
      const wanted = parts.filter((name) => (part ? name === part : !APART.includes(name)));
      const messages: Record<string, unknown> = {};
      for (const file of wanted.map((name) => join(folder, `${name}.json`))) {
        this.addWatchFile(file);
        const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
        for (const [key, text] of Object.entries(texts)) messages[key] = compileMessage(text);
      }
      return `export default ${JSON.stringify(messages)}`;
    },
  };
}

/**
 * Sends for the typeface together with the page, so that nothing is drawn in another one first, and for the
 * app after all that the first picture of a week needs.
 */
function order(): Plugin {
  return {
    name: 'order',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const typefaces = Object.keys(bundle).filter((file) => /-latin-wght-.*\.woff2$/.test(file));
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true };
        return {
          html: html.replaceAll(/<script(?=.* src="\/assets\/(?!boot|docs))/g, '$& fetchpriority="low"'),
          tags: typefaces.map((file) => ({
            tag: 'link',
            attrs: { ...attrs, href: `/${file}` },
            injectTo: 'head',
          })),
        };
      },
    },
  };
}

/** Tells the service worker of which files this version is made, and a name that only these files have. */
function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    writeBundle: {
      order: 'pre',
      handler({ dir = '' }) {
        const files = readdirSync(dir, { recursive: true, encoding: 'utf8', withFileTypes: true })
          .filter((entry) => entry.isFile() && entry.name !== 'service-worker.js')
          .map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
          // The API docs page is not part of the app: devices do not cache it.
          .filter((file) => !/^(assets\/docs-|docs\/)/.test(file))
          .toSorted();
        const content = files.map((file) => hash('sha256', readFileSync(join(dir, file))));
        const built = {
          version: hash('sha256', content.join(), 'base64url').slice(0, 12),
          files: files.filter((file) => file !== 'index.html').map((file) => `/${file}`),
        };
        const path = join(dir, 'service-worker.js');
        writeFileSync(path, `const BUILT=${JSON.stringify(built)};${readFileSync(path, 'utf8')}`);
      },
    },
  };
}

/** Brotli, and gzip for browsers on a plain http address, which take nothing better. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
      for (const file of files.filter((name) => /\.(html|js|css|svg|webmanifest)$/.test(name))) {
        const bytes = readFileSync(join(dir, file));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
        writeFileSync(join(dir, `${file}.br`), brotliCompressSync(bytes, { params }));
        writeFileSync(join(dir, `${file}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
